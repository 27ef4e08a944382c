// Places tensors on the tiles of one IPU and checks whether they fit.
//
//   MemoryAccount account(architecture("Mk2"));
//   account.add_always_live("Dense_128/kernel", 784 * 128 * 4);
//   account.add_live("activations", 32 * 128 * 4, 3, 9);   // steps 3 to 9 of the program
//   MemoryReport report = account.report();
//   if (!report.fits()) throw out_of_memory(report, 0);
//
// A tensor is cut into grains (one vector, 8 bytes) that are dealt out evenly to as many tiles as
// can hold at least 128 bytes each (PopLibs TileMapping.cpp: minBytesPerTile, grain = vector
// width). Each tensor begins where the previous one ended, wrapping round the tiles, so small
// tensors do not pile up on tile 0.
//
// Always-live bytes (weights, optimizer state, code) count all the time; other bytes count from the
// step that makes them to the last step that reads them. The peak is taken tile by tile.
//
// Plain copyable values, one thread at a time. Sizes are bytes, steps are any increasing integers.
//
// Inaccuracies: no gaps, alignment, memory elements or interleaved regions; code and exchange code
// count only where the caller adds them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/choices.h"
#include "core/error.h"
#include "core/item.h"
#include "device/architecture.h"

namespace pipette {

// A range of `tiles` tiles from `first_tile` on, wrapping round; the first `larger_tiles` of them
// hold one grain more than the others, and the last grain may be incomplete.
struct TileMapping {
  std::int64_t bytes = 0;
  int total_tiles = 0;  // of the IPU
  int first_tile = 0;
  int tiles = 0;  // that hold a part of it
  std::int64_t grain_bytes = 8;
  std::int64_t grains_per_tile = 0;  // on each tile that is not one of the larger ones
  int larger_tiles = 0;

  std::int64_t bytes_on(int tile) const;  // 0 <= tile < total_tiles
  std::int64_t largest_tile_bytes() const;
  int tile_at(int index) const { return (first_tile + index) % total_tiles; }
};

inline constexpr std::int64_t kMinBytesPerTile = 128;
inline constexpr std::int64_t kGrainBytes = 8;

TileMapping linear_mapping(std::int64_t bytes, int tiles, std::int64_t grain_bytes = kGrainBytes,
                           int first_tile = 0, std::int64_t min_bytes_per_tile = kMinBytesPerTile);

// The purpose of a tensor, as far as it decides what would save memory.
enum class MemoryKind : std::uint8_t { other, weights, optimizer_state, accumulators, stash };
inline constexpr std::size_t kNumMemoryKinds = 5;
constexpr auto choices_of(MemoryKind) {
  return std::to_array<Choice<MemoryKind>>(
      {{MemoryKind::other, "other", "values"},
       {MemoryKind::weights, "weights", "weights"},
       {MemoryKind::optimizer_state, "optimizer_state", "optimizer state"},
       {MemoryKind::accumulators, "accumulators", "gradient accumulators"},
       {MemoryKind::stash, "stash", "stashed activations"}});
}

struct TensorMemory {
  std::string name;
  TileMapping mapping;
  MemoryKind kind = MemoryKind::other;
  bool always_live = true;
  std::int64_t first_step = 0, last_step = 0;  // when not always live

  bool is_live(std::int64_t step) const {
    return always_live || (first_step <= step && step <= last_step);
  }
};

// The bytes that are not always live, from `step` until the next entry of a curve.
struct MemoryStep {
  std::int64_t step = 0, bytes = 0;
  friend bool operator==(const MemoryStep&, const MemoryStep&) = default;
};

struct MemoryReport {
  std::vector<std::int64_t> always_live_bytes;      // by tile
  std::vector<std::int64_t> not_always_live_bytes;  // by tile: peak over the steps
  std::int64_t total_always_live_bytes = 0;
  std::int64_t peak_not_always_live_bytes = 0;  // all tiles at the worst step
  std::int64_t peak_step = 0;
  std::vector<MemoryStep> curve;  // all tiles, over the program; steps rise, neighbours differ
  std::array<std::int64_t, kNumMemoryKinds> peak_bytes_of{};  // by MemoryKind, at peak_step
  std::int64_t tile_memory_bytes = 0;                         // the limit
  int largest_tile = 0;
  std::int64_t largest_tile_bytes = 0;
  std::vector<TensorMemory> tensors;  // all, in the order in which they were placed

  std::int64_t bytes_of(MemoryKind kind) const { return item(peak_bytes_of, kind); }
  std::int64_t total_bytes() const { return total_always_live_bytes + peak_not_always_live_bytes; }
  std::int64_t limit_bytes() const;
  std::int64_t headroom_bytes() const { return tile_memory_bytes - largest_tile_bytes; }
  bool fits() const { return headroom_bytes() >= 0; }
  // Returns at most `most` tensors that count at a step, largest first.
  std::vector<TensorMemory> largest_tensors(std::int64_t at_step, std::size_t most) const;
};

class MemoryAccount {
 public:
  explicit MemoryAccount(const Architecture& arch);

  // All return the mapping. They throw InvalidArgument for sizes < 0 and for last_step <
  // first_step.
  TileMapping add_always_live(const std::string& name, std::int64_t bytes,
                              MemoryKind kind = MemoryKind::other);
  TileMapping add_live(const std::string& name, std::int64_t bytes, std::int64_t first_step,
                       std::int64_t last_step, MemoryKind kind = MemoryKind::other);
  // Adds the same number of bytes on each of the first `tiles` tiles: code, operands of a product.
  TileMapping add_live_per_tile(const std::string& name, std::int64_t bytes_per_tile, int tiles,
                                std::int64_t first_step, std::int64_t last_step);

  const std::vector<TensorMemory>& tensors() const { return tensors_; }
  MemoryReport report() const;

 private:
  TileMapping place(std::int64_t bytes);
  TileMapping place_per_tile(std::int64_t bytes_per_tile, int tiles) const;
  TileMapping add(TensorMemory tensor);

  int tiles_ = 0;
  std::int64_t tile_memory_bytes_ = 0;
  int next_tile_ = 0;
  std::vector<TensorMemory> tensors_;
};

// Remedies available to a program that does not fit.
struct MemoryRemedies {
  bool offload = true;     // the machine has remote buffers
  bool pipelined = false;  // mini-batches can be recomputed
};

// "IPU 0 is out of memory: tile 17 needs 700,000 bytes but has 638,976 ...": need, limit, largest
// tensors, possible remedies.
std::string out_of_memory_message(const MemoryReport& report, int ipu,
                                  const MemoryRemedies& remedies = {});
ResourceExhausted out_of_memory(const MemoryReport& report, int ipu,
                                const MemoryRemedies& remedies = {});

}  // namespace pipette
