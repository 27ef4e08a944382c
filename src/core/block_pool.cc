#include "core/block_pool.h"

#include <array>
#include <mutex>
#include <new>
#include <utility>

namespace pipette {

namespace {

constexpr std::align_val_t kAlignment{64};
constexpr std::size_t kSmallest = std::size_t{1} << 12;
constexpr std::size_t kLargest = std::size_t{1} << 20;

struct Block {
  std::byte* bytes = nullptr;
  std::size_t num_bytes = 0;
};

struct Pool {
  std::mutex mutex;
  std::array<Block, 8> blocks;
  std::size_t next = 0;
};

Pool& pool() {
  static auto& shared = *new Pool;  // outlives every array, static ones too
  return shared;
}

bool is_pooled(std::size_t num_bytes) { return num_bytes >= kSmallest && num_bytes <= kLargest; }

}  // namespace

std::byte* take_block(std::size_t num_bytes) {
  if (is_pooled(num_bytes)) {
    const std::lock_guard lock(pool().mutex);
    for (Block& block : pool().blocks) {
      if (block.bytes != nullptr && block.num_bytes == num_bytes) {
        return std::exchange(block.bytes, nullptr);
      }
    }
  }
  return static_cast<std::byte*>(
      ::operator new(num_bytes == 0 ? 1 : num_bytes, kAlignment, std::nothrow));
}

void give_block(std::byte* bytes, std::size_t num_bytes) {
  if (is_pooled(num_bytes)) {
    Pool& shared = pool();
    const std::lock_guard lock(shared.mutex);
    shared.next = (shared.next + 1) % shared.blocks.size();
    Block& place = shared.blocks[shared.next];
    std::swap(place.bytes, bytes);
    place.num_bytes = num_bytes;
  }
  ::operator delete(bytes, kAlignment);
}

}  // namespace pipette
