// Losses with the time at which the host got them.
//
//   record.add(0.31f, 1'204'332, 9);
//   record.values.back();  cycles_to_seconds(record.cycles.back(), arch);
//
// Three columns of equal length, so that values can be handed out and hashed as they are; a million
// losses take 4 MB and little more. A cycle
// is the time on the modelled clock when the last byte of the loss had reached the host. It depends
// on the program and the machine alone, never on how a run was cut into slices.
#pragma once

#include <cstdint>
#include <vector>

#include "core/stepped_list.h"

namespace pipette {

struct LossRecord {
  std::vector<float> values;
  SteppedList cycles;
  // The mini-batch of a replica that the loss belongs to, from 0; the last of them for a loss that
  // is the mean of several.
  SteppedList mini_batches;

  void add(float value, std::int64_t cycle, std::int64_t mini_batch) {
    values.push_back(value);
    cycles.push_back(cycle);
    mini_batches.push_back(mini_batch);
  }
  // Appends the losses of `other` from number `from` on; its mini-batches are counted on from
  // `first`.
  void append(const LossRecord& other, std::int64_t first, std::size_t from = 0) {
    for (std::size_t i = from; i < other.values.size(); ++i) {
      add(other.values[i], other.cycles[i], first + other.mini_batches[i]);
    }
  }
  std::size_t size() const { return values.size(); }
  bool empty() const { return values.empty(); }

  friend bool operator==(const LossRecord&, const LossRecord&) = default;
};

}  // namespace pipette
