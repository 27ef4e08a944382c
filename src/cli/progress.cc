#include "cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

namespace pipette::cli {

namespace {

constexpr int kUsualColumns = 80, kMostColumns = 1000;
constexpr std::size_t kShortestBar = 10, kLongestBar = 40;

}  // namespace

int terminal_columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* columns = std::getenv("COLUMNS");
  const int given = columns == nullptr ? 0 : std::atoi(columns);
  return given > 0 ? std::min(given, kMostColumns) : kUsualColumns;
}

void Progress::show(double share, const std::vector<std::string>& words) {
  if (!shown_) return;
  const double part = std::clamp(share, 0.0, 1.0);
  const auto room = static_cast<std::size_t>(terminal_columns() - 1);
  std::string text = fmt::format("{:3.0f} %", 100 * part);
  constexpr std::size_t kFrame = 3;  // of the bar: brackets and a space
  for (const std::string& word : words) {
    if (kShortestBar + kFrame + text.size() + 2 + word.size() > room) break;
    text += "  " + word;
  }
  if (room >= text.size() + kFrame + kShortestBar) {
    const std::size_t bar = std::min(kLongestBar, room - text.size() - kFrame);
    const auto filled = static_cast<std::size_t>(part * static_cast<double>(bar));
    text = fmt::format("[{}{}] {}", std::string(filled, '='), std::string(bar - filled, ' '), text);
  }
  text.resize(std::min(text.size(), room));
  out_ << '\r' << text << std::string(drawn_ > text.size() ? drawn_ - text.size() : 0, ' ')
       << std::flush;
  drawn_ = text.size();
}

void Progress::clear() {
  if (drawn_ == 0) return;
  out_ << '\r' << std::string(drawn_, ' ') << '\r' << std::flush;
  drawn_ = 0;
}

void Progress::end() {
  if (drawn_ > 0) out_ << "\n";
  drawn_ = 0;
}

}  // namespace pipette::cli
