#include "session/keras_workload.h"

#include <fmt/format.h>

#include <algorithm>

#include "inspect/outfeed_layers.h"
#include "keras/run.h"
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
    losses = workload_.model_->fit_run().losses();
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
      batches_(training_batches(data, experiment.batch_size, experiment.seed)),
      gradients_(queue_options(experiment.gradients_filters)),
      out_([this](std::string_view text) { record_.printed += text; }) {
  check_layers(experiment.layers, data.image_shape());
  for (std::int64_t stage = 0; stage < experiment.num_stages(); ++stage) {
    activations_.push_back(std::make_unique<inspect::MaybeOutfeedQueue>(
        queue_options(experiment.activations_filters)));
  }
  make_model();
  model_->build(data.image_shape().with_front(experiment.batch_size));
  model_->set_log([this](const std::string& line) { out_(line + "\n"); });
  model_->start_fit(batches_, {.epochs = experiment.num_runs(),
                               .steps_per_epoch = experiment.steps_per_execution,
                               .callbacks = make_callbacks(),
                               .verbose = 2,
                               .out = out_});
}

const Function* KerasWorkload::pipeline() const {
  return model_->pipelined() ? &model_->training_program()->function() : nullptr;
}

// An outfeed layer after each layer that is asked for it; the last one of a stage enqueues.
std::vector<keras::LayerPtr> KerasWorkload::make_layers() {
  const std::vector<LayerSpec>& specs = experiment_.layers;
  std::vector<keras::LayerPtr> layers;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    layers.push_back(make_layer(specs[i]));
    if (!specs[i].outfeed) continue;
    bool last = true;
    for (std::size_t j = i + 1; j < specs.size(); ++j) {
      last = last && !(specs[j].outfeed && specs[j].stage == specs[i].stage);
    }
    layers.push_back(inspect::maybe_outfeed(*activations_[static_cast<std::size_t>(specs[i].stage)],
                                            last, outfeed_key(specs, i)));
  }
  return layers;
}

void KerasWorkload::make_model() {
  const Experiment& e = experiment_;
  const bool pipelined = e.num_stages() > 1;
  const keras::ModelOptions options{.seed = e.seed, .strategy = &strategy_};
  const std::vector<keras::LayerPtr> layers = make_layers();
  std::vector<keras::StageNumber> stages;  // an outfeed layer stands where its layer does
  for (const LayerSpec& spec : e.layers) {
    stages.insert(stages.end(), spec.outfeed ? 2 : 1,
                  keras::StageNumber(static_cast<int>(spec.stage)));
  }
  if (e.model_type == ModelType::sequential) {
    model_ = std::make_shared<keras::Sequential>(layers, options);
  } else {
    const keras::SymbolicTensor input = keras::input(Shape{28, 28}, e.batch_size);
    keras::SymbolicTensor x = input;
    for (const keras::LayerPtr& layer : layers) x = layer(x);
    model_ = std::make_shared<keras::Model>(input, x, options);
  }
  if (pipelined) {
    model_->set_pipeline_stage_assignment(stages);
    keras::PipeliningSettings settings;
    settings.gradient_accumulation_steps_per_replica = e.gradient_accumulation_count;
    settings.gradient_accumulation_reduction_method = e.reduction_method;
    if (!e.device_mapping.empty()) {
      settings.device_mapping.emplace(e.device_mapping.begin(), e.device_mapping.end());
    }
    settings.pipeline.pipeline_schedule = e.pipeline_schedule;
    settings.pipeline.allow_recompute = e.recompute;
    settings.pipeline.offload_weight_update_variables = e.offload_weight_update_variables;
    settings.pipeline.offload_gradient_accumulation_buffers =
        e.offload_gradient_accumulation_buffers;
    settings.pipeline.offload_activations = e.offload_activations;
    settings.pipeline.offload_weights = e.offload_weights;
    model_->set_pipelining_options(settings);
  } else if (e.gradient_accumulation_count > 1) {
    model_->set_gradient_accumulation_options(
        {.gradient_accumulation_steps_per_replica = e.gradient_accumulation_count,
         .gradient_accumulation_reduction_method = e.reduction_method});
  }
  optimizer_ = std::make_shared<inspect::OutfeedOptimizer>(make_plain_optimizer(e), gradients_,
                                                           gradients_mode(e));
  model_->compile({.optimizer = optimizer_,
                   .loss = "sparse_categorical_crossentropy",
                   .metrics = {"accuracy"},
                   .steps_per_execution = e.steps_per_execution});
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
  gradients_.set_filters(inspect::process_filters(experiment_.gradients_filters));
  for (const auto& queue : activations_) {
    queue->set_filters(inspect::process_filters(experiment_.activations_filters));
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
    const bool any =
        std::any_of(experiment_.layers.begin(), experiment_.layers.end(), [&](const LayerSpec& s) {
          return s.outfeed && s.stage == static_cast<std::int64_t>(stage);
        });
    if (!any) continue;
    const char* title = activations_.size() > 1 ? "Multi-layer activations callback"
                                                : "Single layer activations callback";
    callbacks.push_back(add(*activations_[stage], title, "activations"));
  }
  return callbacks;
}

Classifier KerasWorkload::classifier() const {
  return [model = model_](const Tensor& images) { return (*model)(images); };
}

bool KerasWorkload::advance(const Budget& budget) {
  model_->advance(budget);
  return finished();
}

}  // namespace pipette
