#include "program/allocation.h"

#include <algorithm>

namespace pipette {

void Liveness::define(SlotId slot, std::int64_t step) {
  Slot& s = slots_[static_cast<std::size_t>(slot)];
  s.first_step = s.last_step = defined_at(step);
}

void Liveness::extend(SlotId slot, std::int64_t half_step) {
  Slot& s = slots_[static_cast<std::size_t>(slot)];
  s.last_step = std::max(s.last_step, half_step);
}

void Liveness::use(SlotId slot, std::int64_t step, bool in_place) {
  const std::int64_t first = slots_[static_cast<std::size_t>(slot)].first_step;
  bool outside = false;
  for (Loop& loop : loops_) {
    if (first < defined_at(loop.begin)) {
      loop.from_outside.push_back(slot);
      outside = true;
    }
  }
  extend(slot, released_at(step, in_place && !outside));
}

void Liveness::begin_loop(std::int64_t step) { loops_.push_back({step, {}}); }

void Liveness::end_loop(std::int64_t step) {
  for (const SlotId slot : loops_.back().from_outside) extend(slot, released_at(step, false));
  loops_.pop_back();
}

std::size_t place(std::vector<Slot>& slots) {
  constexpr std::size_t kAlignment = 64;
  const auto rounded = [](std::size_t bytes) {
    return (std::max<std::size_t>(bytes, 1) + kAlignment - 1) / kAlignment * kAlignment;
  };
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].kind == SlotKind::arena) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return slots[a].spec.num_bytes() > slots[b].spec.num_bytes();
  });
  std::size_t total = 0;
  std::vector<std::size_t> placed;  // by offset
  for (const std::size_t i : order) {
    Slot& slot = slots[i];
    const std::size_t bytes = rounded(slot.spec.num_bytes());
    std::size_t offset = 0;
    for (const std::size_t j : placed) {
      const Slot& other = slots[j];
      if (other.last_step < slot.first_step || slot.last_step < other.first_step) continue;
      if (offset + bytes <= other.arena_offset) break;
      offset = std::max(offset, other.arena_offset + rounded(other.spec.num_bytes()));
    }
    slot.arena_offset = offset;
    total = std::max(total, offset + bytes);
    placed.insert(std::upper_bound(placed.begin(), placed.end(), i,
                                   [&](std::size_t a, std::size_t b) {
                                     return slots[a].arena_offset < slots[b].arena_offset;
                                   }),
                  i);
  }
  return total;
}

}  // namespace pipette
