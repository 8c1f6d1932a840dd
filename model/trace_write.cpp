// Writing a file whole or not at all.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "model/trace_file.h"

namespace preemptcheck::model {

namespace {

[[noreturn]] void fail(const std::string& path, std::string_view what, int error) {
  throw OutputError(fmt::format("{}: {}: {}", path, what, std::strerror(error)));
}

/// A new file beside the one to be written, which goes away unless it is kept.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& path)
      : target_(path), name_(path + ".part-" + std::string(6, 'X')) {
    descriptor_ = ::mkostemp(name_.data(), O_CLOEXEC);
    if (descriptor_ < 0) fail(target_, "cannot be written", errno);
  }

  ~TemporaryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!is_kept_) ::unlink(name_.c_str());
  }

  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(target_, "cannot be written", errno);
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  void keep() {
    // mkstemp lets nobody else read; a report is an ordinary file.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (::fchmod(descriptor_, 0666 & ~mask) != 0 || ::fsync(descriptor_) != 0)
      fail(target_, "cannot be written", errno);
    const int descriptor = std::exchange(descriptor_, -1);
    if (::close(descriptor) != 0) fail(target_, "cannot be written", errno);
    if (std::rename(name_.c_str(), target_.c_str()) != 0)
      fail(target_, "cannot be put in its place", errno);
    is_kept_ = true;
  }

 private:
  const std::string& target_;
  std::string name_;
  int descriptor_ = -1;
  bool is_kept_ = false;
};

}  // namespace

void write_file(const std::string& path, std::string_view text) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
    throw OutputError(path + ": cannot be written: it exists and is no regular file");
  TemporaryFile file(path);
  file.write(text);
  file.keep();
}

}  // namespace preemptcheck::model
