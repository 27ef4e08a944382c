#include "sweep/command.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/error.h"
#include "sweep/processes.h"

namespace pipette::sweep {

namespace {

constexpr int kNoProgram = 127;  // as shells have it

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

// A file without a name: however much the other writes, it never waits for us.
File temporary() {
  File file(std::tmpfile());
  if (file == nullptr) throw ResourceExhausted("there can be no temporary file");
  return file;
}

std::string read_all(std::FILE* file) {
  std::rewind(file);
  std::string text;
  std::array<char, 1 << 14> piece;
  for (std::size_t got; (got = std::fread(piece.data(), 1, piece.size(), file)) > 0;) {
    text.append(piece.data(), got);
  }
  return text;
}

}  // namespace

Output run_command(const std::vector<std::string>& words, const std::string& input) {
  const File in = temporary(), out = temporary(), errors = temporary();
  std::fwrite(input.data(), 1, input.size(), in.get());
  std::rewind(in.get());
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t parent = getpid();
  const pid_t id = fork();
  if (id < 0) throw ResourceExhausted("there can be no further process");
  if (id == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(1);
    dup2(fileno(in.get()), STDIN_FILENO);
    dup2(fileno(out.get()), STDOUT_FILENO);
    dup2(fileno(errors.get()), STDERR_FILENO);
    execvp(arguments[0], arguments.data());
    _exit(kNoProgram);
  }
  const int status = wait_for(id);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoProgram) {
    throw NotFound(fmt::format("there is no program \"{}\"", words[0]));
  }
  return {read_all(out.get()), read_all(errors.get()), fault_of(status)};
}

std::string this_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

}  // namespace pipette::sweep
