// A callback that empties a queue at the end of every epoch and prints statistics of the tensors.
//
//   auto callback = std::make_shared<OutfeedCallback>(gradients, "Gradients callback",
//                                                     text_sink(std::cout));
//   model.fit(dataset, {.epochs = 3, .callbacks = {callback}});
//
//   Gradients callback
//   key: Dense_128/bias:0_grad shape: (125, 128)
//   Epoch 1 - Summary Stats
//   Index Name                       Mean         Std          ...
//
// Elements must be dicts, as made by the outfeed layers and OutfeedOptimizer.
#pragma once

#include <functional>
#include <string>

#include "core/text_sink.h"
#include "inspect/maybe_outfeed_queue.h"
#include "inspect/statistics.h"
#include "keras/callback.h"

namespace pipette::inspect {

// The statistics of each tensor of a dict.
std::vector<NamedStatistics> statistics_of(const Nest<Array>& element);

class OutfeedCallback : public keras::Callback {
 public:
  // Gets the dequeued elements, a dict of arrays [elements, ...], and returns the rows of the
  // table.
  using Observer = std::function<std::vector<NamedStatistics>(const Nest<Array>& element)>;

  // The queue must outlive the callback.
  OutfeedCallback(OutfeedQueue& queue, std::string name, TextSink out);
  OutfeedCallback(MaybeOutfeedQueue& queue, std::string name, TextSink out);
  // Replaces statistics_of(), for callers that keep the values and have their statistics already.
  void set_observer(Observer observer) { observer_ = std::move(observer); }

  void on_epoch_end(std::int64_t epoch, const keras::Logs&) override;

 private:
  OutfeedQueue& queue_;
  std::string name_;
  TextSink out_;
  Observer observer_ = statistics_of;
};

// "key: dense1 shape: (1600, 32, 256)", one line for each tensor; `what` replaces "key".
std::string shape_lines(const Nest<Array>& element, const std::string& what);

}  // namespace pipette::inspect
