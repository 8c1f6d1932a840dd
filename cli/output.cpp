#include "cli/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "cli/progress.h"
#include "model/trace_file.h"

namespace preemptcheck::cli {

namespace {

[[noreturn]] void fail(const std::string& name, int error) {
  throw model::OutputError(fmt::format("{}: cannot be written: {}", name, std::strerror(error)));
}

}  // namespace

Output::Output(const std::string& path)
    : name_(path), is_standard_(path.empty() || path == "-"), descriptor_(STDOUT_FILENO) {
  if (is_standard_) {
    name_ = "standard output";
    return;
  }
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(name_, errno);
}

Output::~Output() {
  if (!is_standard_ && descriptor_ >= 0) ::close(descriptor_);
}

void Output::write(std::string_view text) {
  clear_progress_line();
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(name_, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Output::finish() {
  if (is_standard_) return;
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(name_, errno);
}

void say(std::string_view line) {
  clear_progress_line();
  fmt::print(stderr, "{}\n", line);
}

}  // namespace preemptcheck::cli
