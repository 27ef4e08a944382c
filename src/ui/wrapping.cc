#include "ui/wrapping.h"

#include <algorithm>

namespace pipette::app {
namespace {

using WidthOf = std::function<float(std::string_view)>;

bool continues_letter(char byte) { return (byte & 0xc0) == 0x80; }  // of UTF-8

// Length in bytes of the longest prefix that fits: at least one letter.
std::size_t fitting_letters(std::string_view word, float width, const WidthOf& width_of) {
  std::size_t fits = 0;
  for (std::size_t end = 1; end <= word.size(); ++end) {
    if (end < word.size() && continues_letter(word[end])) continue;
    if (fits > 0 && width_of(word.substr(0, end)) > width) break;
    fits = end;
  }
  return fits;
}

// `text` has no line feeds.
void wrap_paragraph(std::string_view text, float width, const WidthOf& width_of,
                    std::vector<std::string_view>& lines) {
  std::size_t begin = 0, end = 0;  // of the current line
  float used = 0;
  for (std::size_t at = text.find_first_not_of(' '); at < text.size();) {
    const std::size_t stop = std::min(text.find(' ', at), text.size());
    const float word = width_of(text.substr(at, stop - at));
    const float gap = end > begin ? width_of(text.substr(end, at - end)) : 0;
    if (end > begin && used + gap + word > width) {
      lines.push_back(text.substr(begin, end - begin));
      begin = end = at;
      used = 0;
    } else if (word > width) {
      end = at + fitting_letters(text.substr(at, stop - at), width, width_of);
      lines.push_back(text.substr(at, end - at));
      begin = end;
      at = text.find_first_not_of(' ', end);
    } else {
      if (end == begin) begin = at;
      used += gap + word;
      end = stop;
      at = text.find_first_not_of(' ', stop);
    }
  }
  if (end > begin || lines.empty() || text.empty())
    lines.push_back(text.substr(begin, end - begin));
}

}  // namespace

std::vector<std::string_view> wrap(std::string_view text, float width, const WidthOf& width_of) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t stop = std::min(text.find('\n', at), text.size());
    wrap_paragraph(text.substr(at, stop - at), width, width_of, lines);
    at = stop + 1;
  }
  return lines;
}

}  // namespace pipette::app
