// A callback that empties a queue at the end of every epoch and prints what the tensors are like.
//
//   auto callback = std::make_shared<OutfeedCallback>(gradients, "Gradients callback", std::cout);
//   model.fit(dataset, {.epochs = 3, .callbacks = {callback}});
//
//   Gradients callback
//   key: Dense_128/bias:0_grad shape: (125, 128)
//   Epoch 1 - Summary Stats
//   Index Name                       Mean         Std          ...
//
// Elements must be dicts, as the outfeed layers and OutfeedOptimizer make them.
#pragma once

#include <functional>
#include <ostream>
#include <string>

#include "inspect/maybe_outfeed_queue.h"
#include "keras/callback.h"

namespace pipette::inspect {

class OutfeedCallback : public keras::Callback {
 public:
  // Called with what was dequeued, a dict of arrays [elements, ...], before it is printed.
  using Observer = std::function<void(const Nest<Array>& element)>;

  // Queue and stream must outlive the callback.
  OutfeedCallback(OutfeedQueue& queue, std::string name, std::ostream& out);
  OutfeedCallback(MaybeOutfeedQueue& queue, std::string name, std::ostream& out);
  void set_observer(Observer observer) { observer_ = std::move(observer); }

  void on_epoch_end(std::int64_t epoch, const keras::Logs&) override;

 private:
  OutfeedQueue& queue_;
  std::string name_;
  std::ostream& out_;
  Observer observer_;
};

// "key: dense1 shape: (1600, 32, 256)", one line for each tensor; `what` stands for "key".
std::string shape_lines(const Nest<Array>& element, const std::string& what);
// statistics_table() of the tensors of a dict.
std::string statistics_table(const Nest<Array>& element);

}  // namespace pipette::inspect
