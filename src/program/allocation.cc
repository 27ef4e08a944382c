#include "program/allocation.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/item.h"

namespace pipette {

void Liveness::define(BufferId buffer, std::int64_t step) {
  Buffer& s = item(buffers_, buffer);
  s.first_step = s.last_step = defined_at(step);
}

void Liveness::extend(BufferId buffer, std::int64_t half_step) {
  Buffer& s = item(buffers_, buffer);
  s.last_step = std::max(s.last_step, half_step);
}

void Liveness::use(BufferId buffer, std::int64_t step, bool in_place) {
  const Buffer& used = item(buffers_, buffer);
  const std::int64_t first = used.first_step;
  const bool is_value = used.kind == BufferKind::arena || used.kind == BufferKind::bound;
  PIPETTE_CHECK(
      !is_value || (first > 0 && first <= defined_at(step)),
      fmt::format("\"{}\" is defined at half step {} and used in step {}", used.name, first, step));
  bool outside = false;
  for (Loop& loop : loops_) {
    if (first < defined_at(loop.begin)) {
      loop.from_outside.push_back(buffer);
      outside = true;
    }
  }
  extend(buffer, released_at(step, in_place && !outside));
}

void Liveness::begin_loop(std::int64_t step) { loops_.push_back({step, {}}); }

void Liveness::end_loop(std::int64_t step) {
  for (const BufferId buffer : loops_.back().from_outside) extend(buffer, released_at(step, false));
  loops_.pop_back();
}

namespace {

std::size_t bytes_of(const Buffer& buffer) {
  return buffer.entry_bytes() * static_cast<std::size_t>(buffer.entries);
}

// One instruction reads `a` for the last time and may write `b` over it, or the other way round.
bool may_share_exactly(const Buffer& a, const Buffer& b) {
  return a.last_step + 1 == b.first_step || b.last_step + 1 == a.first_step;
}

// Places buffers one by one; `by_offset_` holds those that have their place.
class Packing {
 public:
  explicit Packing(std::vector<Buffer>& buffers) : buffers_(buffers) {}

  void add(std::size_t index) {
    Buffer& buffer = buffers_[index];
    buffer.arena_offset = shared_offset(buffer).value_or(free_offset(buffer));
    total_ = std::max(total_, end_of(buffer));
    by_offset_.insert(std::upper_bound(by_offset_.begin(), by_offset_.end(), buffer.arena_offset,
                                       [&](std::size_t offset, std::size_t other) {
                                         return offset < buffers_[other].arena_offset;
                                       }),
                      index);
  }
  std::size_t total() const { return total_; }

 private:
  static std::size_t end_of(const Buffer& buffer) { return buffer.arena_offset + bytes_of(buffer); }
  // Alive together, or so close that bytes may only be shared element by element. IPUs share
  // nothing.
  static bool excludes(const Buffer& a, const Buffer& b) {
    return a.ipu != b.ipu || (a.first_step <= b.last_step && b.first_step <= a.last_step) ||
           may_share_exactly(a, b);
  }
  // The offset of an operand or result of the same size that the buffer may take over.
  std::optional<std::size_t> shared_offset(const Buffer& buffer) const {
    for (const std::size_t j : by_offset_) {
      const Buffer& partner = buffers_[j];
      if (partner.ipu != buffer.ipu || !may_share_exactly(buffer, partner) ||
          partner.spec.num_bytes() != buffer.spec.num_bytes()) {
        continue;
      }
      const bool taken = std::any_of(by_offset_.begin(), by_offset_.end(), [&](std::size_t k) {
        const Buffer& other = buffers_[k];
        const bool exact = may_share_exactly(buffer, other) &&
                           other.arena_offset == partner.arena_offset &&
                           other.spec.num_bytes() == buffer.spec.num_bytes();
        return !exact && excludes(buffer, other) && other.arena_offset < end_of(partner) &&
               partner.arena_offset < end_of(other);
      });
      if (!taken) return partner.arena_offset;
    }
    return std::nullopt;
  }
  std::size_t free_offset(const Buffer& buffer) const {
    std::size_t offset = 0;
    for (const std::size_t j : by_offset_) {
      const Buffer& other = buffers_[j];
      if (!excludes(buffer, other)) continue;
      if (offset + bytes_of(buffer) <= other.arena_offset) break;
      offset = std::max(offset, end_of(other));
    }
    return offset;
  }

  std::vector<Buffer>& buffers_;
  std::vector<std::size_t> by_offset_;
  std::size_t total_ = 0;
};

}  // namespace

std::size_t place(std::vector<Buffer>& buffers) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].kind == BufferKind::arena) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return bytes_of(buffers[a]) > bytes_of(buffers[b]);
  });
  Packing packing(buffers);
  for (const std::size_t i : order) packing.add(i);
  return packing.total();
}

std::size_t place_apart(std::vector<Buffer>& buffers) {
  std::size_t total = 0;
  for (Buffer& buffer : buffers) {
    if (buffer.kind != BufferKind::arena) continue;
    buffer.arena_offset = total;
    total += bytes_of(buffer);
  }
  return total;
}

}  // namespace pipette
