#include "page/failing_allocation.h"

#include <cstdlib>
#include <new>
#include <stdexcept>
#include <utility>

namespace {

thread_local std::int64_t left = 0;
thread_local pipette::Failure failure = pipette::Failure::none;
thread_local bool failed = false;

}  // namespace

void* operator new(std::size_t size) {
  if (failure != pipette::Failure::none && left-- <= 0) {
    failed = true;
    if (std::exchange(failure, pipette::Failure::none) == pipette::Failure::other) {
      throw std::runtime_error("broken");
    }
    throw std::bad_alloc();
  }
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace pipette {

void fail_allocation(std::int64_t after, Failure how) {
  left = after;
  failure = how;
  failed = false;
}

bool take_failed() {
  failure = Failure::none;
  return std::exchange(failed, false);
}

}  // namespace pipette
