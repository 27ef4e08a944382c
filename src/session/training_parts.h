// What the programs that train on images have in common.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "inspect/outfeed_optimizer.h"
#include "pipeline/pipeline_outline.h"
#include "session/image_data.h"
#include "training/loss_record.h"
#include "training/optimizer.h"

namespace pipette {

// Which gradients an OutfeedOptimizer hands over, and what one element of them belongs to: "weight
// update" or "mini-batch".
inspect::OutfeedOptimizerMode gradients_mode(const Experiment& experiment);
const char* gradients_axis(const Experiment& experiment);
// The optimizer that the experiment names, with its learning rate and nothing around it.
std::shared_ptr<Optimizer> make_plain_optimizer(const Experiment& experiment);
// The options, without the optimizer, of a pipeline that trains on `infeed` and outfeeds its loss.
pipelining::PipelineOptions training_pipeline(const Experiment& experiment, InfeedQueue& infeed,
                                              OutfeedQueue& losses);
// The outline of `function`, whose engine runs are pipelines with stages of these names.
pipelining::PipelineOutline outline_of(const Experiment& experiment, const Function& function,
                                       std::vector<std::string> stage_names);
// Of a replica, where so many images make full batches for all replicas. At least 1.
std::int64_t mini_batches_in_epoch(const Experiment& experiment, std::int64_t images);
// exchanging() gives an optimizer around `optimizer` that exchanges gradients between replicas, if
// there are several, before each weight update. That of accumulating() also accumulates them, for a
// loop that takes one mini-batch at a time; a pipeline does so by itself.
std::shared_ptr<Optimizer> exchanging(std::shared_ptr<Optimizer> optimizer,
                                      const Experiment& experiment);
std::shared_ptr<Optimizer> accumulating(std::shared_ptr<Optimizer> optimizer,
                                        const Experiment& experiment);
// Adds what a queue of f32 losses has brought: one loss a mini-batch, the mean over the replicas.
// Returns those that were added, of which the record may keep the latest only.
std::vector<float> add_losses(const OutfeedQueue::Dequeued& outfed, std::int64_t replicas,
                              LossRecord& losses);

}  // namespace pipette
