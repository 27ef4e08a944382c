#include "sweep/results_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/error.h"
#include "core/files.h"

namespace pipette::sweep {

namespace {

// The lines, and how many bytes they take.
struct Lines {
  std::vector<Json> lines;
  std::size_t bytes = 0;
};

Lines parse_lines(std::string_view text, const std::string& path) {
  Lines read;
  while (read.bytes < text.size()) {
    const std::size_t end = text.find('\n', read.bytes);
    if (end == std::string_view::npos) break;  // torn
    Json line = parse_json(text.substr(read.bytes, end - read.bytes));
    if (!line.is_object() || !line.contains("varied") || !line["varied"].is_object()) {
      throw InvalidArgument(
          fmt::format("line {} of \"{}\" is no result of a sweep", read.lines.size() + 1, path));
    }
    read.lines.push_back(std::move(line));
    read.bytes = end + 1;
  }
  return read;
}

Lines read_lines(const std::string& path) {
  const std::vector<std::byte> bytes = read_file(path);
  return parse_lines({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path);
}

[[noreturn]] void fail(const std::string& path) {
  throw NotFound(
      fmt::format("cannot write \"{}\": {}", path, std::generic_category().message(errno)));
}

}  // namespace

std::vector<Json> read_results(const std::string& path) { return read_lines(path).lines; }

ResultsFile::ResultsFile(const std::string& path, const Sweep& sweep) : path_(path) {
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(path);
  try {
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      throw FailedPrecondition(fmt::format("another sweep writes to \"{}\" now", path));
    }
    take_over(sweep);
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

ResultsFile::~ResultsFile() { close(descriptor_); }

void ResultsFile::take_over(const Sweep& sweep) {
  const Lines before = read_lines(path_);
  const auto other = [&](std::size_t line, const std::string& why) {
    return FailedPrecondition(fmt::format(
        "\"{}\" has the results of another sweep ({}, line {}): give another file, or remove it",
        path_, why, line + 1));
  };
  for (std::size_t i = 0; i < before.lines.size(); ++i) {
    const Json& line = before.lines[i];
    if (i >= sweep.size()) throw other(i, fmt::format("this one has {} experiments", sweep.size()));
    if (line["varied"] != sweep.varied(i)) {
      throw other(i,
                  fmt::format("{} instead of {}", line["varied"].dump(), sweep.varied(i).dump()));
    }
    if (!line.contains("settings")) continue;
    Json settings = parse_json(sweep.experiment(i).to_json());
    settings["data"] = line["settings"].value("data", "");  // as the images were called
    for (const auto& [field, value] : settings.items()) {
      if (!line["settings"].contains(field) || line["settings"][field] != value) {
        throw other(i, fmt::format("{} is not the same", field));
      }
    }
  }
  size_ = before.lines.size();
  if (ftruncate(descriptor_, static_cast<off_t>(before.bytes)) != 0) fail(path_);
}

void ResultsFile::append(const Json& line) {
  const std::string text = line.dump() + "\n";
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = write(descriptor_, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      throw ResourceExhausted("cannot write all of \"" + path_ + "\": is there room on the disk?");
    }
    done += static_cast<std::size_t>(written);
  }
  ++size_;
}

}  // namespace pipette::sweep
