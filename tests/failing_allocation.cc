#include "failing_allocation.h"

#include <atomic>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <utility>

namespace {

thread_local std::int64_t left = 0;
thread_local pipette::Failure failure = pipette::Failure::none;
thread_local std::size_t smallest = 0;
thread_local bool failed = false;
std::atomic<std::int64_t> live{0};

void release(void* memory) {
  if (memory != nullptr) --live;
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) {
  if (failure != pipette::Failure::none && size >= smallest && left-- <= 0) {
    failed = true;
    if (std::exchange(failure, pipette::Failure::none) == pipette::Failure::other) {
      throw std::runtime_error("broken");
    }
    throw std::bad_alloc();
  }
  void* const memory = std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  ++live;
  return memory;
}
// Sanitizers have one of their own, whose memory ours would not know how to free.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (...) {
    return nullptr;
  }
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }

namespace pipette {

void fail_allocation(std::int64_t after, Failure how, std::size_t at_least) {
  left = after;
  smallest = at_least;
  failure = how;
  failed = false;
}

std::int64_t live_allocations() { return live; }

bool take_failed() {
  failure = Failure::none;
  return std::exchange(failed, false);
}

}  // namespace pipette
