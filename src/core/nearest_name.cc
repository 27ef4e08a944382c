#include "core/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/error.h"

namespace pipette {

namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t exchanged = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({exchanged, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& names) {
  PIPETTE_CHECK(!names.empty(), std::string(name));
  return *std::min_element(names.begin(), names.end(), [&](const auto& a, const auto& b) {
    return distance(a, name) < distance(b, name);
  });
}

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& names) {
  constexpr std::size_t kLongest = 80;
  if (names.empty() || name.size() > kLongest) return "";
  const std::string_view nearest = nearest_name(name, names);
  const std::size_t near = std::max<std::size_t>(2, name.size() / 3);
  if (distance(nearest, name) > near) return "";
  return "; did you mean \"" + std::string(nearest) + "\"?";
}

}  // namespace pipette
