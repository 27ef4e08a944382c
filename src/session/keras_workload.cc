#include "session/keras_workload.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/archive.h"
#include "core/item.h"
#include "inspect/outfeed_layers.h"
#include "keras/job.h"
#include "keras/model_program.h"
#include "session/training_parts.h"

namespace pipette {

namespace {

inspect::MaybeOutfeedOptions queue_options(const std::vector<std::string>& filters) {
  return {.filters = inspect::process_filters(filters)};
}

}  // namespace

// Takes note of losses, runs and epochs for the session.
class KerasWorkload::Epochs : public keras::Callback {
 public:
  explicit Epochs(KerasWorkload& workload) : workload_(workload) {}

  void on_train_batch_begin(std::int64_t) override {
    workload_.take_next();
    const std::int64_t run = workload_.runs_finished_;
    if (run == 0) {
      add(EventKind::compiled, workload_.experiment_.device.host.compile_seconds);
    }
    add(EventKind::run_started, static_cast<double>(run));
  }
  void on_train_batch_end(std::int64_t, const keras::Logs&) override {
    add(EventKind::run_finished, static_cast<double>(workload_.runs_finished_++));
    LossRecord& losses = workload_.record_.losses;
    const std::size_t before = losses.size();
    workload_.model_->fit_run().append_to(losses);
    add(EventKind::dequeued, static_cast<double>(losses.size() - before));
  }
  void on_train_end(const keras::Logs&) override {
    add(EventKind::finished, static_cast<double>(workload_.strategy_.machine().steps));
  }

 private:
  void add(EventKind kind, double value) {
    workload_.record_.events.add(kind, workload_.strategy_.machine().device.now(), value);
  }

  KerasWorkload& workload_;
};

KerasWorkload::KerasWorkload(const Experiment& experiment, const ImageData& data,
                             Strategy& strategy, Record& record)
    : experiment_(experiment),
      strategy_(strategy),
      record_(record),
      batches_(training_batches(data, experiment.training.batch_size, experiment.training.seed)),
      gradients_(queue_options(experiment.inspection.gradients_filters)),
      out_([this](std::string_view text) { record_.printed += text; }) {
  for (std::int64_t stage = 0; stage < experiment.num_stages(); ++stage) {
    activations_.push_back(std::make_unique<inspect::MaybeOutfeedQueue>(
        queue_options(experiment.inspection.activations_filters)));
  }
  make_model();
  model_->build(data.image_shape().with_front(experiment.training.batch_size));
  model_->set_log([this](const std::string& line) { out_(line + "\n"); });
  model_->start_fit(batches_, {.epochs = experiment.num_runs(),
                               .steps_per_epoch = experiment.training.steps_per_execution,
                               .callbacks = make_callbacks(),
                               .verbose = 2,
                               .out = out_});
}

// An outfeed layer after each layer that is asked for it; the last one of a stage enqueues.
std::vector<keras::LayerPtr> KerasWorkload::make_layers() {
  const std::vector<LayerSpec>& specs = experiment_.model.layers;
  std::vector<keras::LayerPtr> layers;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    layers.push_back(keras::make_layer(specs[i].kind, specs[i].name));
    if (!specs[i].outfeed) continue;
    bool last = true;
    for (std::size_t j = i + 1; j < specs.size(); ++j) {
      last = last && !(specs[j].outfeed && specs[j].stage == specs[i].stage);
    }
    layers.push_back(
        inspect::maybe_outfeed(*item(activations_, specs[i].stage), last, outfeed_key(specs, i)));
  }
  return layers;
}

void KerasWorkload::make_model() {
  const Experiment& e = experiment_;
  const bool pipelined = e.num_stages() > 1;
  const keras::ModelOptions options{.seed = e.training.seed, .strategy = &strategy_};
  const std::vector<keras::LayerPtr> layers = make_layers();
  std::vector<keras::StageNumber> stages;  // an outfeed layer stands where its layer does
  for (const LayerSpec& spec : e.model.layers) {
    stages.insert(stages.end(), spec.outfeed ? 2 : 1,
                  keras::StageNumber(static_cast<int>(spec.stage)));
  }
  if (e.model.type == ModelType::sequential) {
    model_ = std::make_shared<keras::Sequential>(layers, options);
  } else {
    const keras::SymbolicTensor input = keras::input(Shape{28, 28}, e.training.batch_size);
    keras::SymbolicTensor x = input;
    for (const keras::LayerPtr& layer : layers) x = layer(x);
    model_ = std::make_shared<keras::Model>(input, x, options);
  }
  model_->set_infeed_queue_options({.prefetch_depth = e.feeds.prefetch_depth});
  model_->set_outfeed_queue_options({.buffer_depth = e.feeds.buffer_depth});
  if (pipelined) {
    model_->set_pipeline_stage_assignment(stages);
    keras::PipeliningSettings settings;
    settings.gradient_accumulation_steps_per_replica = e.pipeline.gradient_accumulation_count;
    settings.gradient_accumulation_reduction_method = e.pipeline.reduction_method;
    if (!e.pipeline.device_mapping.empty()) {
      settings.device_mapping.emplace(e.pipeline.device_mapping.begin(),
                                      e.pipeline.device_mapping.end());
    }
    settings.pipeline = pipeline_options(e);
    model_->set_pipelining_options(settings);
  } else if (e.pipeline.gradient_accumulation_count > 1) {
    keras::GradientAccumulationSettings settings;
    settings.gradient_accumulation_steps_per_replica = e.pipeline.gradient_accumulation_count;
    settings.gradient_accumulation_reduction_method = e.pipeline.reduction_method;
    settings.optimizer = accumulation_options(e);
    settings.optimizer.reduction_method = Reduction::sum;  // Keras has its own word for it
    model_->set_gradient_accumulation_options(settings);
  }
  optimizer_ = std::make_shared<inspect::OutfeedOptimizer>(make_plain_optimizer(e), gradients_,
                                                           gradients_mode(e), model_.get());
  model_->compile({.optimizer = optimizer_,
                   .loss = "sparse_categorical_crossentropy",
                   .metrics = {"accuracy"},
                   .steps_per_execution = e.training.steps_per_execution});
}

bool KerasWorkload::continue_as(const Experiment& changed) {
  next_ = changed;
  if (!strategy_.running()) take_next();
  return true;
}

void KerasWorkload::take_next() {
  if (!next_) return;
  experiment_ = std::move(*next_);
  next_.reset();
  gradients_.set_filters(inspect::process_filters(experiment_.inspection.gradients_filters));
  for (const auto& queue : activations_) {
    queue->set_filters(inspect::process_filters(experiment_.inspection.activations_filters));
  }
  optimizer_->set_mode(gradients_mode(experiment_));
  model_->retrace();
}

keras::Callbacks KerasWorkload::make_callbacks() {
  const auto add = [this](inspect::MaybeOutfeedQueue& queue, const std::string& title,
                          const std::string& name) {
    auto callback = std::make_shared<inspect::OutfeedCallback>(queue, title, out_);
    callback->set_observer([this, name, gradients = &queue == &gradients_](const Nest<Array>& e) {
      return record_.add_outfed(name, gradients ? gradients_axis(experiment_) : "mini-batch",
                                runs_finished_ - 1, e);
    });
    return callback;
  };
  keras::Callbacks callbacks{std::make_shared<Epochs>(*this),
                             add(gradients_, "Gradients callback", "gradients")};
  for (std::size_t stage = 0; stage < activations_.size(); ++stage) {
    const bool any = std::any_of(experiment_.model.layers.begin(), experiment_.model.layers.end(),
                                 [&](const LayerSpec& s) {
                                   return s.outfeed && s.stage == static_cast<std::int64_t>(stage);
                                 });
    if (!any) continue;
    callbacks.push_back(
        add(*activations_[stage], activations_title(experiment_.model.layers), "activations"));
  }
  return callbacks;
}

Classifier KerasWorkload::classifier() const {
  return [model = model_](const Tensor& images) { return (*model)(images); };
}

LayerOutputs KerasWorkload::layers() const {
  LayerOutputs outputs = outputs_of(model_);
  for (const LayerSpec& spec : experiment_.model.layers) outputs.stages.push_back(spec.stage);
  outputs.stages.push_back(outputs.stages.back());  // the loss
  return outputs;
}

bool KerasWorkload::advance(const Budget& budget) {
  Budget of_machine = budget;
  if (budget.step_count != Budget::kNoLimit) {
    of_machine.step_count = (budget.step_count - 1) / steps_per_iteration() + 1;
  }
  model_->advance(of_machine);
  return finished();
}

const Executable* KerasWorkload::compiled() {
  return &strategy_.compiled(model_->training_program()->function());
}

void KerasWorkload::archive(Archive& a) { a("runs", runs_finished_)("fit", *model_); }

}  // namespace pipette
