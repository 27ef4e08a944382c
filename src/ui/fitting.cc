#include "ui/fitting.h"

#include <algorithm>

#include "core/format_count.h"

namespace pipette::app {

std::string fitting(Ui& ui, const std::vector<std::string>& ways, float width, float size,
                    ImFont* font) {
  for (const std::string& way : ways) {
    if (text_width(ui, way, size, font) <= width) return way;
  }
  return ways.back();
}

std::string fitting_number(Ui& ui, std::int64_t number, float width, float size, ImFont* font) {
  std::vector<std::string> ways = {format_count(number)};
  const std::string digits = std::to_string(number);
  for (std::size_t left_out = 1; left_out < digits.size(); ++left_out) {
    ways.push_back("…" + digits.substr(left_out));
  }
  return fitting(ui, ways, width, size, font);
}

std::vector<std::string> shorter_ways(const std::string& words) {
  std::vector<std::string> ways = {words};
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (std::none_of(words.begin(), words.end(), is_digit)) return ways;
  std::string left = words;
  while (left.find(' ') != left.rfind(' ') || !is_digit(left[0])) {
    if (is_digit(left[0])) {
      left.erase(left.rfind(' '));
    } else if (left.find(' ') == std::string::npos) {
      break;
    } else {
      left.erase(0, left.find(' ') + 1);
      if (left[0] >= 'a' && left[0] <= 'z') left[0] = static_cast<char>(left[0] - 'a' + 'A');
    }
    ways.push_back(left);
  }
  return ways;
}

}  // namespace pipette::app
