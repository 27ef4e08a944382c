// A record of losses, each with the time at which it reached the host.
//
//   record.add(0.31f, 1'204'332, 9);
//   record.values.back();  cycles_to_seconds(record.cycles.back(), arch);
//
// Three columns, so that values can be returned without a copy. A million losses take little more
// than 4 MB, and a run without an end can keep only the latest. A cycle is the time on the modelled
// clock at which the last byte of the loss reached the host. It depends only on the program and the
// machine, never on how a run was cut into slices.
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
  // The mini-batch of a replica that the loss belongs to, from 0; for a mean over several
  // mini-batches, the last of them.
  SteppedList mini_batches;
  // Keeps at least this many of the latest losses, and at most twice as many.
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
  // Appends the losses of `other` from number `from` on; `other` must have kept all its losses.
  // Their mini-batches are numbered on from `first`.
  void append(const LossRecord& other, std::int64_t first, std::size_t from = 0) {
    for (std::size_t i = from; i < other.values.size(); ++i) {
      add(other.values[i], other.cycles[i], first + other.mini_batches[i]);
    }
  }
  std::size_t size() const { return values.size(); }
  bool empty() const { return values.empty(); }
  // Over all values, including those no longer kept.
  Hash hash() const {
    Hash all = dropped;
    all.add(values.kept().data(), values.kept().size() * sizeof(float));
    return all;
  }

  template <class Archive>
  void archive(Archive& a) {
    a("values", values)("cycles", cycles)("mini_batches", mini_batches)("dropped", dropped);
    const auto matches = [&](const SteppedList& column) {
      return column.size() == size() && column.begins() <= values.first();
    };
    a.require(matches(cycles) && matches(mini_batches), "has columns of different sizes");
  }

  friend bool operator==(const LossRecord&, const LossRecord&) = default;

  Hash dropped;  // of the values no longer kept
};

}  // namespace pipette
