#include "session/training_parts.h"

#include "core/archive.h"
#include "training/cast_gradients.h"
#include "training/cross_replica.h"
#include "training/gradient_accumulation.h"

namespace pipette {

namespace {

LearningRate learning_rate(const Training& training) {
  switch (training.decay) {
    case Decay::exponential:
      return exponential_decay(training.learning_rate, training.decay_steps, training.decay_rate);
    case Decay::cosine:
      return cosine_decay(training.learning_rate, training.decay_steps);
    default:
      return static_cast<float>(training.learning_rate);
  }
}

std::shared_ptr<Optimizer> make_rule(const Experiment& e) {
  const LearningRate rate = learning_rate(e.training);
  switch (e.training.optimizer) {
    case OptimizerName::sgd:
      return std::make_shared<Sgd>(rate);
    case OptimizerName::momentum:
      return std::make_shared<Momentum>(rate);
    case OptimizerName::adam:
      return std::make_shared<Adam>(rate);
    case OptimizerName::adamw:
      return std::make_shared<AdamW>(rate, static_cast<float>(e.training.weight_decay));
    case OptimizerName::rmsprop:
      return std::make_shared<Rmsprop>(rate);
  }
  PIPETTE_CHECK(false, e.name);
}

}  // namespace

std::shared_ptr<Optimizer> make_plain_optimizer(const Experiment& e) {
  std::shared_ptr<Optimizer> optimizer = make_rule(e);
  if (e.pipeline.gradient_accumulation_dtype == AccumulatorDType::f32) return optimizer;
  return std::make_shared<CastGradients>(std::move(optimizer));
}

pipelining::PipelineOptions training_pipeline(const Experiment& e, InfeedQueue& infeed,
                                              OutfeedQueue& losses) {
  pipelining::PipelineOptions options = pipeline_options(e);
  options.gradient_accumulation_count = e.pipeline.gradient_accumulation_count;
  options.repeat_count = e.training.steps_per_execution;
  options.reduction_method = e.pipeline.reduction_method;
  options.infeed_queue = &infeed;
  options.outfeed_queue = &losses;
  options.outfeed_loss = true;
  options.device_mapping.emplace();
  for (const std::vector<int>& devices : e.stage_devices()) {
    devices.size() == 1 ? options.device_mapping->emplace_back(devices[0])
                        : options.device_mapping->emplace_back(devices);
  }
  return options;
}

pipelining::PipelineOutline outline_of(const Experiment& e, const Function& function,
                                       std::vector<std::string> stage_names) {
  return {function,
          e.pipeline.schedule,
          e.stage_devices(),
          std::move(stage_names),
          e.pipeline.gradient_accumulation_count,
          e.pipeline.replicas};
}

std::shared_ptr<Optimizer> exchanging(std::shared_ptr<Optimizer> optimizer, const Experiment& e) {
  if (e.pipeline.replicas == 1) return optimizer;
  return std::make_shared<CrossReplicaOptimizer>(std::move(optimizer));
}

std::shared_ptr<Optimizer> accumulating(std::shared_ptr<Optimizer> optimizer, const Experiment& e) {
  const std::int64_t count = e.pipeline.gradient_accumulation_count;
  if (e.pipeline.accumulation_optimizer == AccumulationOptimizer::older) {
    if (e.pipeline.replicas == 1) {
      return std::make_shared<GradientAccumulationOptimizer>(std::move(optimizer), count);
    }
    return std::make_shared<CrossReplicaGradientAccumulationOptimizer>(std::move(optimizer), count);
  }
  return std::make_shared<GradientAccumulationOptimizerV2>(exchanging(std::move(optimizer), e),
                                                           count, accumulation_options(e));
}

std::int64_t mini_batches_in_epoch(const Experiment& experiment, std::int64_t images) {
  return std::max<std::int64_t>(
      1, images / experiment.training.batch_size / experiment.pipeline.replicas);
}

inspect::OutfeedOptimizerMode gradients_mode(const Experiment& e) {
  return e.inspection.outfeed_pre_accumulated_gradients
             ? inspect::OutfeedOptimizerMode::after_compute
             : inspect::OutfeedOptimizerMode::before_apply;
}

const char* gradients_axis(const Experiment& e) {
  const bool each =
      e.inspection.outfeed_pre_accumulated_gradients || e.pipeline.gradient_accumulation_count == 1;
  return each ? "mini-batch" : "weight update";
}

std::vector<float> add_losses(const OutfeedQueue::Dequeued& outfed, std::int64_t replicas,
                              LossRecord& losses) {
  const std::span<const float> values = outfed.elements.leaf().span<float>();
  const auto count = static_cast<std::size_t>(replicas);
  std::vector<float> means(outfed.cycles.size());
  for (std::size_t i = 0; i < means.size(); ++i) {
    float sum = 0;
    for (std::size_t r = 0; r < count; ++r) sum += values[i * count + r];
    means[i] = sum / static_cast<float>(count);
    losses.add(means[i], outfed.cycles[i], outfed.first + static_cast<std::int64_t>(i));
  }
  return means;
}

Element HostBatches::next() {
  Element batch;
  if (!iterator_->next(batch)) throw OutOfRange("the training data has no full batch");
  ++made_;
  return batch;
}

void HostBatches::archive(Archive& a) {
  std::int64_t made = made_;
  a("made", made);
  a.require(made >= made_ && made <= most_, "is at no position that the program reaches");
  while (a.restores() && made_ < made) next();
}

}  // namespace pipette
