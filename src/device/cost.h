// The cost of an operation on the device: cycles by phase of the superstep, and the work done.
//
//   Cost step = model.matmul(32, 784, 128, DType::f32);
//   step += model.elementwise(32 * 128, 1, DType::f32, OpClass::relu);
//   step.total_cycles();  step.flops / cycles_to_seconds(step.total_cycles(), arch)
//
// The phases follow one another (bulk-synchronous), so the time is their sum. Plain value.
#pragma once

#include <cstdint>

namespace pipette {

struct Cost {
  std::int64_t exchange_cycles = 0;  // moving data between tiles, IPUs or memory outside
  std::int64_t sync_cycles = 0;      // waiting at barriers, skew included
  std::int64_t layout_cycles = 0;    // rearranging data on a tile for the next vertex
  std::int64_t compute_cycles = 0;   // slowest tile
  int tiles = 0;                     // tiles at work; of a sum: the most in any part
  std::int64_t flops = 0;            // a multiply-add counts as two
  std::int64_t bytes = 0;            // operands read and results written

  std::int64_t total_cycles() const {
    return exchange_cycles + sync_cycles + layout_cycles + compute_cycles;
  }

  Cost& operator+=(const Cost& other) {
    exchange_cycles += other.exchange_cycles;
    sync_cycles += other.sync_cycles;
    layout_cycles += other.layout_cycles;
    compute_cycles += other.compute_cycles;
    tiles = tiles < other.tiles ? other.tiles : tiles;
    flops += other.flops;
    bytes += other.bytes;
    return *this;
  }
  friend Cost operator+(Cost a, const Cost& b) { return a += b; }
  friend bool operator==(const Cost&, const Cost&) = default;
};

}  // namespace pipette
