#include "ui/format.h"

#include <cmath>
#include <cstdio>
#include <iterator>

namespace pipette::app {
namespace {

std::string print(const char* format, double value) {
  char text[48];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string rate(double bytes_per_second) {
  constexpr const char* kPrefixes[] = {"", "k", "M", "G", "T"};
  std::size_t prefix = 0;
  for (; bytes_per_second >= 999.95 && prefix + 1 < std::size(kPrefixes); ++prefix) {
    bytes_per_second /= 1000;
  }
  return format_number(bytes_per_second, 4) + " " + kPrefixes[prefix] + "B/s";
}

}  // namespace

std::string with_unit(double value, const std::string& number, const std::string& unit) {
  if (unit == "B/s") return rate(value);
  return unit.empty() ? number : number + " " + unit;
}

std::string format_number(double value, int digits) {
  if (!std::isfinite(value)) return "–";
  if (value == 0) return "0";  // also for negative zero
  const double magnitude = std::fabs(value);
  if ((magnitude != 0 && magnitude < 1e-4) || magnitude >= 1e15) return print("%.1e", value);
  const int leading = magnitude < 1 ? 0 : static_cast<int>(std::floor(std::log10(magnitude))) + 1;
  const int decimals = digits > leading ? digits - leading : 0;
  char text[48];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  std::string result = text;
  if (result.find('.') != std::string::npos) {
    while (result.back() == '0') result.pop_back();
    if (result.back() == '.') result.pop_back();
  }
  return result;
}

std::string format_value(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return print("%.4g", value + 0.0);  // adding 0.0 turns -0 into 0
}

std::string format_tick(double value) {
  const std::string plain = format_number(value, 3);
  if (plain.size() <= 5) return plain;
  std::string text = print("%.0e", value);  // 2e+06
  const std::size_t exponent = text.find('e') + 1;
  if (text[exponent] == '+') text.erase(exponent, 1);
  const std::size_t digit = text[exponent] == '-' ? exponent + 1 : exponent;
  while (text[digit] == '0' && digit + 1 < text.size()) text.erase(digit, 1);
  return text;
}

std::string format_fixed(double value, int decimals) {
  if (!std::isfinite(value)) return "–";
  char text[48];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string format_ratio(double ratio) { return print("%.1f×", ratio); }

}  // namespace pipette::app
