#include "bindings/hosted_model.h"

#include "bindings/pipeline_view.h"
#include "bindings/views.h"
#include "keras/run.h"
#include "session/describe.h"

namespace pipette::bindings {

namespace {

Json logs_object(const keras::Logs& logs) {
  Json object = Json::object();
  for (const keras::Logs::Entry& entry : logs.entries()) {
    object[entry.name] = any_number(entry.value);
  }
  return object;
}

std::vector<keras::StageNumber> stage_numbers(const std::vector<std::int64_t>& stages) {
  std::vector<keras::StageNumber> numbers;
  for (const std::int64_t stage : stages) numbers.emplace_back(static_cast<double>(stage));
  return numbers;
}

}  // namespace

// Where fit() and its relatives stand.
class HostedModel::Recorder : public keras::Callback {
 public:
  void restart(bool fits) {
    fits_ = fits;
    epoch = step = 0;
    logs = {};
    ended = Json::array();
  }
  void on_epoch_begin(std::int64_t number) override {
    epoch = number;
    step = 0;
    logs = {};
  }
  void on_epoch_end(std::int64_t number, const keras::Logs& all) override {
    logs = all;
    ended.push_back({{"epoch", number}, {"logs", logs_object(all)}});
  }
  void on_train_batch_end(std::int64_t batch, const keras::Logs& now) override { note(batch, now); }
  void on_test_batch_end(std::int64_t batch, const keras::Logs& now) override {
    if (!fits_) note(batch, now);  // else the validation of an epoch
  }
  void on_predict_batch_end(std::int64_t batch, const keras::Logs& now) override {
    note(batch, now);
  }

  std::int64_t epoch = 0, step = 0;
  keras::Logs logs;
  Json ended = Json::array();

 private:
  void note(std::int64_t batch, const keras::Logs& now) {
    step = batch + 1;
    logs = now;
  }
  bool fits_ = false;
};

struct HostedModel::Setup {
  explicit Setup(const std::string& text) {
    Options options("a model", text);
    options.read("name", model.name).read("seed", model.seed).read("pipelineStages", stages);
    options.read("numIpus", device.num_ipus).read("architecture", device.architecture);
    options.read("layoutChanges", device.layout_changes);
    Options host = options.inner("host");
    HostOptions& h = device.host;
    host.read("callUs", h.call_us).read("elementUs", h.element_us);
    host.read("handshakeBeginUs", h.handshake_begin_us).read("handshakeEndUs", h.handshake_end_us);
    host.read("dataPhaseCycles", h.data_phase_cycles);
    host.read("hostBytesPerSecond", h.host_bytes_per_second);
    host.read("stagingBytesPerSecond", h.staging_bytes_per_second);
    host.read("compileSeconds", h.compile_seconds).done();
    options.done();
    device.validate();
  }

  keras::ModelOptions model;
  DeviceConfig device;
  std::optional<std::vector<std::int64_t>> stages;
};

HostedModel::HostedModel(const Setup& setup, std::unique_ptr<keras::Model> model)
    : machine_(setup.device),
      strategy_(machine_),
      model_(std::move(model)),
      recorder_(std::make_shared<Recorder>()) {
  model_->set_strategy(strategy_);
  model_->set_log([this](const std::string& line) { messages_.push_back(line); });
  if (setup.stages) model_->set_pipeline_stage_assignment(stage_numbers(*setup.stages));
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

void HostedModel::configure(const std::string& what, const std::string& text) {
  Options options(what, text);
  const auto pipelining = [&] {
    keras::PipeliningSettings s;
    std::optional<std::vector<std::int64_t>> mapping;
    options.read("gradientAccumulationStepsPerReplica", s.gradient_accumulation_steps_per_replica);
    options.read("gradientAccumulationReductionMethod", s.gradient_accumulation_reduction_method);
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
    model_->set_pipelining_options(s);
  };
  if (what == "setPipeliningOptions()") return pipelining();
  if (what == "setGradientAccumulationOptions()") {
    keras::GradientAccumulationSettings s;
    options.read("gradientAccumulationStepsPerReplica", s.gradient_accumulation_steps_per_replica);
    options.read("gradientAccumulationReductionMethod", s.gradient_accumulation_reduction_method);
    options.read("offloadWeightUpdateVariables", s.optimizer.offload_weight_update_variables);
    options.read("replicatedOptimizerStateSharding",
                 s.optimizer.replicated_optimizer_state_sharding);
    options.done();
    return model_->set_gradient_accumulation_options(s);
  }
  if (what == "setInfeedQueueOptions()") {
    InfeedOptions o;
    options.read("prefetchDepth", o.prefetch_depth).done();
    return model_->set_infeed_queue_options(o);
  }
  if (what == "setOutfeedQueueOptions()") {
    OutfeedOptions o;
    options.read("bufferDepth", o.buffer_depth).done();
    return model_->set_outfeed_queue_options(o);
  }
  if (what == "setReplicationOptions()") {
    std::string method = "none";
    options.require("replicatedMetricReductionMethod", method).done();
    return model_->set_replication_options(keras::parse_metric_reduction(method));
  }
  if (what == "setAsynchronousCallbacks()") {
    bool asynchronous = true;
    options.require("asynchronous", asynchronous).done();
    return model_->set_asynchronous_callbacks(asynchronous);
  }
  if (what != "setPipelineStageAssignment()") throw InvalidArgument("a model has no " + what);
  std::vector<std::int64_t> stages;
  options.require("stages", stages).done();
  if (stages.empty()) return model_->reset_pipeline_stage_assignment();
  model_->set_pipeline_stage_assignment(stage_numbers(stages));
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
  model_->compile(compiled);
}

// For batches of any size: a model built by fit() takes those of fit() only.
void HostedModel::build_for(const Dataset& dataset) {
  const ElementSpec& element = dataset.element_spec();
  const ElementSpec& x = element.is_tuple() && element.size() > 0 ? element[0] : element;
  if (model_->built() || !x.is_leaf() || x.leaf().shape.rank() < 2) return;
  model_->build(x.leaf().shape.without_front().with_front(Shape::kUnknown));
}

void HostedModel::start_fit(const std::string& text, const Dataset& dataset,
                            const std::optional<Dataset>& validation) {
  keras::FitOptions fit;
  Options options("fit()", text);
  options.read("epochs", fit.epochs).read("initialEpoch", fit.initial_epoch);
  options.read("stepsPerEpoch", fit.steps_per_epoch);
  options.read("validationSteps", fit.validation_steps).done();
  fit.validation_data = validation;
  fit.callbacks = {recorder_};
  build_for(dataset);
  model_->start_fit(dataset, fit);
  recorder_->restart(true);
}

namespace {

keras::EvaluateOptions test_options(const char* what, const std::string& text) {
  keras::EvaluateOptions test;
  Options(what, text).read("steps", test.steps).done();
  return test;
}

}  // namespace

void HostedModel::start_evaluate(const std::string& text, const Dataset& dataset) {
  keras::EvaluateOptions options = test_options("evaluate()", text);
  options.callbacks = {recorder_};
  build_for(dataset);
  model_->start_evaluate(dataset, options);
  recorder_->restart(false);
}

void HostedModel::start_predict(const std::string& text, const Dataset& dataset) {
  keras::EvaluateOptions options = test_options("predict()", text);
  options.callbacks = {recorder_};
  build_for(dataset);
  model_->start_predict(dataset, options);
  recorder_->restart(false);
}

bool HostedModel::advance(double microseconds) {
  return model_->advance(Budget::microseconds(microseconds));
}

std::string HostedModel::progress_json() {
  const Json json = {{"finished", model_->finished()},
                     {"epoch", recorder_->epoch},
                     {"step", recorder_->step},
                     {"steps", model_->steps_per_epoch()},
                     {"logs", logs_object(recorder_->logs)},
                     {"cycles", machine_.device.now()},
                     {"seconds", machine_.device.seconds()},
                     {"runs", machine_.runs},
                     {"endedEpochs", std::exchange(recorder_->ended, Json::array())},
                     {"messages", std::exchange(messages_, {})}};
  return json.dump();
}

std::string HostedModel::pipeline_json() {
  const keras::Program* program = model_->training_program();
  if (program == nullptr || !model_->pipelined()) return bindings::pipeline_json(nullptr, {});
  if (!pipeline_ || pipeline_->program != program->function().uid()) {
    pipeline_ = describe(*model_, strategy_);
  }
  return bindings::pipeline_json(&*pipeline_, pipeline_position(*pipeline_, strategy_));
}

std::string HostedModel::queues_json() const {
  return bindings::queues_json(infeed_status(machine_, model_->infeed()),
                               outfeed_status(model_->outfeed()));
}

std::string HostedModel::logs_json() const { return logs_object(model_->evaluation()).dump(); }

std::string HostedModel::history_json() const {
  const keras::History& history = model_->fit_run().history();
  Json columns = Json::object();
  for (const keras::Logs& logs : history.logs) {
    for (const keras::Logs::Entry& entry : logs.entries()) {
      columns[entry.name].push_back(any_number(entry.value));
    }
  }
  const Json json = {{"epoch", history.epochs}, {"history", columns}};
  return json.dump();
}

LossRecord HostedModel::losses() const { return model_->fit_run().losses(); }

}  // namespace pipette::bindings
