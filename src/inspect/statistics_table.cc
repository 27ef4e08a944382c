#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "inspect/statistics.h"

namespace pipette::inspect {

namespace {

std::string number(double value) {
  if (std::isnan(value)) return "nan";  // printf adds a sign to some
  return fmt::format("{:.6f}", value);
}

}  // namespace

std::string statistics_table(const std::vector<NamedStatistics>& rows) {
  std::size_t longest = 0;
  for (const auto& [name, s] : rows) longest = std::max(longest, name.size());
  const auto line = [&](auto index, const std::string& name, const std::string& mean,
                        const std::string& std, const std::string& minimum,
                        const std::string& maximum, const char* nans, const char* infs) {
    return fmt::format("{:<5} {:<{}} {:<12} {:<12} {:<12} {:<12} {:<7} {:<7}\n", index, name,
                       longest + 5, mean, std, minimum, maximum, nans, infs);
  };
  std::string table = line("Index", "Name", "Mean", "Std", "Minimum", "Maximum", "NaNs", "infs");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [name, s] = rows[i];
    table += line(i, name, number(s.mean), number(s.std), number(s.minimum), number(s.maximum),
                  s.nans() ? "True" : "False", s.infs() ? "True" : "False");
  }
  return table;
}

std::string python_shape(const Shape& shape) {
  if (shape.rank() == 1) return fmt::format("({},)", shape[0]);
  return fmt::format("({})", fmt::join(shape.sizes(), ", "));
}

}  // namespace pipette::inspect
