// The host program of an experiment: what Python does around the engine runs of seed 000 and of
// the pipelining tutorials.
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
#include "session/catalogue.h"
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

  const Experiment& experiment() const { return experiment_; }
  const MnistNetwork& network() const { return network_; }
  // The function whose engine runs train the network, and what it takes (feeds: nothing).
  const Function& training() const { return *training_; }
  bool pipelined() const { return experiment_.stages > 1; }
  // Names of the network's pieces in a stage: "dense 128x10, loss".
  std::string stage_name(std::size_t stage) const;
  const InfeedQueue* infeed() const { return infeed_ ? &*infeed_ : nullptr; }
  const OutfeedQueue* outfeed() const { return outfeed_ ? &*outfeed_ : nullptr; }

 private:
  Dataset training_batches(const ImageData& data) const;
  // The pieces of the network that each stage holds: [stage] is its first, and the end.
  std::vector<std::size_t> stage_boundaries() const;
  void train_one_update();
  void run_pipeline();

  Experiment experiment_;
  ProgramKind kind_;
  Strategy& strategy_;
  MnistNetwork network_;
  std::shared_ptr<Optimizer> optimizer_;
  std::optional<InfeedQueue> infeed_;
  std::optional<OutfeedQueue> outfeed_;
  std::unique_ptr<DatasetIterator> host_batches_;  // without feeds
  std::optional<Function> training_;
  std::int64_t runs_ = 0;
};

}  // namespace pipette
