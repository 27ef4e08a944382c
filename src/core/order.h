// Sorting by an order of indices, always stable.
//
//   std::vector<std::size_t> order = sorted_order(names.size(), [&](std::size_t a, std::size_t b) {
//     return names[a] < names[b];
//   });                                                    // names[order[0]] is the first name
//   sort_by(spans, [](const Span& a, const Span& b) { return a.begin < b.begin; });
//
// One sort for all types: each instance of std::stable_sort is 4 KB of the page's module. Elements
// are moved once, and not at all when they are in order already.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace pipette {

// `before(a, b)`: the thing with index a comes before the one with index b; a strict weak order.
std::vector<std::size_t> sorted_order(std::size_t count,
                                      const std::function<bool(std::size_t, std::size_t)>& before);

template <class T, class Before>
void sort_by(std::vector<T>& items, const Before& before) {
  if (std::is_sorted(items.begin(), items.end(), before)) return;
  std::vector<T> sorted;
  sorted.reserve(items.size());
  for (const std::size_t i : sorted_order(items.size(), [&](std::size_t a, std::size_t b) {
         return before(items[a], items[b]);
       })) {
    sorted.push_back(std::move(items[i]));
  }
  items = std::move(sorted);
}

}  // namespace pipette
