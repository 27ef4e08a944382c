// Indexes a list by a number of any integral type, since most of our numbers are signed, or by an
// enumerator.
//
//   item(stages, stage) += 1;           // stages[static_cast<std::size_t>(stage)]
//   item(colors, Activity::sync);
//
// The list may be an array, or anything with size() and operator[]. Debug builds check the range.
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace pipette {

template <class List, class Number>
requires std::integral<Number> || std::is_enum_v<Number>
constexpr decltype(auto) item(List&& list, Number number) {
  // A negative number wraps to one that is far too large.
  assert(static_cast<std::size_t>(number) < std::size(list));
  return std::forward<List>(list)[static_cast<std::size_t>(number)];
}

// Converts a size or a position in a list to int, the type of our counts and numbers.
constexpr int to_int(std::size_t size) { return static_cast<int>(size); }

}  // namespace pipette
