#include "tests/cli/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace preemptcheck::tests {

Folder::Folder() {
  std::string name =
      (std::filesystem::temp_directory_path() / "preemptcheck-").string() + std::string(6, 'X');
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::write(const std::string& name, const std::string& text) const {
  std::ofstream(file(name), std::ios::binary) << text;
  return file(name);
}

std::string read_text(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

pid_t start(const Folder& folder, const std::vector<std::string>& arguments,
            const std::string& standard_output) {
  std::vector<std::string> words{PREEMPTCHECK_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t process = ::fork();
  if (process != 0) return process;
  if (::chdir(folder.path().c_str()) != 0) ::_exit(127);
  const int out = ::open(standard_output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int err = ::open("stderr", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (::dup2(out, STDOUT_FILENO) < 0 || ::dup2(err, STDERR_FILENO) < 0) ::_exit(127);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

Outcome wait_for(pid_t process, const Folder& folder) {
  int status = 0;
  ::waitpid(process, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(folder.file("stdout")),
          read_text(folder.file("stderr"))};
}

Outcome run(const Folder& folder, const std::vector<std::string>& arguments,
            const std::string& standard_output) {
  return wait_for(start(folder, arguments, standard_output), folder);
}

}  // namespace preemptcheck::tests
