// Lets one allocation of this thread fail, as when a tab has run out of memory.
//
//   fail_allocation(20, Failure::out_of_memory);   // the 21st from now on
//   work();
//   if (take_failed()) ...                         // it has; and no later one will
//
// The allocations after it succeed: what a program that has thrown gives back is enough to go on.
// The files of a test program that uses this include failing_allocation.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pipette {

enum class Failure { none, out_of_memory, other };  // other: a std::runtime_error "broken"

// Allocations of less than `at_least` bytes neither fail nor count.
void fail_allocation(std::int64_t after, Failure how, std::size_t at_least = 0);
bool take_failed();
std::int64_t live_allocations();  // of all threads, none of aligned memory

}  // namespace pipette
