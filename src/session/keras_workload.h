// A Keras model that is trained on the session's images and shows the outputs of its layers and the
// gradients of its optimizer: the program of the pipelining and tensor inspection tutorial.
//
// Each epoch is one execution of steps_per_execution mini-batches. Layers selected for output use
// one queue for each pipeline stage.
#pragma once

#include <memory>
#include <vector>

#include "inspect/outfeed_callback.h"
#include "inspect/outfeed_optimizer.h"
#include "keras/outline.h"
#include "session/workload.h"

namespace pipette {

class KerasWorkload : public Workload {
 public:
  KerasWorkload(const Experiment& experiment, const ImageData& data, Strategy& strategy,
                Record& record);

  bool advance(const Budget& budget) override;
  bool finished() const override { return model_->finished(); }
  std::int64_t runs_finished() const override { return runs_finished_; }
  std::int64_t num_runs() const override { return experiment_.num_runs(); }
  // Counts the mini-batches of all replicas, as steps_per_execution does; the machine counts the
  // iterations of its loop, which for a pipeline are weight updates.
  std::int64_t num_steps() const override { return experiment_.num_steps(); }
  std::optional<std::int64_t> steps_done() const override {
    return strategy_.machine().steps * steps_per_iteration();
  }

  std::int64_t mini_batches_in_epoch() const override { return model_->steps_per_epoch(); }
  std::vector<Variable> variables() const override { return model_->variables(); }
  Classifier classifier() const override;
  LayerOutputs layers() const override;
  std::optional<pipelining::PipelineOutline> pipeline() const override {
    return keras::outline_of(*model_);
  }
  const InfeedQueue* infeed() const override { return model_->infeed(); }
  const OutfeedQueue* outfeed() const override { return model_->outfeed(); }
  bool continue_as(const Experiment& changed) override;
  const Executable* compiled() override;
  void archive(Archive& a) override;

 private:
  class Epochs;  // the callback that records events

  std::vector<keras::LayerPtr> make_layers();
  void make_model();
  keras::Callbacks make_callbacks();
  void take_next();
  std::int64_t steps_per_iteration() const {
    const PipelineSpec& spec = experiment_.pipeline;
    const bool pipelined = experiment_.num_stages() > 1;
    return spec.replicas * (pipelined ? spec.gradient_accumulation_count : 1);
  }

  Experiment experiment_;
  std::optional<Experiment> next_;  // applies from the next engine run on
  Strategy& strategy_;
  Record& record_;
  Dataset batches_;
  inspect::MaybeOutfeedQueue gradients_;
  std::vector<std::unique_ptr<inspect::MaybeOutfeedQueue>> activations_;  // indexed by stage
  std::shared_ptr<inspect::OutfeedOptimizer> optimizer_;
  std::shared_ptr<keras::Model> model_;
  TextSink out_;  // writes into the record
  std::int64_t runs_finished_ = 0;
};

}  // namespace pipette
