// The host program of an experiment: what Python does around the engine runs of seed 000.
//
//   MnistWorkload workload(experiment, data, strategy);
//   workload.start_run();                      // strategy.run(training_loop, ...), in slices
//   while (!strategy.advance(budget)) {}
//   workload.take_losses(losses, true);
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "feeds/infeed_queue.h"
#include "feeds/outfeed_queue.h"
#include "program/strategy.h"
#include "session/experiment.h"
#include "session/image_data.h"
#include "session/mnist_network.h"

namespace pipette {

class MnistWorkload {
 public:
  MnistWorkload(const Experiment& experiment, const ImageData& data, Strategy& strategy);

  void start_run();
  // Moves what the host program may read now to the end of `losses`; how many.
  std::int64_t take_losses(std::vector<float>& losses, bool run_ended);

  const MnistNetwork& network() const { return network_; }
  const InfeedQueue* infeed() const { return infeed_ ? &*infeed_ : nullptr; }
  const OutfeedQueue* outfeed() const { return outfeed_ ? &*outfeed_ : nullptr; }

 private:
  Dataset training_batches(const ImageData& data) const;

  Experiment experiment_;
  bool feeds_;
  Strategy& strategy_;
  MnistNetwork network_;
  Sgd optimizer_;
  std::optional<InfeedQueue> infeed_;
  std::optional<OutfeedQueue> outfeed_;
  std::unique_ptr<DatasetIterator> host_batches_;  // without feeds
  std::optional<Function> training_;
  std::int64_t runs_ = 0;
};

}  // namespace pipette
