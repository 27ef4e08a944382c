// Training on MNIST's images: the infeed and outfeed tutorial with and without feeds, and the
// pipelining tutorials.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "experiment/catalogue.h"
#include "session/mnist_network.h"
#include "session/run_loop.h"
#include "session/training_parts.h"

namespace pipette {

class MnistWorkload : public RunLoop {
 public:
  MnistWorkload(const Experiment& experiment, const ImageData& data, Strategy& strategy,
                Record& record);

  const InfeedQueue* infeed() const override { return infeed_ ? &*infeed_ : nullptr; }
  const OutfeedQueue* outfeed() const override { return outfeed_ ? &*outfeed_ : nullptr; }
  std::int64_t mini_batches_in_epoch() const override { return mini_batches_in_epoch_; }
  std::vector<Variable> variables() const override { return network_.trainable_variables(); }
  Classifier classifier() const override { return network_; }
  LayerOutputs layers() const override;
  std::optional<pipelining::PipelineOutline> pipeline() const override;
  const Executable* compiled() override;
  void archive(Archive& a) override;

 protected:
  void start_run() override;
  void take_results(bool run_ended) override;
  bool reads_while_running() const override;

 private:
  void read_losses(bool run_ended);
  void print_time();
  bool pipelined() const { return experiment().pipelined(); }
  // The first piece of the network in each stage, then the number of pieces.
  std::vector<std::size_t> stage_boundaries() const;
  std::string stage_name(std::size_t stage) const;                    // "dense 128 × 10, loss"
  Nest<Tensor> train_on(const Tensor& images, const Tensor& labels);  // what goes to the outfeed
  void train_one_update();
  pipelining::Stage concurrent_stage() const;
  void run_pipeline();
  std::string predictions_of(const Nest<Array>& elements, std::size_t index);

  ProgramKind kind_;
  bool prints_losses_;
  std::int64_t mini_batches_in_epoch_;
  MnistNetwork network_;
  std::shared_ptr<Optimizer> optimizer_;
  std::optional<InfeedQueue> infeed_;
  std::optional<OutfeedQueue> outfeed_;
  std::optional<HostBatches> host_batches_;  // without feeds
  std::optional<Function> training_;
  std::int64_t predicted_ = 0, right_ = 0;  // images that arrived with predictions
};

}  // namespace pipette
