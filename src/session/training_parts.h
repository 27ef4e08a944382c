// Helpers shared by the programs that train on images.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/archive_fwd.h"
#include "experiment/experiment.h"
#include "inspect/outfeed_optimizer.h"
#include "pipeline/pipeline_outline.h"
#include "session/image_data.h"
#include "training/loss_record.h"
#include "training/optimizer.h"

namespace pipette {

// The gradients that an OutfeedOptimizer sends, and the unit of one element of them: "weight
// update" or "mini-batch".
inspect::OutfeedOptimizerMode gradients_mode(const Experiment& experiment);
const char* gradients_axis(const Experiment& experiment);
// The optimizer that the experiment names, with its learning rate and without wrappers.
std::shared_ptr<Optimizer> make_plain_optimizer(const Experiment& experiment);
// The options, without the optimizer, of a pipeline that trains on `infeed` and outfeeds its loss.
pipelining::PipelineOptions training_pipeline(const Experiment& experiment, InfeedQueue& infeed,
                                              OutfeedQueue& losses);
// The outline of `function`, whose engine runs are pipelines with stages of these names.
pipelining::PipelineOutline outline_of(const Experiment& experiment, const Function& function,
                                       std::vector<std::string> stage_names);
// Per replica, if this many images make full batches for all replicas. At least 1.
std::int64_t mini_batches_in_epoch(const Experiment& experiment, std::int64_t images);
// exchanging() wraps `optimizer` so that it exchanges gradients between replicas, if there are
// several, before each weight update. accumulating() also accumulates gradients, for a loop that
// takes one mini-batch at a time; a pipeline does so itself.
std::shared_ptr<Optimizer> exchanging(std::shared_ptr<Optimizer> optimizer,
                                      const Experiment& experiment);
std::shared_ptr<Optimizer> accumulating(std::shared_ptr<Optimizer> optimizer,
                                        const Experiment& experiment);

// The batches that a program without feeds passes to its engine runs.
class HostBatches {
 public:
  // `most`: that the program ever passes.
  HostBatches(const Dataset& batches, std::int64_t most)
      : iterator_(batches.make_iterator()), spec_(batches.element_spec()), most_(most) {}
  Element next();  // throws OutOfRange if there is no full batch
  const Nest<ArraySpec>& spec() const { return spec_; }
  // Restoring makes as many batches as had been made, and drops them.
  void archive(Archive& a);

 private:
  std::unique_ptr<DatasetIterator> iterator_;
  Nest<ArraySpec> spec_;
  std::int64_t most_;
  std::int64_t made_ = 0;
};

// Adds the elements of a queue of f32 losses: one loss per mini-batch, the mean over the replicas.
// Returns the losses added, of which the record may keep only the latest.
std::vector<float> add_losses(const OutfeedQueue::Dequeued& outfed, std::int64_t replicas,
                              LossRecord& losses);

}  // namespace pipette
