#include "program/strategy.h"

#include <fmt/format.h>

#include <atomic>

#include "graph/ops.h"

namespace pipette {

std::uint64_t Function::next_uid() {
  static std::atomic<std::uint64_t> next{1};
  return next++;
}

namespace {

// The arguments of a call, as a stream of one element a run.
class ArgumentSource : public HostSource {
 public:
  explicit ArgumentSource(Nest<ArraySpec> spec) : spec_(std::move(spec)) {}
  const std::string& name() const override { return name_; }
  const Nest<ArraySpec>& element_spec() const override { return spec_; }
  StreamTiming timing() const override { return {1, false}; }
  void check_ready() const override {}
  const std::vector<Array>& read() override { return values_; }
  void set(std::vector<Array> values) { values_ = std::move(values); }

 private:
  std::string name_ = "arguments";
  Nest<ArraySpec> spec_;
  std::vector<Array> values_;
};

class ResultSink : public HostSink {
 public:
  const std::string& name() const override { return name_; }
  StreamTiming timing() const override { return {1, false}; }
  void begin_run(bool) override { values_.clear(); }
  void end_run() override {}
  void write(const std::vector<Array>& leaves, std::int64_t cycle) override {
    for (const Array& leaf : leaves) values_.push_back(leaf.clone());
    cycle_ = cycle;
  }
  const std::vector<Array>& values() const { return values_; }
  std::int64_t cycle() const { return cycle_; }

 private:
  std::string name_ = "results";
  std::vector<Array> values_;
  std::int64_t cycle_ = 0;
};

}  // namespace

struct Strategy::CompiledFunction {
  std::uint64_t function;
  std::string name;
  Nest<ArraySpec> argument_spec;
  ArgumentSource arguments;
  ResultSink results;
  Nest<ArraySpec> result_spec;
  std::shared_ptr<const Executable> executable;
  std::unique_ptr<Engine> engine;
};

Strategy::Strategy(Machine& machine, const Options& options)
    : machine_(machine), options_(options) {}
Strategy::~Strategy() = default;

Strategy::CompiledFunction& Strategy::program_for(const Function& function,
                                                  const Nest<ArraySpec>& spec) {
  const std::vector<ArraySpec> specs = spec.flatten();
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (!is_device_dtype(specs[i].dtype)) {
      throw TypeError(
          fmt::format("\"{}\": argument {} is {}, which the device does not have; cast it to {}",
                      function.name(), i, dtype_name(specs[i].dtype),
                      specs[i].dtype == DType::f64 ? "float32" : "int32"));
    }
  }
  for (const auto& program : programs_) {
    if (program->function == function.uid() && spec.same_structure(program->argument_spec) &&
        specs == program->argument_spec.flatten()) {
      return *program;
    }
  }
  auto program = std::make_unique<CompiledFunction>(CompiledFunction{
      function.uid(), function.name(), spec, ArgumentSource(spec), {}, {}, nullptr, nullptr});
  const DeviceConfig& config = machine_.device.config();
  Graph graph(function.name());
  graph.set_target({config.remote_buffers, config.minimum_remote_tensor_size,
                    config.allow_recompute, config.ordinal, config.num_ipus,
                    config.place_ops_on_io_tiles, config.io_tile_bytes()});
  const Graph::Scope tracing(graph);
  const Nest<Tensor> values = specs.empty() ? Nest<Tensor>() : stream_in(program->arguments);
  const Nest<Tensor> results = function(values);
  program->result_spec = results.map([](const Tensor& t) { return t.spec(); });
  if (!results.flatten().empty()) stream_out(program->results, results.flatten());
  program->executable =
      compile(graph, machine_.device.cost_model(),
              {.device_ipus = config.num_ipus,
               .allow_out_of_memory = config.engine_options.allows_out_of_memory()});
  program->engine =
      std::make_unique<Engine>(program->executable, machine_, options_.synthetic_data);
  programs_.push_back(std::move(program));
  return *programs_.back();
}

const Executable& Strategy::compiled(const Function& function, const Nest<ArraySpec>& arguments) {
  return *program_for(function, arguments).executable;
}

void Strategy::forget(const Function& function) {
  const auto is_of = [&](const auto& program) { return program->function == function.uid(); };
  if (current_ != nullptr && current_->function == function.uid()) {
    if (running()) {
      throw FailedPrecondition(
          fmt::format("\"{}\" is running; finish or abandon the run first", current_->name));
    }
    current_ = nullptr;
    has_result_ = false;
  }
  std::erase_if(programs_, is_of);
}

void Strategy::start(const Function& function, const Nest<Array>& arguments) {
  if (running()) {
    throw FailedPrecondition(
        fmt::format("\"{}\" is running; finish or abandon the run first", current_->name));
  }
  CompiledFunction& program =
      program_for(function, arguments.map([](const Array& a) { return a.spec(); }));
  program.arguments.set(arguments.flatten());
  program.engine->start();
  current_ = &program;
  has_result_ = !program.engine->running();  // a function without instructions
}

bool Strategy::advance(const Budget& budget) {
  if (!running()) return true;
  has_result_ = current_->engine->advance(budget);
  return has_result_;
}

bool Strategy::running() const { return current_ != nullptr && current_->engine->running(); }

Nest<Array> Strategy::result() const {
  if (!has_result_) {
    throw FailedPrecondition("there is no result before a run has ended");
  }
  if (options_.synthetic_data) return {};
  return current_->result_spec.pack(current_->results.values());
}

std::int64_t Strategy::result_cycle() const {
  return current_ == nullptr ? 0 : current_->results.cycle();
}

void Strategy::abandon() {
  if (current_ != nullptr) current_->engine->abandon();
}

std::uint64_t Strategy::function_uid() const {
  return current_ == nullptr ? 0 : current_->function;
}

const Engine* Strategy::engine() const {
  return current_ == nullptr ? nullptr : current_->engine.get();
}

Nest<Array> Strategy::run(const Function& function, const Nest<Array>& arguments) {
  start(function, arguments);
  advance(Budget::unlimited());
  return result();
}

}  // namespace pipette
