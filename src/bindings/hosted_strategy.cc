#include "bindings/hosted_strategy.h"

#include <fmt/format.h>

#include "bindings/device_options.h"

namespace pipette::bindings {

// Runs one function after the other, as JavaScript asks for them.
class HostedStrategy::Program : public HostProgram {
 public:
  explicit Program(Strategy& strategy) : strategy_(strategy) {}

  bool advance(const Budget& budget) override { return strategy_.advance(budget); }
  bool finished() const override { return !strategy_.running(); }
  std::int64_t runs_finished() const override {
    return strategy_.machine().runs - (strategy_.running() ? 1 : 0);
  }
  std::int64_t num_runs() const override { return strategy_.machine().runs; }
  std::int64_t num_steps() const override { return strategy_.machine().steps; }
  const InfeedQueue* infeed() const override { return traced_ ? traced_->parts.infeed : nullptr; }
  const OutfeedQueue* outfeed() const override {
    return traced_ ? traced_->parts.outfeed : nullptr;
  }
  std::optional<pipelining::PipelineOutline> pipeline() const override {
    if (traced_ == nullptr || !traced_->parts.pipeline || has_arguments_) return std::nullopt;
    const TracedParts::Pipeline& parts = *traced_->parts.pipeline;
    const int replicas =
        strategy_.engine() == nullptr ? 1 : strategy_.engine()->executable().num_replicas;
    return pipelining::PipelineOutline{*traced_->function,
                                       parts.schedule,
                                       parts.stage_devices,
                                       parts.stage_names,
                                       parts.gradient_accumulation_count,
                                       replicas};
  }

  void look_at(const Traced* traced, bool has_arguments) {
    traced_ = traced;
    has_arguments_ = has_arguments;
  }
  bool looks_at(const Traced* traced) const { return traced_ == traced; }
  Strategy& strategy() { return strategy_; }

 private:
  Strategy& strategy_;
  const Traced* traced_ = nullptr;  // what was started last
  bool has_arguments_ = false;      // an outline compiles for none
};

HostedStrategy::HostedStrategy(const std::string& text) {
  Options options("strategy()", text);
  const DeviceConfig device = read_device(options);
  options.done();
  run_ = std::make_unique<ObservedRun>(device, [&](Strategy& strategy, Record&) {
    auto made = std::make_unique<Program>(strategy);
    program_ = made.get();
    return made;
  });
}

HostedStrategy::~HostedStrategy() = default;

HostedStrategy::Traced& HostedStrategy::at(int function) {
  const auto found = functions_.find(function);
  if (found == functions_.end()) {
    throw NotFound(
        fmt::format("the strategy has no function number {}; it was destroyed", function));
  }
  return *found->second;
}

int HostedStrategy::add_function(const std::string& name, const Callback& body, Tracing& tracing) {
  auto traced = std::make_unique<Traced>();
  traced->function = std::make_unique<Function>(tracing.function(name, body, traced->parts));
  functions_.emplace(next_, std::move(traced));
  return next_++;
}

void HostedStrategy::remove_function(int function) {
  Traced& traced = at(function);
  program_->strategy().forget(*traced.function);
  if (program_->looks_at(&traced)) program_->look_at(nullptr, false);
  functions_.erase(function);
  run_->update();
}

void HostedStrategy::start(int function, const Nest<Array>& arguments) {
  Traced& traced = at(function);
  program_->strategy().start(*traced.function, arguments);
  program_->look_at(&traced, !arguments.flatten().empty());
  run_->update();
}

Nest<Array> HostedStrategy::result() { return program_->strategy().result(); }

void HostedStrategy::abandon() { program_->strategy().abandon(); }

}  // namespace pipette::bindings
