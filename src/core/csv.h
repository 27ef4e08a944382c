// Writes comma-separated values: a header, and rows of numbers and words.
//
//   Csv csv("step,name,loss");
//   csv.row(1, "with feeds", 0.25f);       // floats with as many digits as tell them apart
//   csv.text();                            // "step,name,loss\n1,with feeds,0.25\n"
//
// Words with a comma, a quotation mark or a new line are quoted as RFC 4180 says. Pure.
#pragma once

#include <fmt/format.h>

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
  // The same where the number of columns is not known beforehand.
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
  void add_words(std::string_view words) {
    const bool plain = words.find_first_of(",\"\r\n") == std::string_view::npos;
    if (!plain) text_ += '"';
    for (const char sign : words) text_.append(sign == '"' && !plain ? 2 : 1, sign);
    if (!plain) text_ += '"';
  }

  std::string text_;
};

}  // namespace pipette
