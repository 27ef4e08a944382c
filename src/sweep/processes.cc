#include "sweep/processes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/error.h"

namespace pipette::sweep {

namespace {

void write_all(int pipe, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = write(pipe, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(1);  // nobody listens any more
    done += static_cast<std::size_t>(written);
  }
}

}  // namespace

std::string fault_of(int status) {
  if (WIFSIGNALED(status)) return fmt::format("ended by signal {}", WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  return code == 0 ? "" : fmt::format("ended with exit code {}", code);
}

int wait_for(pid_t id) {
  int status = 0;
  while (waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

Processes::~Processes() {
  for (const Child& child : children_) {
    kill(child.id, SIGKILL);
    wait_for(child.id);
    close(child.pipe);
  }
}

void Processes::start(std::size_t number, const std::function<std::string()>& work) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw ResourceExhausted("there can be no further process");
  const pid_t parent = getpid();
  const pid_t id = fork();
  if (id < 0) {
    close(ends[0]);
    close(ends[1]);
    throw ResourceExhausted("there can be no further process");
  }
  if (id == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);  // it has ended meanwhile
    std::signal(SIGINT, SIG_IGN);       // the terminal sends it to all; the parent decides
    for (const Child& other : children_) close(other.pipe);
    close(ends[0]);
    try {
      write_all(ends[1], work());
    } catch (...) {
      _exit(1);
    }
    _exit(0);  // without the parent's own buffers and destructors
  }
  close(ends[1]);
  children_.push_back({number, id, ends[0], ""});
}

std::optional<Ended> Processes::wait(int milliseconds) {
  std::vector<pollfd> pipes;
  for (const Child& child : children_) pipes.push_back({child.pipe, POLLIN, 0});
  if (pipes.empty() || poll(pipes.data(), pipes.size(), milliseconds) <= 0) return std::nullopt;
  for (std::size_t i = 0; i < pipes.size(); ++i) {
    if (pipes[i].revents == 0) continue;
    std::array<char, 1 << 14> piece;
    const ssize_t got = read(pipes[i].fd, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got > 0) {
      children_[i].text.append(piece.data(), static_cast<std::size_t>(got));
      continue;
    }
    close(children_[i].pipe);
    const int status = wait_for(children_[i].id);
    Ended ended{children_[i].number, std::move(children_[i].text), fault_of(status)};
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
    return ended;
  }
  return std::nullopt;
}

}  // namespace pipette::sweep
