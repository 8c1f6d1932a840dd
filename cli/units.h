// Durations and amounts of memory as users write and read them.
#pragma once

#include <cstdint>
#include <string>

namespace preemptcheck::cli {

/// "60", "60s", "5m", "1h" in seconds. Throws UsageError.
double parse_seconds(const std::string& option, const std::string& text);
/// A whole number, 0 or more. Throws UsageError.
std::uint64_t parse_count(const std::string& option, const std::string& text);
/// "4GiB", "512MiB", "4Gi", "1G", "1000000" in bytes. Throws UsageError.
std::uint64_t parse_bytes(const std::string& option, const std::string& text);

/// Three quarters of the machine's memory.
std::uint64_t default_memory_bytes();

std::string bytes_text(std::uint64_t bytes);    ///< "3.2 GiB"
std::string number_text(std::uint64_t number);  ///< "1,234,567"
std::string rate_text(double per_second);       ///< "1.2 million"
std::string seconds_text(double seconds);       ///< "0.03 s", "75 s"

}  // namespace preemptcheck::cli
