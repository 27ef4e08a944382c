// The results of a host program so far.
#pragma once

#include <string>
#include <vector>

#include "core/archive_fwd.h"
#include "core/nest.h"
#include "inspect/tensor_history.h"
#include "observe/events.h"
#include "training/loss_record.h"

namespace pipette {

// A tensor that an outfeed queue sent to the host.
struct OutfedTensor {
  std::string queue;  // "gradients", "activations"
  std::string key;    // "Dense_128/kernel:0_grad"
  std::string axis;   // the unit of an element: "weight update", "mini-batch"
  inspect::TensorHistory history;
  std::int64_t run = -1;  // the last engine run that sent elements
  void archive(Archive& a);
};

struct Record {
  LossRecord losses;                 // dequeued, one for each mini-batch
  std::string printed;               // in the layout of the tutorials
  std::string advice;                // for people, besides the program's own output
  std::vector<OutfedTensor> outfed;  // in the order of first arrival
  EventLog events;

  // Appends text of print_tensor() to `printed`, up to kMostTensorText bytes in total; then a line
  // says that no more is kept.
  static constexpr std::size_t kMostTensorText = std::size_t{1} << 20;
  void print_tensor(const std::string& lines);

  // Adds a dict that was dequeued after engine run number `run`, of arrays [elements, ...], to the
  // tensors' histories; each run gives the same number of elements. A tensor begins a new history
  // if the unit of its elements has changed. Returns the statistics of these elements.
  std::vector<inspect::NamedStatistics> add_outfed(const std::string& queue,
                                                   const std::string& axis, std::int64_t run,
                                                   const Nest<Array>& element);
  void archive(Archive& a);  // all but the events

 private:
  std::size_t tensor_text_ = 0;  // bytes of tensors in `printed`
};

}  // namespace pipette
