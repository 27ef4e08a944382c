// The programs of the TensorFlow 1 inspection tutorial, pipelined_model.py (two stages) and
// model.py (one): three dense layers, of which the first and the last show their activations, and
// an optimizer that shows gradients.
//
// After every engine run the program prints keys, shapes and statistics, and the mean loss.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "inspect/outfeed_optimizer.h"
#include "keras/layers.h"
#include "session/run_loop.h"
#include "session/training_parts.h"

namespace pipette {

class InspectedWorkload : public RunLoop {
 public:
  InspectedWorkload(const Experiment& experiment, const ImageData& data, Strategy& strategy,
                    Record& record);

  std::int64_t mini_batches_in_epoch() const override {
    return pipette::mini_batches_in_epoch(experiment(), images_in_epoch_);
  }
  const InfeedQueue* infeed() const override { return &infeed_; }
  const OutfeedQueue* outfeed() const override { return &losses_; }
  std::vector<Variable> variables() const override;
  Classifier classifier() const override;
  LayerOutputs layers() const override;
  std::optional<pipelining::PipelineOutline> pipeline() const override;
  bool continue_as(const Experiment& changed) override;
  const Executable* compiled() override { return &strategy().compiled(*training_); }
  void archive(Archive& a) override;

 protected:
  void start_run() override;
  void take_results(bool run_ended) override;

 private:
  bool pipelined() const { return experiment().pipeline.stages > 1; }
  Tensor first_stage(const Tensor& images);
  Tensor second_stage(const Tensor& hidden);  // logits
  Tensor loss(const Tensor& logits, const Tensor& labels) const;
  Function make_function();
  void take_next();
  void run_pipeline();
  void run_loop();
  void print_run(const Nest<Array>& activations);

  std::vector<keras::LayerPtr> layers_;  // dense1, dense2, dense3
  std::int64_t images_in_epoch_;
  InfeedQueue infeed_;
  OutfeedQueue losses_;
  // One queue for each place that enqueues: the first stage has filters, the second has none.
  inspect::MaybeOutfeedQueue first_activations_, second_activations_, gradients_;
  inspect::OutfeedOptimizer optimizer_;
  std::shared_ptr<Optimizer> applied_;  // with wrappers around optimizer_
  std::optional<Function> training_;
  std::optional<Experiment> next_;  // applies from the next engine run on
};

}  // namespace pipette
