// The built program, run as users run it.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace preemptcheck::tests {

/// How a run of the program ended.
struct Outcome {
  int exit_code = -1;  ///< -1: it did not exit, a signal ended it
  std::string out;
  std::string err;
};

/// A folder of its own for one test; it goes away with it.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
  /// Writes a file; returns its path.
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

std::string read_text(const std::string& path);

/// Starts the program in a folder, its standard output and error going to files there.
pid_t start(const Folder& folder, const std::vector<std::string>& arguments,
            const std::string& standard_output = "stdout");
/// Waits for its end.
Outcome wait_for(pid_t process, const Folder& folder);
Outcome run(const Folder& folder, const std::vector<std::string>& arguments,
            const std::string& standard_output = "stdout");

}  // namespace preemptcheck::tests
