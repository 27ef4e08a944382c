#include "session/inspected_workload.h"

#include <fmt/format.h>

#include "core/archive.h"
#include "graph/ops.h"
#include "inspect/outfeed_callback.h"
#include "loops/loops.h"
#include "pipeline/pipeline.h"
#include "session/training_parts.h"
#include "training/cross_replica.h"

namespace pipette {

InspectedWorkload::InspectedWorkload(const Experiment& experiment, const ImageData& data,
                                     Strategy& strategy, Record& record)
    : RunLoop(experiment, strategy, record),
      layers_{keras::dense(256, keras::relu, "dense1"), keras::dense(128, keras::relu, "dense2"),
              keras::dense(10, keras::linear, "dense3")},
      images_in_epoch_(data.train_count()),
      infeed_(training_batches(data, experiment.training.batch_size, experiment.training.seed),
              {.prefetch_depth = experiment.feeds.prefetch_depth}),
      losses_({.buffer_depth = experiment.feeds.buffer_depth}),
      first_activations_(
          {.filters = inspect::process_filters(experiment.inspection.activations_filters)}),
      gradients_({.filters = inspect::process_filters(experiment.inspection.gradients_filters)}),
      optimizer_(make_plain_optimizer(experiment), gradients_, gradients_mode(experiment)) {
  std::int64_t inputs = data.image_shape().num_elements();
  for (const keras::LayerPtr& layer : layers_) {
    const Shape shape{experiment.training.batch_size, inputs};
    layer->build_as("", experiment.training.seed, shape);
    inputs = layer->output_shape(shape)[-1];
  }
  infeed_.initialize();
  training_ = make_function();
}

Function InspectedWorkload::make_function() {
  return {"inspected", [this] {
            // Workload and functions share the optimizer; what is put around it only borrows it.
            const std::shared_ptr<Optimizer> borrowed(std::shared_ptr<void>(), &optimizer_);
            applied_ = pipelined() ? exchanging(std::make_shared<AggregatingOptimizer>(borrowed),
                                                experiment())
                                   : accumulating(borrowed, experiment());
            pipelined() ? run_pipeline() : run_loop();
          }};
}

bool InspectedWorkload::continue_as(const Experiment& changed) {
  next_ = changed;
  if (!strategy().running()) take_next();
  return true;
}

void InspectedWorkload::take_next() {
  if (!next_) return;
  set_experiment(*next_);
  next_.reset();
  first_activations_.set_filters(
      inspect::process_filters(experiment().inspection.activations_filters));
  gradients_.set_filters(inspect::process_filters(experiment().inspection.gradients_filters));
  optimizer_.set_mode(gradients_mode(experiment()));
  strategy().forget(*training_);
  training_ = make_function();
}

void InspectedWorkload::start_run() {
  take_next();
  strategy().start(*training_);
}

std::vector<Variable> InspectedWorkload::variables() const {
  std::vector<Variable> all;
  for (const keras::LayerPtr& layer : layers_) {
    all.insert(all.end(), layer->variables().begin(), layer->variables().end());
  }
  return all;
}

Classifier InspectedWorkload::classifier() const {
  return [layers = layers_](const Tensor& images) {
    Tensor x = flatten(images);
    for (const keras::LayerPtr& layer : layers) x = layer->call(x, {});
    return softmax(x);
  };
}

LayerOutputs InspectedWorkload::layers() const {
  LayerOutputs outputs;
  for (const keras::LayerPtr& layer : layers_) outputs.names.push_back(layer->name());
  outputs.logits = true;
  if (pipelined()) outputs.stages = {0, 0, 1, 1};
  outputs.outputs = [layers = layers_](std::size_t count, const Tensor& images) {
    std::vector<Tensor> made;
    for (std::size_t i = 0; i < count; ++i) {
      made.push_back(layers[i]->call(made.empty() ? flatten(images) : made.back(), {}));
    }
    return made;
  };
  return outputs;
}

std::optional<pipelining::PipelineOutline> InspectedWorkload::pipeline() const {
  if (!pipelined()) return std::nullopt;
  return outline_of(experiment(), *training_,
                    {"dense1 784 × 256, dense2 256 × 128", "dense3 128 × 10, loss"});
}

Tensor InspectedWorkload::first_stage(const Tensor& images) {
  const Tensor one = layers_[0]->call(flatten(images), {});
  first_activations_.maybe_outfeed("dense1", one);
  const Tensor two = layers_[1]->call(one, {});
  first_activations_.maybe_outfeed("dense2", two);
  first_activations_.maybe_enqueue();
  return two;
}

Tensor InspectedWorkload::second_stage(const Tensor& hidden) {
  const Tensor three = layers_[2]->call(hidden, {});
  second_activations_.maybe_outfeed("dense3", three);
  second_activations_.maybe_enqueue();
  return three;
}

Tensor InspectedWorkload::loss(const Tensor& logits, const Tensor& labels) const {
  return reduce_mean(sparse_softmax_cross_entropy_with_logits(labels, logits));
}

void InspectedWorkload::run_pipeline() {
  pipelining::PipelineOptions options = training_pipeline(experiment(), infeed_, losses_);
  options.optimizer_function = [this](Tensor loss) {
    return pipelining::OptimizerFunctionOutput{*applied_, loss, variables()};
  };
  const GradientsExchanged as_made;  // by exchanging(), where there are replicas
  pipelining::pipeline({[this](Tensor images, Tensor labels) {
                          return std::vector<Tensor>{first_stage(images), labels};
                        },
                        [this](Tensor hidden, Tensor labels) {
                          return std::vector<Tensor>{loss(second_stage(hidden), labels)};
                        }},
                       options);
}

void InspectedWorkload::run_loop() {
  const Experiment& e = experiment();
  loops::repeat(e.training.steps_per_execution, [this, &e] {
    loops::repeat(e.pipeline.gradient_accumulation_count, [this] {
      const Nest<Tensor> batch = next(infeed_);
      const Tensor value = loss(second_stage(first_stage(batch[0].leaf())), batch[1].leaf());
      losses_.enqueue(value);
      applied_->minimize(value, variables());
    });
  });
}

void InspectedWorkload::take_results(bool run_ended) {
  if (!run_ended) return;
  std::vector<Nest<Array>::Entry> activations;
  for (inspect::MaybeOutfeedQueue* queue : {&first_activations_, &second_activations_}) {
    const std::optional<Nest<Array>> element = queue->maybe_dequeue();
    if (!element) continue;
    for (const NestKey& key : element->keys()) activations.emplace_back(key, element->at(key));
  }
  print_run(Nest<Array>::dict(std::move(activations)));
}

void InspectedWorkload::print_run(const Nest<Array>& activations) {
  const std::int64_t run = runs_finished() - 1;
  const Experiment& e = experiment();
  std::string& out = record().printed;
  const auto show = [&](const char* what, const char* queue, const char* axis,
                        const Nest<Array>& element) {
    if (element.empty()) return;
    out += inspect::shape_lines(element, fmt::format("{} key", what));
    out += fmt::format("\nStep {} - Summary Stats\n{}\n", run,
                       inspect::statistics_table(record().add_outfed(queue, axis, run, element)));
  };
  show("Activation", "activations", "mini-batch", activations);
  if (const std::optional<Nest<Array>> gradients = gradients_.maybe_dequeue()) {
    show("Gradient", "gradients", gradients_axis(e), *gradients);
  }
  const std::vector<float> losses =
      add_losses(losses_.dequeue_with_cycles(), e.pipeline.replicas, record().losses);
  note_dequeued(std::ssize(losses));
  double sum = 0;
  for (float loss : losses) sum += static_cast<double>(loss);
  const auto count = static_cast<double>(losses.size());
  const double epoch = static_cast<double>(run) * count *
                       static_cast<double>(e.training.batch_size) /
                       static_cast<double>(images_in_epoch_);
  out += fmt::format("Epoch {:.1f}, Mean loss: {:.3f}\n\n", epoch, sum / count);
}

void InspectedWorkload::archive(Archive& a) {
  RunLoop::archive(a);
  InfeedPosition position = position_in(infeed_);
  a("infeed", position)("losses", losses_);
}

}  // namespace pipette
