#include "inspect/maybe_outfeed_queue.h"

#include <fmt/format.h>

#include <algorithm>

namespace pipette::inspect {

MaybeOutfeedQueue::MaybeOutfeedQueue(const MaybeOutfeedOptions& options)
    : filters_(options.filters),
      queue_({.mode = options.mode,
              .device_ordinal = options.device_ordinal,
              .buffer_depth = options.buffer_depth,
              .name = options.name}) {}

void MaybeOutfeedQueue::set_filters(std::optional<Filters> filters) {
  filters_ = std::move(filters);
  kept_.clear();
  queue_.restart();
}

bool MaybeOutfeedQueue::passes(const std::string& key) const {
  return !filters_ || std::any_of(filters_->begin(), filters_->end(), [&](const std::string& f) {
    return key.find(f) != std::string::npos;
  });
}

void MaybeOutfeedQueue::maybe_outfeed(const std::string& key, const Tensor& value) {
  if (value.graph().uid() != graph_) kept_.clear();
  graph_ = value.graph().uid();
  if (!passes(key)) return;
  for (const auto& [known, tensor] : kept_) {
    if (known == NestKey(key)) {
      throw ValueError(
          fmt::format("\"{}\": the key \"{}\" was already given to this element; keys must differ",
                      queue_.name(), key));
    }
  }
  kept_.emplace_back(key, Nest<Tensor>(value));
}

std::optional<Operation> MaybeOutfeedQueue::maybe_enqueue() {
  if (kept_.empty() || Graph::current().uid() != graph_) return std::nullopt;
  return queue_.enqueue(Nest<Tensor>::dict(std::exchange(kept_, {})));
}

std::optional<Nest<Array>> MaybeOutfeedQueue::maybe_dequeue() {
  if (!enqueued()) return std::nullopt;
  return dequeue();
}

std::optional<Filters> process_filters(const Filters& words) {
  const auto is_none = [](const std::string& word) {
    const std::string none = "none";
    return std::equal(word.begin(), word.end(), none.begin(), none.end(),
                      [](char a, char b) { return (a | 0x20) == b; });
  };
  if (words.size() == 1 && is_none(words[0])) return std::nullopt;
  return words;
}

}  // namespace pipette::inspect
