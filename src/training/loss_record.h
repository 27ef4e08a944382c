// Losses with the time at which the host got them.
//
//   record.add(0.31f, 1'204'332, 9);
//   record.values.back();  cycles_to_seconds(record.cycles.back(), arch);
//
// Three columns, so that values can be handed out as they are; a million losses
// take 4 MB and little more, and a run without an end can be told to keep the latest only. A cycle
// is the time on the modelled clock when the last byte of the loss had reached the host. It depends
// on the program and the machine alone, never on how a run was cut into slices.
#pragma once

#include <cstdint>
#include <limits>

#include "core/hash.h"
#include "core/latest_list.h"
#include "core/stepped_list.h"

namespace pipette {

struct LossRecord {
  LatestList<float> values;
  SteppedList cycles;
  // The mini-batch of a replica that the loss belongs to, from 0; the last of them for a loss that
  // is the mean of several.
  SteppedList mini_batches;
  // Keeps at least so many of the latest losses, at most twice as many.
  std::size_t keep = std::numeric_limits<std::size_t>::max() / 2;

  void add(float value, std::int64_t cycle, std::int64_t mini_batch) {
    if (values.kept().size() >= 2 * keep) {
      dropped.add(values.kept().data(), keep * sizeof(float));
      values.drop_front(keep);
      cycles.drop_before(values.first());
      mini_batches.drop_before(values.first());
    }
    values.push_back(value);
    cycles.push_back(cycle);
    mini_batches.push_back(mini_batch);
  }
  // Appends the losses of `other`, all of which it has kept, from number `from` on; its
  // mini-batches are counted on from `first`.
  void append(const LossRecord& other, std::int64_t first, std::size_t from = 0) {
    for (std::size_t i = from; i < other.values.size(); ++i) {
      add(other.values[i], other.cycles[i], first + other.mini_batches[i]);
    }
  }
  std::size_t size() const { return values.size(); }
  bool empty() const { return values.empty(); }
  // Of all values, also of those that are not kept.
  Hash hash() const {
    Hash all = dropped;
    all.add(values.kept().data(), values.kept().size() * sizeof(float));
    return all;
  }

  friend bool operator==(const LossRecord&, const LossRecord&) = default;

  Hash dropped;  // of the values that are not kept
};

}  // namespace pipette
