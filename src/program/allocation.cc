#include "program/allocation.h"

#include <algorithm>
#include <optional>

#include "core/order.h"

namespace pipette {

std::size_t Slot::entry_bytes() const {
  constexpr std::size_t kAlignment = 64;
  return (std::max<std::size_t>(spec.num_bytes(), 1) + kAlignment - 1) / kAlignment * kAlignment;
}

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

namespace {

std::size_t bytes_of(const Slot& slot) {
  return slot.entry_bytes() * static_cast<std::size_t>(slot.entries);
}

// One instruction reads `a` for the last time and may write `b` over it, or the other way round.
bool may_share_exactly(const Slot& a, const Slot& b) {
  return a.last_step + 1 == b.first_step || b.last_step + 1 == a.first_step;
}

// Places slots one by one; `by_offset_` holds those that have their place.
class Packing {
 public:
  explicit Packing(std::vector<Slot>& slots) : slots_(slots) {}

  void add(std::size_t index) {
    Slot& slot = slots_[index];
    slot.arena_offset = shared_offset(slot).value_or(free_offset(slot));
    total_ = std::max(total_, end_of(slot));
    by_offset_.insert(std::upper_bound(by_offset_.begin(), by_offset_.end(), slot.arena_offset,
                                       [&](std::size_t offset, std::size_t other) {
                                         return offset < slots_[other].arena_offset;
                                       }),
                      index);
  }
  std::size_t total() const { return total_; }

 private:
  static std::size_t end_of(const Slot& slot) { return slot.arena_offset + bytes_of(slot); }
  // Alive together, or so close that bytes may only be shared element by element. IPUs share
  // nothing.
  static bool excludes(const Slot& a, const Slot& b) {
    return a.ipu != b.ipu || (a.first_step <= b.last_step && b.first_step <= a.last_step) ||
           may_share_exactly(a, b);
  }
  // The offset of an operand or result of the same size that the slot may take over.
  std::optional<std::size_t> shared_offset(const Slot& slot) const {
    for (const std::size_t j : by_offset_) {
      const Slot& partner = slots_[j];
      if (partner.ipu != slot.ipu || !may_share_exactly(slot, partner) ||
          partner.spec.num_bytes() != slot.spec.num_bytes()) {
        continue;
      }
      const bool taken = std::any_of(by_offset_.begin(), by_offset_.end(), [&](std::size_t k) {
        const Slot& other = slots_[k];
        const bool exact = may_share_exactly(slot, other) &&
                           other.arena_offset == partner.arena_offset &&
                           other.spec.num_bytes() == slot.spec.num_bytes();
        return !exact && excludes(slot, other) && other.arena_offset < end_of(partner) &&
               partner.arena_offset < end_of(other);
      });
      if (!taken) return partner.arena_offset;
    }
    return std::nullopt;
  }
  std::size_t free_offset(const Slot& slot) const {
    std::size_t offset = 0;
    for (const std::size_t j : by_offset_) {
      const Slot& other = slots_[j];
      if (!excludes(slot, other)) continue;
      if (offset + bytes_of(slot) <= other.arena_offset) break;
      offset = std::max(offset, end_of(other));
    }
    return offset;
  }

  std::vector<Slot>& slots_;
  std::vector<std::size_t> by_offset_;
  std::size_t total_ = 0;
};

}  // namespace

std::size_t place(std::vector<Slot>& slots) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].kind == SlotKind::arena) order.push_back(i);
  }
  sort_by(order,
          [&](std::size_t a, std::size_t b) { return bytes_of(slots[a]) > bytes_of(slots[b]); });
  Packing packing(slots);
  for (const std::size_t i : order) packing.add(i);
  return packing.total();
}

std::size_t place_apart(std::vector<Slot>& slots) {
  std::size_t total = 0;
  for (Slot& slot : slots) {
    if (slot.kind != SlotKind::arena) continue;
    slot.arena_offset = total;
    total += bytes_of(slot);
  }
  return total;
}

}  // namespace pipette
