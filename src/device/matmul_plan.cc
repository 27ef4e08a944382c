#include "device/matmul_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "device/amp_cycles.h"
#include "device/clock.h"
#include "device/integer.h"

namespace pipette {
namespace {

// Weights [channels, k] against activations [k, rows]: the product seen from the matrix unit.
struct Problem {
  std::int64_t channels, k, rows;
  DType dtype;
  const Architecture& arch;
  bool layout_changes;
  double gathered_limit_bytes;  // of one tile, for operands and partials of one serial pass
  double element_bytes;
};

struct Candidate {
  std::int64_t channel_splits = 0, k_splits = 0, row_splits = 0, serial_splits = 1;
  std::int64_t channel_block = 0, k_block = 0, row_block = 0;
  std::int64_t multiply = 0;
  double gather_exchange = 0, reduce_exchange = 0, reduce_compute = 0, layout = 0, sync = 0;
  double gathered_bytes = 0;
  double total = 0;
};

// The next larger number of parts that makes the largest part of `size` smaller.
std::int64_t next_split(std::int64_t size, std::int64_t splits) {
  const std::int64_t part = ceil_div(size, splits);
  return part == 1 ? size + 1 : ceil_div(size, part - 1);
}

// Everything but the multiplication itself; c.total is what these parts cost.
void cost_movement(const Problem& p, Candidate& c) {
  const Architecture& arch = p.arch;
  const double superstep_exchange = static_cast<double>(arch.exchange_fixed_cycles);
  const double superstep_sync = 2.0 * static_cast<double>(arch.sync_cycles);
  const double exchange_bytes = arch.exchange_bytes_per_cycle;
  const double activations = static_cast<double>(c.row_block * c.k_block) * p.element_bytes;
  const double weights = static_cast<double>(c.channel_block * c.k_block) * p.element_bytes;
  const double partials = static_cast<double>(c.row_block * c.channel_block) * p.element_bytes;

  const double gathered = activations + weights + partials;
  c.serial_splits = std::max<std::int64_t>(1, ceil_cycles(gathered / p.gathered_limit_bytes));
  c.gathered_bytes = gathered / static_cast<double>(c.serial_splits);
  const double serial = static_cast<double>(c.serial_splits);

  // Tiles with the same rows and other channels take the same activations: pairs share the receive.
  const int shared = c.channel_splits % 2 == 0 ? arch.exchange_shared_factor : 1;
  c.gather_exchange = activations / (exchange_bytes * shared) + serial * superstep_exchange;
  if (c.row_splits > 1) c.gather_exchange += weights / exchange_bytes;
  c.sync = serial * superstep_sync;

  if (c.k_splits > 1) {
    const double outputs =
        static_cast<double>(ceil_div(c.row_block * c.channel_block, c.k_splits)) * p.element_bytes;
    const double parts = static_cast<double>(c.k_splits);
    c.reduce_exchange = outputs * (parts - 1) / exchange_bytes + superstep_exchange;
    c.reduce_compute = outputs * parts / arch.vector_bytes + 100;
    c.sync += superstep_sync;
  }
  if (p.layout_changes) {
    const double moved = static_cast<double>(p.rows) * static_cast<double>(p.k + p.channels) *
                         p.element_bytes / arch.tiles;
    c.layout =
        static_cast<double>(arch.layout_fixed_cycles) + arch.layout_cycles_per_byte_8 * moved;
  }
  c.total = c.gather_exchange + c.reduce_exchange + c.reduce_compute + c.layout + c.sync;
}

// No vertex beats the peak of the unit and the loading of its weights.
double least_multiply_cycles(const Problem& p, const Candidate& c, double macs) {
  const double block = static_cast<double>(c.channel_block * c.k_block);
  const double weight_loads = block * p.element_bytes / 8 * static_cast<double>(c.serial_splits);
  return block * static_cast<double>(c.row_block) / macs + weight_loads;
}

double multiply_cycles(const Problem& p, Candidate& c) {
  c.multiply = c.serial_splits * amp_cycles(ceil_div(c.row_block, c.serial_splits), c.k_block,
                                            c.channel_block, p.dtype, p.arch);
  return static_cast<double>(c.multiply);
}

void search(const Problem& p, Candidate& best) {
  const std::int64_t tiles = p.arch.tiles;
  const std::int64_t in_group = amp_in_channels(p.dtype);
  const std::int64_t channel_groups = ceil_div(p.channels, kAmpOutChannels);
  const std::int64_t k_groups = ceil_div(p.k, in_group);
  const double macs = p.arch.amp_macs(p.dtype);

  for (std::int64_t cs = 1; cs <= std::min(channel_groups, tiles);
       cs = next_split(channel_groups, cs)) {
    for (std::int64_t ks = 1; ks <= std::min(k_groups, tiles / cs); ks = next_split(k_groups, ks)) {
      Candidate c;
      c.channel_splits = cs;
      c.k_splits = ks;
      c.channel_block = ceil_div(channel_groups, cs) * kAmpOutChannels;
      c.k_block = ceil_div(k_groups, ks) * in_group;
      c.row_splits = std::min(p.rows, tiles / (cs * ks));
      c.row_block = ceil_div(p.rows, c.row_splits);
      cost_movement(p, c);
      const bool first = best.total == 0;
      if (!first && c.total + least_multiply_cycles(p, c, macs) >= best.total) continue;
      c.total += multiply_cycles(p, c);
      if (first || c.total < best.total) best = c;
    }
  }
}

void check_arguments(std::int64_t m, std::int64_t k, std::int64_t n, const MatmulOptions& options) {
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  const std::int64_t sizes[] = {m, k, n};
  for (int i = 0; i < 3; ++i) {
    if (sizes[i] >= 1 && sizes[i] <= kMost) continue;
    throw InvalidArgument(
        fmt::format("matmul: {} must be 1 to 2^31, but it is {}; the nearest valid value is {}",
                    "mkn"[i], sizes[i], sizes[i] < 1 ? 1 : kMost));
  }
  const double work =
      2.0 * static_cast<double>(m) * static_cast<double>(k) * static_cast<double>(n);
  if (work > 1e18) {
    throw InvalidArgument(fmt::format(
        "matmul: [{}, {}] x [{}, {}] is {:.3g} operations; the most is 1e18", m, k, k, n, work));
  }
  const double share = options.available_memory_proportion;
  if (!(share > 0 && share <= 1)) {
    throw InvalidArgument(
        fmt::format("available_memory_proportion must be above 0 and at most 1, but it is {}; "
                    "the nearest valid value is {}",
                    share, share > 1 ? "1" : "0.01"));
  }
}

MatmulPlan to_plan(const Candidate& c, bool swapped) {
  MatmulPlan plan;
  plan.swapped = swapped;
  plan.m_splits = swapped ? c.row_splits : c.channel_splits;
  plan.n_splits = swapped ? c.channel_splits : c.row_splits;
  plan.k_splits = c.k_splits;
  plan.serial_splits = c.serial_splits;
  plan.m_block = swapped ? c.row_block : c.channel_block;
  plan.n_block = swapped ? c.channel_block : c.row_block;
  plan.k_block = c.k_block;
  plan.multiply_cycles = c.multiply;
  plan.gather_exchange_cycles = ceil_cycles(c.gather_exchange);
  plan.reduce_exchange_cycles = ceil_cycles(c.reduce_exchange);
  plan.reduce_compute_cycles = ceil_cycles(c.reduce_compute);
  plan.layout_cycles = ceil_cycles(c.layout);
  plan.sync_cycles = ceil_cycles(c.sync);
  plan.gathered_bytes_per_tile = ceil_cycles(c.gathered_bytes);
  return plan;
}

}  // namespace

std::int64_t MatmulPlan::total_cycles() const {
  return gather_exchange_cycles + multiply_cycles + reduce_exchange_cycles + reduce_compute_cycles +
         layout_cycles + sync_cycles;
}

double MatmulPlan::flops_per_second(const Architecture& arch) const {
  return static_cast<double>(flops) / cycles_to_seconds(total_cycles(), arch);
}

MatmulPlan plan_matmul(std::int64_t m, std::int64_t k, std::int64_t n, DType dtype,
                       const Architecture& arch, const MatmulOptions& options) {
  arch.amp_macs(dtype);  // throws for other dtypes
  check_arguments(m, k, n, options);

  const double element_bytes = static_cast<double>(dtype_size(dtype));
  const double dm = static_cast<double>(m), dk = static_cast<double>(k),
               dn = static_cast<double>(n);
  const double tile_bytes = static_cast<double>(arch.tile_memory_bytes);
  // A tile holds its share of both operands and the result, and keeps a tenth for code.
  const double resident = (dm * dk + dk * dn + dm * dn) * element_bytes / arch.tiles;
  const double limit = std::min(std::max(32768.0, tile_bytes * 0.9 - resident),
                                tile_bytes * options.available_memory_proportion);

  Candidate left_held, right_held;
  search({m, k, n, dtype, arch, options.layout_changes, limit, element_bytes}, left_held);
  search({n, k, m, dtype, arch, options.layout_changes, limit, element_bytes}, right_held);
  const bool swapped = right_held.total < left_held.total;

  MatmulPlan plan = to_plan(swapped ? right_held : left_held, swapped);
  plan.m = m;
  plan.k = k;
  plan.n = n;
  plan.dtype = dtype;
  // Parts that rounding up left without work are not counted.
  plan.m_splits = ceil_div(m, plan.m_block);
  plan.k_splits = ceil_div(k, plan.k_block);
  plan.n_splits = ceil_div(n, plan.n_block);
  plan.tiles = static_cast<int>(plan.m_splits * plan.k_splits * plan.n_splits);
  plan.flops = 2 * m * k * n;
  return plan;
}

}  // namespace pipette
