// Writes comma-separated values: a header, and rows of numbers and words.
//
//   Csv csv("step,name,loss");
//   csv.row(1, "with feeds", 0.25f);       // floats with as many digits as tell them apart
//   csv.text();                            // "step,name,loss\n1,with feeds,0.25\n"
//
// Words with a comma, a quotation mark or a line break are quoted as in RFC 4180. Words that a
// spreadsheet would evaluate as a formula, such as a name "=1+1" from somebody's file, get a
// leading apostrophe, which marks them as text. Numbers stay as they are, even when given as words.
// Pure.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>

namespace pipette {

class Csv {
 public:
  explicit Csv(const std::string& header) : text_(header + "\n") {}

  template <class First, class... More>
  void row(const First& first, const More&... more) {
    add(first);
    ((text_ += ',', add(more)), ...);
    text_ += '\n';
  }
  // Adds one cell, for rows whose number of columns is not known beforehand.
  template <class Value>
  void add_cell(const Value& value, bool last) {
    add(value);
    text_ += last ? '\n' : ',';
  }

  const std::string& text() const { return text_; }

 private:
  template <class Value>
  void add(const Value& value) {
    if constexpr (std::is_arithmetic_v<Value>) {
      text_ += fmt::format("{}", value);
    } else {
      add_words(value);
    }
  }
  static bool would_be_computed(std::string_view words) {
    if (words.empty() || std::string_view("=+-@\t\r").find(words[0]) == std::string_view::npos) {
      return false;
    }
    const std::string text(words);
    char* end = nullptr;
    std::strtod(text.c_str(), &end);
    return end == text.c_str() || *end != '\0';
  }
  void add_words(std::string_view words) {
    const bool computed = would_be_computed(words);
    const bool plain = !computed && words.find_first_of(",\"\r\n") == std::string_view::npos;
    if (!plain) text_ += '"';
    if (computed) text_ += '\'';
    for (const char sign : words) text_.append(sign == '"' && !plain ? 2 : 1, sign);
    if (!plain) text_ += '"';
  }

  std::string text_;
};

}  // namespace pipette
