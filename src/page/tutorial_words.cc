#include "page/tutorial_words.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "embedded/words.h"

namespace pipette::app {
namespace {

// The texts between back quotes.
std::vector<std::string> code_in(std::string_view cell) {
  std::vector<std::string> names;
  while (true) {
    const std::size_t begin = cell.find('`');
    if (begin == std::string_view::npos) return names;
    const std::size_t end = cell.find('`', begin + 1);
    if (end == std::string_view::npos) return names;
    names.emplace_back(cell.substr(begin + 1, end - begin - 1));
    cell.remove_prefix(end + 1);
  }
}

// Each row is a line: | `name` | `cpp` | `javascript` | `field` |
std::vector<TutorialWord> parse_words(std::string_view page) {
  std::vector<TutorialWord> words;
  while (!page.empty()) {
    std::string_view line = page.substr(0, page.find('\n'));
    page.remove_prefix(std::min(line.size() + 1, page.size()));
    if (!line.starts_with("| `")) continue;
    std::array<std::vector<std::string>, 4> cells;
    for (std::vector<std::string>& cell : cells) {
      line.remove_prefix(1);
      cell = code_in(line.substr(0, line.find('|')));
      line.remove_prefix(std::min(line.find('|'), line.size()));
      if (line.empty()) break;
    }
    words.push_back({cells[0], cells[1], cells[2], cells[3]});
  }
  return words;
}

}  // namespace

const std::vector<TutorialWord>& tutorial_words() {
  static const std::vector<TutorialWord> all = parse_words(embedded::words_text());
  return all;
}

}  // namespace pipette::app
