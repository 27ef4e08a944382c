// An outfeed queue that keeps only some of the tensors offered to it, chosen by name.
//
//   MaybeOutfeedQueue activations({.filters = {{"dense1"}}});
//   activations.maybe_outfeed("dense1", x);      // kept: the key contains "dense1"
//   activations.maybe_outfeed("dense2", y);      // not kept
//   activations.maybe_enqueue();                 // one element {"dense1": x}, if there is any
//   ...
//   if (auto element = activations.maybe_dequeue()) element->at("dense1");   // [elements, ...]
//
// Without filters every tensor is kept; with filters, those whose key contains one of them. An
// empty list of filters keeps none. Offered tensors belong to the function being traced: a function
// that is traced again starts without any.
//
// Errors: those of OutfeedQueue; ValueError for a key that was already offered for this element.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "feeds/outfeed_queue.h"

namespace pipette::inspect {

using Filters = std::vector<std::string>;

struct MaybeOutfeedOptions {
  OutfeedMode mode = OutfeedMode::all;
  std::optional<Filters> filters = std::nullopt;
  std::optional<int> device_ordinal = std::nullopt;  // of OutfeedOptions, as are the others
  int buffer_depth = 3;
  std::string name = "maybe_outfeed";
};

class MaybeOutfeedQueue {
 public:
  explicit MaybeOutfeedQueue(const MaybeOutfeedOptions& options = {});

  void maybe_outfeed(const std::string& key, const Tensor& value);
  // Enqueues the kept tensors, as a dict in the order of the keys' first offers; none if nothing
  // was kept.
  std::optional<Operation> maybe_enqueue();
  bool passes(const std::string& key) const;

  bool enqueued() const { return queue_.enqueued(); }
  Nest<Array> dequeue() { return queue_.dequeue(); }
  std::optional<Nest<Array>> maybe_dequeue();  // none if nothing was ever enqueued
  const std::optional<Filters>& filters() const { return filters_; }
  // Sets the filters for functions traced from now on; functions that enqueue already must not run
  // again. Pending elements are dropped.
  void set_filters(std::optional<Filters> filters);
  OutfeedQueue& queue() { return queue_; }
  const OutfeedQueue& queue() const { return queue_; }

 private:
  std::optional<Filters> filters_;
  OutfeedQueue queue_;
  std::uint64_t graph_ = 0;  // the graph that `kept_` belongs to
  std::vector<Nest<Tensor>::Entry> kept_;
};

// The command lines' filters: the single word "none", in any case, means no filters.
std::optional<Filters> process_filters(const Filters& words);

}  // namespace pipette::inspect
