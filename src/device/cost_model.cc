#include "device/cost_model.h"

#include <fmt/format.h>

#include <initializer_list>
#include <utility>

#include "core/error.h"
#include "device/clock.h"
#include "device/integer.h"
#include "device/memory.h"

namespace pipette {
namespace {

std::int64_t size_in_bytes(std::int64_t elements, DType dtype) {
  return elements * static_cast<std::int64_t>(dtype_size(dtype));
}

void check_sizes(const char* estimator, std::initializer_list<std::int64_t> sizes) {
  double product = 1;
  for (std::int64_t size : sizes) {
    if (size < 0) {
      throw InvalidArgument(
          fmt::format("{}: a size must not be negative, but it is {}; the nearest valid value is 0",
                      estimator, size));
    }
    product *= static_cast<double>(size);
  }
  if (product > 1e17) {
    throw InvalidArgument(fmt::format("{}: {:.3g} elements; the most is 1e17", estimator, product));
  }
}

}  // namespace

CostModel::CostModel(const Architecture& arch, CostOptions options)
    : arch_(arch), options_(std::move(options)) {
  options_.host.validate();
}

// -- matrix products ------------------------------------------------------------------------------

const MatmulPlan& CostModel::matmul_plan(std::int64_t m, std::int64_t k, std::int64_t n,
                                         DType dtype) const {
  const PlanKey key{m, k, n, dtype};
  auto found = plans_.find(key);
  if (found == plans_.end()) {
    const MatmulOptions matmul_options{.layout_changes = options_.layout_changes};
    found = plans_.emplace(key, plan_matmul(m, k, n, dtype, arch_, matmul_options)).first;
  }
  return found->second;
}

Cost CostModel::matmul(std::int64_t m, std::int64_t k, std::int64_t n, DType dtype) const {
  check_sizes("matmul", {m, k, n});
  if (m == 0 || k == 0 || n == 0) return {};
  const MatmulPlan& plan = matmul_plan(m, k, n, dtype);
  Cost cost;
  cost.exchange_cycles = plan.gather_exchange_cycles + plan.reduce_exchange_cycles;
  cost.sync_cycles = plan.sync_cycles;
  cost.layout_cycles = plan.layout_cycles;
  cost.compute_cycles = plan.multiply_cycles + plan.reduce_compute_cycles;
  cost.tiles = plan.tiles;
  cost.flops = plan.flops;
  cost.bytes = size_in_bytes(m * k + k * n + m * n, dtype);
  return cost;
}

Cost CostModel::conv2d(const Conv2dSize& size, DType dtype) const {
  check_sizes("conv2d", {size.batch, size.out_h, size.out_w, size.in_channels, size.out_channels,
                         size.kernel_h, size.kernel_w});
  if (size.groups < 1 || size.in_channels % size.groups || size.out_channels % size.groups) {
    throw InvalidArgument(
        fmt::format("conv2d: groups {} must be at least 1 and divide in_channels {} and "
                    "out_channels {}; the nearest valid value is 1",
                    size.groups, size.in_channels, size.out_channels));
  }
  // Groups are products of the same shape side by side: as many times the rows.
  return matmul(size.out_channels / size.groups,
                size.in_channels / size.groups * size.kernel_h * size.kernel_w,
                size.batch * size.out_h * size.out_w * size.groups, dtype);
}

// -- compute sets on the spot ---------------------------------------------------------------------

Cost CostModel::compute_set(double cycles, int tiles, std::int64_t flops,
                            std::int64_t bytes) const {
  Cost cost;
  cost.sync_cycles = arch_.sync_cycles;
  cost.compute_cycles = ceil_cycles(cycles);
  cost.tiles = tiles;
  cost.flops = flops;
  cost.bytes = bytes;
  return cost;
}

Cost CostModel::elementwise(std::int64_t elements, int inputs, DType dtype, OpClass op) const {
  return fused_elementwise(elements, inputs, dtype, &op, 1);
}

Cost CostModel::fused_elementwise(std::int64_t elements, int inputs, DType dtype,
                                  const OpClass* ops, int num_ops) const {
  check_sizes("elementwise", {elements, inputs, num_ops});
  if (elements == 0 || num_ops == 0) return {};
  double cycles_per_vector = 0;
  std::int64_t flops = 0;
  for (int i = 0; i < num_ops; ++i) {
    cycles_per_vector += vector_cycles(ops[i], dtype);
    if (ops[i] != OpClass::copy) flops += elements;
  }
  const std::int64_t bytes = size_in_bytes(elements, dtype);
  const TileMapping mapping = linear_mapping(bytes, arch_.tiles);
  const std::int64_t on_tile =
      ceil_div(mapping.largest_tile_bytes(), static_cast<std::int64_t>(dtype_size(dtype)));
  return compute_set(
      elementwise_cycles(on_tile, cycles_per_vector, vector_lanes(dtype, arch_), arch_),
      mapping.tiles, flops, bytes * (inputs + 1));
}

Cost CostModel::softmax(std::int64_t rows, std::int64_t classes, DType dtype) const {
  check_sizes("softmax", {rows, classes});
  const OpClass shift_and_exp[] = {OpClass::add, OpClass::exp};
  Cost cost = reduce(rows, classes, 1, dtype);  // largest of each row
  cost += fused_elementwise(rows * classes, 2, dtype, shift_and_exp, 2);
  cost += reduce(rows, classes, 1, dtype);  // sum of each row
  cost += elementwise(rows, 1, dtype, OpClass::reciprocal);
  cost += elementwise(rows * classes, 2, dtype, OpClass::add);  // times reciprocal
  return cost;
}

Cost CostModel::cross_entropy(std::int64_t rows, std::int64_t classes, DType dtype) const {
  check_sizes("cross_entropy", {rows, classes});
  const OpClass log_times_label[] = {OpClass::log, OpClass::add};
  Cost cost = fused_elementwise(rows * classes, 2, dtype, log_times_label, 2);
  cost += reduce(rows, classes, 1, dtype);
  return cost;
}

Cost CostModel::optimizer_update(std::int64_t elements, OptimizerKind kind, DType dtype) const {
  using enum OpClass;
  // One pass over variable, gradient and state, written out as vector operations.
  static constexpr OpClass kSgd[] = {add};            // w -= rate g
  static constexpr OpClass kMomentum[] = {add, add};  // v = mu v + g; w -= rate v
  static constexpr OpClass kRmsprop[] = {negate, add, add, rsqrt, add, add};
  static constexpr OpClass kAdam[] = {add, add, negate, add, add, sqrt, add, divide, add};
  switch (kind) {
    case OptimizerKind::sgd:
      return fused_elementwise(elements, 2, dtype, kSgd, 1);
    case OptimizerKind::momentum:
      return fused_elementwise(elements, 3, dtype, kMomentum, 2);
    case OptimizerKind::rmsprop:
      return fused_elementwise(elements, 3, dtype, kRmsprop, 6);
    case OptimizerKind::adam:
      return fused_elementwise(elements, 4, dtype, kAdam, 9);
  }
  throw Internal("optimizer_update: not an optimizer");
}

Cost CostModel::copy(std::int64_t bytes) const {
  check_sizes("copy", {bytes});
  if (bytes == 0) return {};
  const TileMapping mapping = linear_mapping(bytes, arch_.tiles);
  return compute_set(elementwise_cycles(mapping.largest_tile_bytes(), 1, arch_.vector_bytes, arch_),
                     mapping.tiles, 0, 2 * bytes);
}

Cost CostModel::cast(std::int64_t elements, DType from, DType to) const {
  check_sizes("cast", {elements});
  const DType wide = dtype_size(from) > dtype_size(to) ? from : to;
  const bool vectors = is_floating(from) && is_floating(to);
  Cost cost = elementwise(elements, 1, wide, vectors ? OpClass::negate : OpClass::scalar);
  cost.bytes = size_in_bytes(elements, from) + size_in_bytes(elements, to);
  return cost;
}

}  // namespace pipette
