#include "device/matvec_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "device/integer.h"

namespace pipette {
namespace {

constexpr std::int64_t kFloatBytes = 4;

// `vertices` dot products of `elements` on one tile, six at a time in turn.
std::int64_t dot_cycles(std::int64_t vertices, std::int64_t elements, const Architecture& arch) {
  const std::int64_t workers = arch.worker_contexts;
  const std::int64_t lanes = arch.vector_bytes / kFloatBytes;
  return ceil_div(vertices, workers) * workers * (5 + ceil_div(elements, lanes));
}

}  // namespace

MatvecPlan matvec_with_splits(std::int64_t rows, std::int64_t columns, std::int64_t column_splits,
                              const Architecture& arch) {
  if (rows < 1 || columns < 1 || column_splits < 1 || column_splits > columns) {
    throw InvalidArgument(fmt::format(
        "matvec: rows {} and columns {} must be at least 1 and column_splits {} between 1 and the "
        "columns; the nearest valid value is {}",
        rows, columns, column_splits,
        std::clamp<std::int64_t>(column_splits, 1, std::max<std::int64_t>(1, columns))));
  }
  MatvecPlan plan;
  plan.column_splits = column_splits;

  // A tile's vertices come from as many row ranges as it has to hold segments of the vector.
  const std::int64_t vertices = ceil_div(rows * column_splits, arch.tiles);
  const std::int64_t segment = ceil_div(columns, column_splits);
  plan.compute_cycles = dot_cycles(vertices, segment, arch);
  plan.exchange_cycles =
      ceil_div(vertices, rows) * segment * kFloatBytes / arch.exchange_bytes_per_cycle;

  const std::int64_t rows_of_tile = ceil_div(rows, arch.tiles);
  plan.reduce_compute_cycles = dot_cycles(rows_of_tile, column_splits, arch);
  plan.reduce_exchange_cycles =
      rows_of_tile * column_splits * kFloatBytes / arch.exchange_bytes_per_cycle;
  return plan;
}

MatvecPlan plan_matvec(std::int64_t rows, std::int64_t columns, const Architecture& arch) {
  MatvecPlan best = matvec_with_splits(rows, columns, 1, arch);
  const std::int64_t most = std::min<std::int64_t>(columns, arch.tiles);
  for (std::int64_t splits = 2; splits <= most; ++splits) {
    const MatvecPlan plan = matvec_with_splits(rows, columns, splits, arch);
    if (plan.total_cycles() < best.total_cycles()) best = plan;
  }
  return best;
}

}  // namespace pipette
