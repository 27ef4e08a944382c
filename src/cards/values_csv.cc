#include "cards/values_csv.h"

#include "core/csv.h"

namespace pipette::app {

std::string values_csv(const float* values, const Shape& shape) {
  if (values == nullptr) return "value\n";
  const std::int64_t columns = shape.rank() == 0 ? 1 : shape[-1];
  std::string header;
  for (std::int64_t i = 0; i < columns; ++i) header += (i == 0 ? "" : ",") + std::to_string(i);
  Csv csv(header);
  for (std::int64_t i = 0; i < shape.num_elements(); ++i) {
    csv.add_cell(values[i], (i + 1) % columns == 0);
  }
  return csv.text();
}

}  // namespace pipette::app
