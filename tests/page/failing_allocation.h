// Lets one allocation of this thread fail, as when a tab has run out of memory.
//
//   fail_allocation(20, Failure::out_of_memory);   // the 21st from now on
//   work();
//   if (take_failed()) ...                         // it has; and no later one will
//
// The allocations after it succeed: what a program that has thrown gives back is enough to go on.
#pragma once

#include <cstdint>

namespace pipette {

enum class Failure { none, out_of_memory, other };  // other: a std::runtime_error "broken"

void fail_allocation(std::int64_t after, Failure how);
bool take_failed();

}  // namespace pipette
