#include "device/memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "device/integer.h"

namespace pipette {

TileMapping linear_mapping(std::int64_t bytes, int tiles, std::int64_t grain_bytes, int first_tile,
                           std::int64_t min_bytes_per_tile) {
  if (bytes < 0 || tiles < 1 || grain_bytes < 1 || first_tile < 0 || first_tile >= tiles ||
      min_bytes_per_tile < 1) {
    throw InvalidArgument(
        fmt::format("linear_mapping: bytes {} must be at least 0, tiles {}, grain_bytes {} and "
                    "min_bytes_per_tile {} at least 1, first_tile {} one of the tiles",
                    bytes, tiles, grain_bytes, min_bytes_per_tile, first_tile));
  }
  TileMapping mapping;
  mapping.bytes = bytes;
  mapping.total_tiles = tiles;
  mapping.first_tile = first_tile;
  mapping.grain_bytes = grain_bytes;
  if (bytes == 0) return mapping;
  const std::int64_t grains = ceil_div(bytes, grain_bytes);
  const std::int64_t wanted = std::max<std::int64_t>(1, bytes / min_bytes_per_tile);
  const std::int64_t used = std::min({wanted, grains, static_cast<std::int64_t>(tiles)});
  mapping.tiles = static_cast<int>(used);
  mapping.grains_per_tile = grains / used;
  mapping.larger_tiles = static_cast<int>(grains % used);
  return mapping;
}

std::int64_t TileMapping::bytes_on(int tile) const {
  if (tile < 0 || tile >= total_tiles) {
    throw InvalidArgument(fmt::format("tile {} is not one of {}", tile, total_tiles));
  }
  const int position = (tile - first_tile + total_tiles) % total_tiles;
  if (position >= tiles) return 0;
  const std::int64_t grains = grains_per_tile + (position < larger_tiles);
  if (position < tiles - 1) return grains * grain_bytes;
  const std::int64_t all = grains_per_tile * tiles + larger_tiles;
  return grains * grain_bytes - (all * grain_bytes - bytes);  // the last grain may be cut short
}

std::int64_t TileMapping::largest_tile_bytes() const {
  return tiles == 0 ? 0 : bytes_on(tile_at(0));
}

std::int64_t MemoryReport::limit_bytes() const {
  return tile_memory_bytes * static_cast<std::int64_t>(always_live_bytes.size());
}

MemoryAccount::MemoryAccount(const Architecture& arch)
    : tiles_(arch.tiles), tile_memory_bytes_(arch.tile_memory_bytes) {}

TileMapping MemoryAccount::place(std::int64_t bytes) {
  const TileMapping mapping = linear_mapping(bytes, tiles_, kGrainBytes, next_tile_);
  next_tile_ = (next_tile_ + mapping.tiles) % tiles_;
  return mapping;
}

TileMapping MemoryAccount::place_per_tile(std::int64_t bytes_per_tile, int tiles) const {
  if (bytes_per_tile < 0 || tiles < 0 || tiles > tiles_) {
    throw InvalidArgument(
        fmt::format("bytes_per_tile {} must be at least 0 and tiles {} between 0 and {}",
                    bytes_per_tile, tiles, tiles_));
  }
  return linear_mapping(bytes_per_tile * tiles, tiles_, std::max<std::int64_t>(1, bytes_per_tile),
                        0, 1);
}

TileMapping MemoryAccount::add(TensorMemory tensor) {
  if (tensor.last_step < tensor.first_step) {
    throw InvalidArgument(
        fmt::format("\"{}\" is last read at step {}, before step {} makes it; "
                    "the nearest valid last_step is {}",
                    tensor.name, tensor.last_step, tensor.first_step, tensor.first_step));
  }
  tensors_.push_back(std::move(tensor));
  return tensors_.back().mapping;
}

TileMapping MemoryAccount::add_always_live(const std::string& name, std::int64_t bytes,
                                           MemoryKind kind) {
  return add({name, place(bytes), kind, true, 0, 0});
}

TileMapping MemoryAccount::add_live(const std::string& name, std::int64_t bytes,
                                    std::int64_t first_step, std::int64_t last_step,
                                    MemoryKind kind) {
  return add({name, place(bytes), kind, false, first_step, last_step});
}

TileMapping MemoryAccount::add_live_per_tile(const std::string& name, std::int64_t bytes_per_tile,
                                             int tiles, std::int64_t first_step,
                                             std::int64_t last_step) {
  return add({name, place_per_tile(bytes_per_tile, tiles), MemoryKind::other, false, first_step,
              last_step});
}

}  // namespace pipette
