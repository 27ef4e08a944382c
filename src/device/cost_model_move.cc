// The estimators that move data: reductions, exchanges, links, streams, remote buffers.
#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "device/clock.h"
#include "device/cost_model.h"
#include "device/host_model.h"
#include "device/integer.h"
#include "device/memory.h"

namespace pipette {
namespace {

void check_bytes(const char* estimator, std::int64_t bytes) {
  if (bytes < 0 || bytes > std::int64_t{1} << 56) {
    throw InvalidArgument(
        fmt::format("{}: bytes must be 0 to 2^56, but they are {}; the nearest valid value is {}",
                    estimator, bytes, bytes < 0 ? "0" : "2^56"));
  }
}

void check_ipus(const char* estimator, int num_ipus) {
  if (num_ipus < 1) {
    throw InvalidArgument(
        fmt::format("{}: num_ipus must be at least 1, but it is {}; the nearest valid value is 1",
                    estimator, num_ipus));
  }
}

// One stage of a reduction: `segments` parts of every output, each summed where it is gathered.
struct ReduceStage {
  double exchange = 0, compute = 0;
  int tiles = 0;
};

ReduceStage reduce_stage(std::int64_t outputs, std::int64_t reduced, std::int64_t segments,
                         DType dtype, const Architecture& arch) {
  const std::int64_t pieces = outputs * segments;
  const std::int64_t pieces_of_tile = ceil_div(pieces, arch.tiles);
  const std::int64_t length = ceil_div(reduced, segments);
  const double bytes =
      static_cast<double>(pieces_of_tile * length) * static_cast<double>(dtype_size(dtype));
  return {static_cast<double>(arch.exchange_fixed_cycles) + bytes / arch.exchange_bytes_per_cycle,
          reduction_cycles(pieces_of_tile, length, dtype, arch),
          static_cast<int>(ceil_div(pieces, pieces_of_tile))};
}

// The cheapest way to add `reduced` partials of each output in at most `stages` supersteps.
Cost plan_reduce(std::int64_t outputs, std::int64_t reduced, int stages, DType dtype,
                 const Architecture& arch) {
  Cost best;
  const std::int64_t most_segments = std::min<std::int64_t>((reduced + 1) / 2, arch.tiles);
  for (std::int64_t segments = 1; segments <= std::max<std::int64_t>(1, most_segments);
       segments *= 2) {
    if (segments > 1 && stages == 1) break;
    const ReduceStage stage = reduce_stage(outputs, reduced, segments, dtype, arch);
    Cost cost;
    cost.exchange_cycles = ceil_cycles(stage.exchange);
    cost.sync_cycles = 2 * arch.sync_cycles;
    cost.compute_cycles = ceil_cycles(stage.compute);
    cost.tiles = stage.tiles;
    if (best.tiles != 0 && cost.total_cycles() >= best.total_cycles()) continue;
    if (segments > 1) cost += plan_reduce(outputs, segments, stages - 1, dtype, arch);
    if (best.tiles == 0 || cost.total_cycles() < best.total_cycles()) best = cost;
  }
  return best;
}

}  // namespace

Cost CostModel::reduce(std::int64_t outer, std::int64_t reduced, std::int64_t inner,
                       DType dtype) const {
  const double elements =
      static_cast<double>(outer) * static_cast<double>(reduced) * static_cast<double>(inner);
  if (outer < 0 || reduced < 0 || inner < 0 || elements > 1e15) {
    throw InvalidArgument(
        fmt::format("reduce: [{}, {}, {}] must have sizes of at least 0 and at most 1e15 elements",
                    outer, reduced, inner));
  }
  if (outer == 0 || reduced == 0 || inner == 0) return {};
  constexpr int kMaxStages = 3;
  Cost cost = plan_reduce(outer * inner, reduced, kMaxStages, dtype, arch_);
  cost.flops = outer * (reduced - 1) * inner;
  cost.bytes = outer * (reduced + 1) * inner * static_cast<std::int64_t>(dtype_size(dtype));
  return cost;
}

// -- within one IPU -------------------------------------------------------------------------------

namespace {

Cost exchange_over(int tiles, std::int64_t bytes, const Architecture& arch) {
  if (bytes == 0) return {};
  const TileMapping mapping = linear_mapping(bytes, tiles);
  Cost cost;
  cost.exchange_cycles = arch.exchange_fixed_cycles +
                         ceil_div(mapping.largest_tile_bytes(), arch.exchange_bytes_per_cycle);
  cost.sync_cycles = arch.sync_cycles;
  cost.tiles = mapping.tiles;
  cost.bytes = 2 * bytes;
  return cost;
}

}  // namespace

Cost CostModel::exchange(std::int64_t bytes) const {
  check_bytes("exchange", bytes);
  return exchange_over(arch_.tiles, bytes, arch_);
}

Cost CostModel::io_tile_copy(std::int64_t bytes) const {
  check_bytes("io_tile_copy", bytes);
  // The side with fewer tiles takes longer.
  return exchange_over(std::max(1, std::min(arch_.io_tiles, arch_.tiles)), bytes, arch_);
}

Cost CostModel::transpose(std::int64_t elements, DType dtype) const {
  check_bytes("transpose", elements);
  const std::int64_t bytes = elements * static_cast<std::int64_t>(dtype_size(dtype));
  Cost cost = exchange(bytes);
  if (bytes == 0 || !options_.layout_changes) return cost;
  // Neighbours in memory part: the atoms that are moved are single elements.
  const double per_byte =
      dtype_size(dtype) >= 4 ? arch_.layout_cycles_per_byte_4 : arch_.layout_cycles_per_byte_2;
  const std::int64_t on_tile = linear_mapping(bytes, arch_.tiles).largest_tile_bytes();
  cost.layout_cycles =
      arch_.layout_fixed_cycles + ceil_cycles(per_byte * static_cast<double>(on_tile));
  return cost;
}

Cost CostModel::gather(std::int64_t rows, std::int64_t row_elements, DType dtype) const {
  check_bytes("gather", rows);
  check_bytes("gather", row_elements);
  if (static_cast<double>(rows) * static_cast<double>(row_elements) > 1e15) {
    throw InvalidArgument(
        fmt::format("gather: {} rows of {} elements are more than 1e15", rows, row_elements));
  }
  if (rows == 0 || row_elements == 0) return {};
  const std::int64_t rows_of_tile = ceil_div(rows, arch_.tiles);
  Cost cost = exchange(rows * row_elements * static_cast<std::int64_t>(dtype_size(dtype)));
  cost.sync_cycles += arch_.sync_cycles;
  cost.compute_cycles = ceil_cycles(slice_cycles(rows_of_tile, row_elements, dtype, arch_));
  cost.tiles = static_cast<int>(ceil_div(rows, rows_of_tile));
  return cost;
}

// -- beyond one IPU -------------------------------------------------------------------------------

Cost CostModel::sync(int num_ipus) const {
  check_ipus("sync", num_ipus);
  Cost cost;
  cost.sync_cycles = arch_.sync_cycles;
  if (num_ipus > 1) {
    const int hops = 1 + num_ipus / 4;
    cost.sync_cycles += ceil_cycles(arch_.sync_hop_seconds * hops * 2 * arch_.clock_hz);
  }
  return cost;
}

Cost CostModel::global_exchange(int num_ipus, std::int64_t bytes) const {
  check_bytes("global_exchange", bytes);
  Cost cost = sync(num_ipus);
  if (bytes == 0) return cost;
  const double seconds = arch_.global_exchange_seconds +
                         static_cast<double>(bytes) / arch_.global_bytes_per_second(num_ipus);
  cost.exchange_cycles = ceil_cycles(seconds * arch_.clock_hz);
  cost.tiles = arch_.tiles;
  cost.bytes = 2 * bytes;
  return cost;
}

void CostModel::add_copy(Copies& copies, int num_ipus, int from, int to, std::int64_t bytes) const {
  check_bytes("add_copy", bytes);
  if (bytes == 0) return;
  const std::vector<LinkId> route = options_.ladder.route(from, to);
  const auto hops = static_cast<double>(route.size());
  const double seconds = arch_.global_exchange_seconds + (hops - 1) * arch_.sync_hop_seconds;
  copies.latency_cycles = std::max(copies.latency_cycles, seconds * arch_.clock_hz);
  copies.add(route,
             static_cast<double>(bytes) / arch_.global_bytes_per_second(num_ipus) * arch_.clock_hz);
}

Cost CostModel::inter_ipu_copy(int num_ipus, int from, int to, std::int64_t bytes) const {
  Copies copies;
  add_copy(copies, num_ipus, from, to, bytes);
  LinkExchange exchange({&copies, 1});
  exchange.add(0);
  Cost cost = sync(2);
  cost.exchange_cycles = exchange.cycles();
  cost.tiles = bytes > 0 ? arch_.tiles : 0;
  cost.bytes = 2 * bytes;
  return cost;
}

Cost CostModel::allreduce(int num_ipus, std::int64_t bytes, DType dtype) const {
  check_ipus("allreduce", num_ipus);
  check_bytes("allreduce", bytes);
  if (num_ipus == 1 || bytes == 0) return {};
  // Reduce-scatter adds n-1 chunks, all-gather passes n-1 of them on.
  const std::int64_t chunk_bytes = ceil_div(bytes, num_ipus);
  const std::int64_t chunk_elements =
      ceil_div(chunk_bytes, static_cast<std::int64_t>(dtype_size(dtype)));
  const Cost step = global_exchange(num_ipus, chunk_bytes);
  const Cost add = elementwise(chunk_elements, 2, dtype, OpClass::add);
  Cost cost;
  for (int i = 1; i < num_ipus; ++i) {
    cost += step;
    cost += add;
    cost += step;
  }
  return cost;
}

Cost CostModel::allgather(int num_ipus, std::int64_t bytes) const {
  check_ipus("allgather", num_ipus);
  check_bytes("allgather", bytes);
  if (num_ipus == 1 || bytes == 0) return {};
  const Cost step = global_exchange(num_ipus, ceil_div(bytes, num_ipus));
  Cost cost;
  for (int i = 1; i < num_ipus; ++i) cost += step;
  return cost;
}

Cost CostModel::stream_copy(std::int64_t bytes) const {
  check_bytes("stream_copy", bytes);
  Cost cost;
  cost.exchange_cycles = stream_data_cycles(bytes, options_.host, arch_);
  cost.bytes = bytes;
  return cost;
}

Cost CostModel::remote_transfer(std::int64_t bytes, int num_ipus) const {
  check_bytes("remote_transfer", bytes);
  check_ipus("remote_transfer", num_ipus);
  if (bytes == 0) return {};
  const int sharing = std::min(num_ipus, arch_.ipus_per_machine);
  const double bytes_per_second = std::min(arch_.remote_bytes_per_second_per_ipu,
                                           arch_.remote_bytes_per_second_per_machine / sharing);
  Cost cost = sync();
  cost.exchange_cycles =
      ceil_cycles(static_cast<double>(bytes) / bytes_per_second * arch_.clock_hz);
  cost.tiles = arch_.tiles;
  cost.bytes = 2 * bytes;
  return cost;
}

}  // namespace pipette
