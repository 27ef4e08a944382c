#include "core/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"

namespace pipette {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const char* what, const std::string& path, int error) {
  throw NotFound(
      fmt::format("cannot {} \"{}\": {}", what, path, std::generic_category().message(error)));
}

// By name they could not be opened where they are sockets.
constexpr std::string_view kStandardInput = "/dev/stdin", kStandardOutput = "/dev/stdout";

// Where a file of this path lies, or would lie.
std::string resolved(const std::string& path) {
  std::error_code none;
  if (path == kStandardOutput) return path;
  return fs::is_symlink(path, none) ? fs::weakly_canonical(path, none).string() : path;
}

// The descriptor of the file that is written in place of `path`, and its name in `part`.
int open_part(const std::string& path, std::string& part) {
  std::error_code none;
  const fs::file_status before = fs::status(path, none);
  if (fs::is_directory(before)) fail("write", path, EISDIR);
  int descriptor = -1;
  if (path == kStandardOutput) {
    descriptor = dup(STDOUT_FILENO);
  } else if (fs::exists(before) && !fs::is_regular_file(before)) {
    descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    constexpr int kNew = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    constexpr int kMostTries = 1000;
    for (int i = 0; descriptor < 0 && i < kMostTries; ++i) {
      part = fmt::format("{}.{}-{}.part", path, getpid(), i);
      descriptor = open(part.c_str(), kNew, 0666);
      if (descriptor < 0 && errno != EEXIST) break;
    }
  }
  if (descriptor < 0) fail("write", path, errno);
  if (part != path && fs::is_regular_file(before)) {
    fchmod(descriptor, static_cast<mode_t>(before.permissions()));
  }
  return descriptor;
}

std::vector<std::byte> read_standard_input(std::size_t most) {
  std::vector<std::byte> bytes;
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  while (bytes.size() <= most) {
    const std::size_t before = bytes.size();
    bytes.resize(before + std::min(kPiece, most + 1 - before));
    const ssize_t got = read(STDIN_FILENO, bytes.data() + before, bytes.size() - before);
    bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read", std::string(kStandardInput), errno);
    if (got == 0) break;
  }
  return bytes;
}

}  // namespace

std::vector<std::byte> read_file(const std::string& path, std::size_t most) {
  if (path == kStandardInput) return read_standard_input(most);
  std::error_code none;
  if (fs::is_directory(path, none)) fail("read", path, EISDIR);
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) fail("read", path, errno);
  // In pieces: what a stream says of its own length may be wrong (pipes, devices).
  std::vector<std::byte> bytes;
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  while (in && bytes.size() <= most) {
    const std::size_t before = bytes.size();
    const std::size_t piece = std::min(kPiece, most + 1 - before);
    bytes.resize(before + piece);
    in.read(reinterpret_cast<char*>(bytes.data() + before), static_cast<std::streamsize>(piece));
    bytes.resize(before + static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) fail("read", path, errno);
  return bytes;
}

OutputFile::OutputFile(const std::string& path)
    : path_(resolved(path)), part_(path_), buffer_(open_part(path_, part_)), stream_(&buffer_) {}

OutputFile::~OutputFile() {
  if (committed_ || part_ == path_) return;
  buffer_.close();
  std::error_code none;
  fs::remove(part_, none);
}

void OutputFile::check() const {
  if (stream_) return;
  throw ResourceExhausted("cannot write all of \"" + path_ + "\": is there room on the disk?");
}

void OutputFile::commit() {
  if (!buffer_.close()) stream_.setstate(std::ios::badbit);
  check();
  std::error_code error;
  if (part_ != path_) fs::rename(part_, path_, error);
  if (error) fail("write", path_, error.value());
  committed_ = true;
}

}  // namespace pipette
