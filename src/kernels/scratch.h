// Scratch memory for the current kernel of this thread: panels, partial sums, padded images.
// Internal to this room.
//
//   float* panel = scratch(4096);      // valid until the next call; not cleared, 64-byte aligned
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace pipette::kernels {

inline constexpr std::align_val_t kScratchAlignment{64};

inline float* scratch(std::ptrdiff_t count) {
  struct AlignedDelete {
    void operator()(float* p) const { ::operator delete(p, kScratchAlignment); }
  };
  thread_local std::unique_ptr<float, AlignedDelete> memory;
  thread_local std::ptrdiff_t capacity = 0;
  if (capacity < count) {
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    memory.reset(static_cast<float*>(::operator new(bytes, kScratchAlignment)));
    capacity = count;
  }
  return memory.get();
}

}  // namespace pipette::kernels
