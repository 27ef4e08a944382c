#include "core/typed_number.h"

#include <cmath>
#include <cstdlib>
#include <string>

namespace pipette {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// Whether `text` has exactly three digits from `at` on.
bool three_digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end == at + 3;
}

// "1,234.5" and "1 234,5" as C writes them; a separator that is neither stays, and is refused.
std::string as_c_writes(std::string_view text) {
  const std::size_t first = text.find_first_not_of("+-");
  const bool leading_zero = first != std::string_view::npos && text[first] == '0';
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool inside = i > 0 && is_digit(text[i - 1]) && i + 1 < text.size();
    const bool thousands = inside && !leading_zero && three_digits_at(text, i + 1);
    if ((c == ',' || c == ' ' || c == '\'') && thousands) continue;
    result += c == ',' ? '.' : c;
  }
  return result;
}

}  // namespace

std::optional<double> typed_number(std::string_view text) {
  text = trimmed(text);
  const bool percent = text.size() > 1 && text.back() == '%';
  if (percent) text = trimmed(text.substr(0, text.size() - 1));
  if (text.empty() || text.find_first_not_of("0123456789+-.,' eE") != std::string_view::npos) {
    return std::nullopt;
  }
  const std::string plain = as_c_writes(text);
  char* end = nullptr;
  const double number = std::strtod(plain.c_str(), &end);
  if (end != plain.c_str() + plain.size() || !std::isfinite(number)) return std::nullopt;
  return percent ? number / 100 : number;
}

}  // namespace pipette
