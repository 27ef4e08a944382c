// The programs of the loops tutorial and of the training guide.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "feeds/infeed_benchmark.h"
#include "keras/model.h"
#include "session/run_loop.h"
#include "session/training_parts.h"

namespace pipette {

// The loops tutorial: two convolutions and a dense layer. Each engine run is an epoch, a loop on
// the device that carries the sum of the losses; without loops each is a batch, and the host adds
// up the losses. The program prints the mean loss and the time of each epoch.
class LoopsWorkload : public RunLoop {
 public:
  LoopsWorkload(const Experiment& experiment, const ImageData& data, Strategy& strategy,
                Record& record);
  std::int64_t mini_batches_in_epoch() const override { return batches_per_epoch_; }
  const InfeedQueue* infeed() const override { return infeed_ ? &*infeed_ : nullptr; }
  std::vector<Variable> variables() const override { return model_->variables(); }
  Classifier classifier() const override;
  LayerOutputs layers() const override { return outputs_of(model_, true); }
  const Executable* compiled() override;
  void archive(Archive& a) override;

 protected:
  void start_run() override;
  void take_results(bool run_ended) override;

 private:
  // Returns the loss, and the operation that must run for the model to learn from the batch.
  std::pair<Tensor, Operation> train(const Tensor& images, const Tensor& labels);
  Tensor train_one_epoch();  // returns the sum of the losses
  void begin_epoch();
  void print_epoch();

  std::shared_ptr<keras::Model> model_;  // gives logits
  std::shared_ptr<Optimizer> optimizer_;
  std::optional<InfeedQueue> infeed_;
  std::optional<HostBatches> host_batches_;  // without loops
  std::optional<Function> training_;
  std::int64_t batches_per_epoch_ = 1;
  std::int64_t batches_ = 0;  // of this epoch so far, and the sum of their losses
  double total_loss_ = 0;
  double real_seconds_ = 0;      // when the epoch began, by a steady clock
  double modelled_seconds_ = 0;  // and by the device's
};

// The training guide, perf_training_example.py: sums and differences of 800 numbers, ten times.
class ArithmeticWorkload : public RunLoop {
 public:
  ArithmeticWorkload(const Experiment& experiment, Strategy& strategy, Record& record);
  const InfeedQueue* infeed() const override { return &infeed_; }
  const OutfeedQueue* outfeed() const override { return &outfeed_; }
  const Executable* compiled() override { return &strategy().compiled(*program_); }
  void archive(Archive& a) override;

 protected:
  void start_run() override;
  void take_results(bool run_ended) override;

 private:
  InfeedQueue infeed_;
  OutfeedQueue outfeed_;
  std::optional<Function> program_;
};

// The training guide, dataset benchmarking: how fast this computer makes the batches of
// mnist-with-feeds, and whether the computer or the modelled device would limit training. A step is
// a batch, a run an epoch.
class BenchmarkWorkload : public Workload {
 public:
  BenchmarkWorkload(const Experiment& experiment, const ImageData& data, Record& record);
  bool advance(const Budget& budget) override;
  bool finished() const override { return benchmark_.finished(); }
  std::int64_t runs_finished() const override {
    return static_cast<std::int64_t>(benchmark_.epochs().size());
  }
  std::int64_t num_runs() const override { return experiment_.num_runs(); }
  std::int64_t num_steps() const override { return experiment_.num_steps(); }
  std::optional<std::int64_t> steps_done() const override {
    return runs_finished() * experiment_.training.steps_per_execution +
           benchmark_.elements_in_epoch();
  }
  const BatchRates* batch_rates() const override { return &rates_; }

 private:
  static DatasetBenchmark make_benchmark(const Experiment& experiment, const ImageData& data);
  double device_speed() const;
  std::string verdict() const;

  Experiment experiment_;
  ImageData data_;
  Record& record_;
  DatasetBenchmark benchmark_;
  BatchRates rates_;
};

}  // namespace pipette
