#include "session/mnist_workload.h"

#include <fmt/format.h>

#include "loops/loops.h"
#include "pipeline/pipeline.h"
#include "session/training_parts.h"
#include "training/cross_replica.h"
#include "training/gradient_accumulation.h"

namespace pipette {

namespace {

std::shared_ptr<Optimizer> make_optimizer(const Experiment& e) {
  std::shared_ptr<Optimizer> optimizer = make_plain_optimizer(e);
  if (e.replicas > 1) optimizer = std::make_shared<CrossReplicaOptimizer>(optimizer);
  // A pipeline accumulates by itself.
  if (catalogue_entry(e.name).kind != ProgramKind::pipelined || e.stages > 1) return optimizer;
  return std::make_shared<GradientAccumulationOptimizerV2>(
      optimizer, e.gradient_accumulation_count,
      GradientAccumulationOptions{
          .reduction_method = e.reduction_method,
          .offload_weight_update_variables = e.offload_weight_update_variables,
          .replicated_optimizer_state_sharding = e.replicated_optimizer_state_sharding});
}

}  // namespace

MnistWorkload::MnistWorkload(const Experiment& experiment, const ImageData& data,
                             Strategy& strategy, Record& record)
    : RunLoop(experiment, strategy, record),
      kind_(catalogue_entry(experiment.name).kind),
      prints_losses_(catalogue_entry(experiment.name).prints_losses),
      network_(data.image_shape(), experiment.hidden_units, experiment.seed),
      optimizer_(make_optimizer(experiment)) {
  const Dataset batches = training_batches(data, experiment.batch_size, experiment.seed);
  if (kind_ == ProgramKind::without_feeds) {
    host_batches_ = batches.make_iterator();
    training_.emplace("training_step", [this](const Nest<Tensor>& batch) {
      return network_.train_step(batch[0].leaf(), batch[1].leaf(), *optimizer_);
    });
    return;
  }
  infeed_.emplace(batches, InfeedOptions{.prefetch_depth = experiment.prefetch_depth});
  infeed_->initialize();
  outfeed_.emplace(
      OutfeedOptions{.mode = experiment.outfeed_mode, .buffer_depth = experiment.buffer_depth});
  training_.emplace("training_loop", [this] {
    if (pipelined()) {
      run_pipeline();
    } else {
      loops::repeat(this->experiment().steps_per_execution, [this] { train_one_update(); });
    }
  });
}

void MnistWorkload::train_one_update() {
  const auto train = [this] {
    const Nest<Tensor> batch = next(*infeed_);
    outfeed_->enqueue(network_.train_step(batch[0].leaf(), batch[1].leaf(), *optimizer_));
  };
  if (kind_ == ProgramKind::with_feeds) {
    train();
  } else {
    loops::repeat(experiment().gradient_accumulation_count, train);
  }
}

std::vector<std::size_t> MnistWorkload::stage_boundaries() const {
  const auto stages = static_cast<std::size_t>(experiment().stages);
  std::vector<std::size_t> first;
  for (std::size_t s = 0; s <= stages; ++s) first.push_back(s * network_.num_pieces() / stages);
  return first;
}

std::string MnistWorkload::stage_name(std::size_t stage) const {
  const std::vector<std::size_t> first = stage_boundaries();
  std::string name;
  for (std::size_t piece = first[stage]; piece < first[stage + 1]; ++piece) {
    name += (name.empty() ? "" : ", ") + network_.piece_name(piece);
  }
  return name;
}

void MnistWorkload::run_pipeline() {
  const std::vector<std::size_t> first = stage_boundaries();
  std::vector<pipelining::Stage> stages;
  for (std::size_t s = 0; s + 1 < first.size(); ++s) {
    stages.emplace_back([this, begin = first[s], end = first[s + 1]](Tensor x, Tensor labels) {
      for (std::size_t piece = begin; piece < end; ++piece) x = network_.piece(piece, x, labels);
      return end == network_.num_pieces() ? std::vector<Tensor>{x} : std::vector<Tensor>{x, labels};
    });
  }
  pipelining::PipelineOptions options;
  options.gradient_accumulation_count = experiment().gradient_accumulation_count;
  options.repeat_count = experiment().steps_per_execution;
  options.reduction_method = experiment().reduction_method;
  options.allow_recompute = experiment().recompute;
  options.offload_weight_update_variables = experiment().offload_weight_update_variables;
  options.offload_gradient_accumulation_buffers =
      experiment().offload_gradient_accumulation_buffers;
  options.offload_activations = experiment().offload_activations;
  options.offload_weights = experiment().offload_weights;
  options.replicated_optimizer_state_sharding = experiment().replicated_optimizer_state_sharding;
  options.infeed_queue = &*infeed_;
  options.outfeed_queue = &*outfeed_;
  options.outfeed_loss = true;
  options.pipeline_schedule = experiment().pipeline_schedule;
  options.device_mapping.emplace();
  for (const std::vector<int>& devices : experiment().stage_devices()) {
    options.device_mapping->emplace_back(devices[0]);
  }
  options.optimizer_function = [this](Tensor loss) {
    return pipelining::OptimizerFunctionOutput{*optimizer_, loss, network_.trainable_variables()};
  };
  pipelining::pipeline(stages, options);
}

void MnistWorkload::start_run() {
  if (kind_ != ProgramKind::without_feeds) {
    strategy().start(*training_);
    return;
  }
  Element batch;
  if (!host_batches_->next(batch)) throw OutOfRange("the training data has no full batch");
  strategy().start(*training_, batch);
}

void MnistWorkload::take_results(bool run_ended) {
  LossRecord& losses = record().losses;
  if (kind_ == ProgramKind::without_feeds) {
    if (run_ended) {
      losses.add(strategy().result().leaf().item<float>(), strategy().result_cycle(),
                 runs_finished() - 1);
    }
    note_dequeued(run_ended ? 1 : 0);
    return;
  }
  const DequeueTime when = experiment().dequeue;
  const bool now = when == DequeueTime::continuous
                       ? run_ended || outfeed_->mode() == OutfeedMode::all
                       : run_ended && (when == DequeueTime::each_run || finished());
  if (!now || outfeed_->pending() == 0) return;
  const std::size_t before = losses.size();
  note_dequeued(add_losses(outfeed_->dequeue_with_cycles(), experiment().replicas, losses));
  for (std::size_t i = before; prints_losses_ && i < losses.size(); ++i) {
    record().printed += fmt::format("Step {}: loss {:.6f}\n", i, losses.values[i]);
  }
}

}  // namespace pipette
