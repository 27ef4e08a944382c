#include "bindings/hosted_model.h"

#include <fmt/format.h>

#include "bindings/device_options.h"
#include "bindings/model_recorder.h"
#include "bindings/views.h"
#include "keras/job.h"
#include "keras/outline.h"

namespace pipette::bindings {

namespace {

std::vector<keras::StageNumber> stage_numbers(const std::vector<std::int64_t>& stages) {
  std::vector<keras::StageNumber> numbers;
  for (const std::int64_t stage : stages) numbers.emplace_back(static_cast<double>(stage));
  return numbers;
}

// A line for each epoch, unless asked otherwise: nobody sees a bar move in a text that is kept.
int read_verbose(Options& options) {
  std::int64_t verbose = 2;
  options.read("verbose", verbose);
  if (verbose < 0 || verbose > 2) {
    throw InvalidArgument(
        fmt::format("verbose must be 0, 1 or 2, but it is {}; the nearest valid value is {}",
                    verbose, verbose < 0 ? 0 : 2));
  }
  return static_cast<int>(verbose);
}

}  // namespace

// The model and where it stands, for whoever watches it.
class HostedModel::HostedProgram : public HostProgram {
 public:
  HostedProgram(std::unique_ptr<keras::Model> keras_model, Strategy& strategy, Record& record)
      : model(std::move(keras_model)), strategy_(strategy), record_(record) {
    model->set_strategy(strategy);
  }

  bool advance(const Budget& budget) override {
    const bool ended = model->advance(budget);
    take_losses();
    return ended;
  }
  bool finished() const override { return model->finished(); }
  std::int64_t runs_finished() const override {
    return strategy_.machine().runs - (strategy_.running() ? 1 : 0);
  }
  std::int64_t num_runs() const override { return runs_finished() + (finished() ? 0 : 1); }
  std::int64_t num_steps() const override { return model->steps_per_epoch(); }
  std::int64_t mini_batches_in_epoch() const override { return model->steps_per_epoch(); }
  std::optional<std::int64_t> steps_done() const override { return recorder->step; }
  const InfeedQueue* infeed() const override { return model->infeed(); }
  const OutfeedQueue* outfeed() const override { return model->outfeed(); }
  std::optional<pipelining::PipelineOutline> pipeline() const override {
    return keras::outline_of(*model);
  }

  void begin(bool fits, std::vector<std::string> events) {
    recorder->restart(fits, std::move(events));
    fits_ = fits;
    if (fits) record_.losses = {};
    record_.printed.clear();
  }
  TextSink printer() {
    return [this](std::string_view text) { record_.printed += text; };
  }
  void take_losses() {
    if (fits_) model->fit_run().append_to(record_.losses);
  }

  const std::unique_ptr<keras::Model> model;
  const std::shared_ptr<ModelRecorder> recorder = std::make_shared<ModelRecorder>();

 private:
  Strategy& strategy_;
  Record& record_;
  bool fits_ = false;
};

struct HostedModel::Setup {
  explicit Setup(const std::string& text) {
    Options options("a model", text);
    options.read("name", model.name).read("seed", model.seed).read("pipelineStages", stages);
    device = read_device(options);
    options.done();
  }

  keras::ModelOptions model;
  DeviceConfig device;
  std::optional<std::vector<std::int64_t>> stages;
};

HostedModel::HostedModel(const Setup& setup, std::unique_ptr<keras::Model> model) {
  const auto make_program = [&](Strategy& strategy, Record& record) {
    auto made = std::make_unique<HostedProgram>(std::move(model), strategy, record);
    program_ = made.get();
    return made;
  };
  run_ = std::make_unique<ObservedRun>(setup.device, make_program);
  program_->model->set_log([this](const std::string& line) { messages_.push_back(line); });
  if (setup.stages) program_->model->set_pipeline_stage_assignment(stage_numbers(*setup.stages));
}

HostedModel::HostedModel(const std::string& options, const std::vector<keras::LayerPtr>& layers)
    : HostedModel(Setup(options),
                  std::make_unique<keras::Sequential>(layers, Setup(options).model)) {}

HostedModel::HostedModel(const std::string& options,
                         const std::vector<keras::SymbolicTensor>& inputs,
                         const keras::SymbolicTensor& output)
    : HostedModel(Setup(options),
                  std::make_unique<keras::Model>(inputs, output, Setup(options).model)) {}

HostedModel::~HostedModel() = default;

keras::Model& HostedModel::model() { return *program_->model; }
const keras::Model& HostedModel::model() const { return *program_->model; }

void HostedModel::configure(const std::string& what, const std::string& text) {
  Options options(what, text);
  const auto pipelining = [&] {
    keras::PipeliningSettings s;
    std::optional<std::vector<std::int64_t>> mapping;
    options.read("gradientAccumulationStepsPerReplica", s.gradient_accumulation_steps_per_replica);
    read_reduction(options, "gradientAccumulationReductionMethod",
                   s.gradient_accumulation_reduction_method);
    options.read("deviceMapping", mapping).read("accumulateOutfeed", s.accumulate_outfeed);
    options.read("pipelineSchedule", s.pipeline.pipeline_schedule);
    options.read("allowRecompute", s.pipeline.allow_recompute);
    options.read("offloadWeightUpdateVariables", s.pipeline.offload_weight_update_variables);
    options.read("offloadGradientAccumulationBuffers",
                 s.pipeline.offload_gradient_accumulation_buffers);
    options.read("offloadActivations", s.pipeline.offload_activations);
    options.read("offloadWeights", s.pipeline.offload_weights);
    options.read("replicatedOptimizerStateSharding",
                 s.pipeline.replicated_optimizer_state_sharding);
    options.done();
    if (mapping) {
      s.device_mapping.emplace();
      for (const std::int64_t ipu : *mapping) {
        // Out of range of an int is out of range of the machine, which the model checks.
        s.device_mapping->push_back(
            static_cast<int>(std::clamp<std::int64_t>(ipu, -1, DeviceConfig::kMaxIpus)));
      }
    }
    model().set_pipelining_options(s);
  };
  if (what == "setPipeliningOptions()") return pipelining();
  if (what == "setGradientAccumulationOptions()") {
    keras::GradientAccumulationSettings s;
    options.read("gradientAccumulationStepsPerReplica", s.gradient_accumulation_steps_per_replica);
    read_reduction(options, "gradientAccumulationReductionMethod",
                   s.gradient_accumulation_reduction_method);
    options.read("offloadWeightUpdateVariables", s.optimizer.offload_weight_update_variables);
    options.read("replicatedOptimizerStateSharding",
                 s.optimizer.replicated_optimizer_state_sharding);
    options.done();
    return model().set_gradient_accumulation_options(s);
  }
  if (what == "setInfeedQueueOptions()") {
    InfeedOptions o;
    options.read("prefetchDepth", o.prefetch_depth).done();
    return model().set_infeed_queue_options(o);
  }
  if (what == "setOutfeedQueueOptions()") {
    OutfeedOptions o;
    options.read("bufferDepth", o.buffer_depth).done();
    return model().set_outfeed_queue_options(o);
  }
  if (what == "setReplicationOptions()") {
    std::string method = "none";
    options.require("replicatedMetricReductionMethod", method).done();
    return model().set_replication_options(keras::parse_metric_reduction(method));
  }
  if (what == "setAsynchronousCallbacks()") {
    bool asynchronous = true;
    options.require("asynchronous", asynchronous).done();
    return model().set_asynchronous_callbacks(asynchronous);
  }
  if (what != "setPipelineStageAssignment()") throw InvalidArgument("a model has no " + what);
  std::vector<std::int64_t> stages;
  options.require("stages", stages).done();
  if (stages.empty()) return model().reset_pipeline_stage_assignment();
  model().set_pipeline_stage_assignment(stage_numbers(stages));
}

void HostedModel::compile(const std::string& text, const OptimizerPtr& optimizer) {
  keras::CompileOptions compiled;
  std::string loss;
  bool from_logits = false;
  std::vector<std::string> metrics;
  Options options("compile()", text);
  options.require("loss", loss).read("fromLogits", from_logits).read("metrics", metrics);
  options.read("stepsPerExecution", compiled.steps_per_execution).done();
  compiled.loss = make_loss(loss, from_logits);
  for (const std::string& metric : metrics) compiled.metrics.emplace_back(metric);
  compiled.optimizer = optimizer;
  model().compile(compiled);
}

// For batches of any size: a model built by fit() takes those of fit() only.
void HostedModel::build_for(const Dataset& dataset) {
  const ElementSpec& element = dataset.element_spec();
  const ElementSpec& x = element.is_tuple() && element.size() > 0 ? element[0] : element;
  if (model().built() || !x.is_leaf() || x.leaf().shape.rank() < 2) return;
  model().build(x.leaf().shape.without_front().with_front(Shape::kUnknown));
}

void HostedModel::start_fit(const std::string& text, const Dataset& dataset,
                            const std::optional<Dataset>& validation) {
  keras::FitOptions fit;
  Options options("fit()", text);
  options.read("epochs", fit.epochs).read("initialEpoch", fit.initial_epoch);
  options.read("stepsPerEpoch", fit.steps_per_epoch);
  options.read("validationSteps", fit.validation_steps);
  fit.verbose = read_verbose(options);
  fit.out = program_->printer();
  const std::vector<std::string> events = read_events(options);
  options.done();
  fit.validation_data = validation;
  fit.callbacks = {program_->recorder};
  build_for(dataset);
  model().start_fit(dataset, fit);
  program_->begin(true, events);
}

void HostedModel::start_evaluate(const std::string& text, const Dataset& dataset) {
  start_test("evaluate()", text, dataset, &keras::Model::start_evaluate);
}

void HostedModel::start_predict(const std::string& text, const Dataset& dataset) {
  start_test("predict()", text, dataset, &keras::Model::start_predict);
}

void HostedModel::start_test(const char* what, const std::string& text, const Dataset& dataset,
                             void (keras::Model::*start)(const Dataset&,
                                                         const keras::EvaluateOptions&)) {
  keras::EvaluateOptions test;
  Options options(what, text);
  options.read("steps", test.steps);
  test.verbose = read_verbose(options);
  test.out = program_->printer();
  const std::vector<std::string> events = read_events(options);
  options.done();
  test.callbacks = {program_->recorder};
  build_for(dataset);
  (model().*start)(dataset, test);
  program_->begin(false, events);
}

void HostedModel::stop_training() { model().stop_training(); }

void HostedModel::abandon() {
  model().abandon();
  program_->take_losses();
}

std::string HostedModel::progress_json() {
  ModelRecorder& recorder = *program_->recorder;
  const Json json = {{"finished", model().finished()},
                     {"epoch", recorder.epoch},
                     {"step", recorder.step},
                     {"steps", model().steps_per_epoch()},
                     {"logs", logs_object(recorder.logs)},
                     {"cycles", observed().device().now()},
                     {"seconds", observed().device().seconds()},
                     {"runs", observed().machine().runs},
                     {"events", std::exchange(recorder.events, Json::array())},
                     {"messages", std::exchange(messages_, {})}};
  return json.dump();
}

std::string HostedModel::logs_json() const { return logs_object(model().evaluation()).dump(); }

std::string HostedModel::history_json() const {
  const keras::History& history = model().fit_run().history();
  Json columns = Json::object();
  for (const keras::Logs& logs : history.logs) {
    for (const keras::Logs::Entry& entry : logs.entries()) {
      columns[entry.name].push_back(any_number(entry.value));
    }
  }
  const Json json = {{"epoch", history.epochs}, {"history", columns}};
  return json.dump();
}

}  // namespace pipette::bindings
