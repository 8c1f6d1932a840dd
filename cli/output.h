// Where results go: standard output, or the file of --output.
#pragma once

#include <string>
#include <string_view>

namespace preemptcheck::cli {

class Output {
 public:
  /// An empty path or "-" stands for standard output. The file is opened at once: whoever explores
  /// for an hour wants to know before that it cannot be written. Throws model::OutputError.
  explicit Output(const std::string& path);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Throws model::OutputError.
  void write(std::string_view text);
  /// Closes; a file system may tell only now that it is full. Throws model::OutputError.
  void finish();
  [[nodiscard]] bool is_standard() const { return is_standard_; }

 private:
  std::string name_;
  bool is_standard_;
  int descriptor_;
};

/// One line on standard error, after whatever progress line stands there.
void say(std::string_view line);

}  // namespace preemptcheck::cli
