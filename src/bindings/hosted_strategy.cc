#include "bindings/hosted_strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "bindings/device_options.h"

namespace pipette::bindings {

// Runs one function after the other, as JavaScript asks for them.
class HostedStrategy::HostedProgram : public HostProgram {
 public:
  HostedProgram(Strategy& strategy, Record& record) : strategy_(strategy), record_(record) {}

  bool advance(const Budget& budget) override {
    const bool finished = strategy_.advance(budget);
    note_losses();
    return finished;
  }
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
    if (traced_ == nullptr || !traced_->parts.pipeline) return std::nullopt;
    const TracedParts::Pipeline& parts = *traced_->parts.pipeline;
    const int replicas =
        strategy_.engine() == nullptr ? 1 : strategy_.engine()->executable().num_replicas;
    return pipelining::PipelineOutline{*traced_->function,
                                       parts.schedule,
                                       parts.stage_devices,
                                       parts.stage_names,
                                       parts.gradient_accumulation_count,
                                       replicas,
                                       arguments_};
  }

  void look_at(const Traced* traced, Nest<ArraySpec> arguments) {
    traced_ = traced;
    arguments_ = std::move(arguments);
    noted_ = outfeed() == nullptr ? 0 : outfeed()->elements_written();
  }
  bool looks_at(const Traced* traced) const { return traced_ == traced; }
  Strategy& strategy() { return strategy_; }

 private:
  void note_losses() {
    const OutfeedQueue* queue = outfeed();
    if (queue == nullptr || queue->mode() != OutfeedMode::all) return;
    const std::optional<std::size_t> leaf = loss_in(queue->element_spec());
    if (!leaf) return;
    const OutfeedQueue::Dequeued losses = queue->peek(noted_, *leaf);
    noted_ = queue->elements_written();
    const std::size_t count = losses.cycles.size();
    if (count == 0) return;
    const std::span<const float> values = losses.elements.leaf().span<float>();
    const std::size_t replicas = values.size() / count;
    LossRecord& record = record_.losses;
    for (std::size_t i = 0; i < count; ++i) {
      float sum = 0;
      for (std::size_t r = 0; r < replicas; ++r) sum += values[i * replicas + r];
      record.add(sum / static_cast<float>(replicas), losses.cycles[i],
                 static_cast<std::int64_t>(record.size()));
    }
  }
  // Which leaf of an element is a loss.
  static std::optional<std::size_t> loss_in(const Nest<ArraySpec>& element) {
    const std::vector<ArraySpec> leaves = element.flatten();
    std::vector<std::size_t> numbers(leaves.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    Nest<std::size_t> numbered = element.pack(numbers);
    if (element.is_dict()) {
      const std::vector<NestKey>& keys = element.keys();
      if (std::find(keys.begin(), keys.end(), NestKey("loss")) == keys.end()) return std::nullopt;
      numbered = numbered["loss"];
    }
    const std::vector<std::size_t> found = numbered.flatten();
    if (found.size() != 1 || leaves[found[0]] != ArraySpec{DType::f32, Shape{}}) {
      return std::nullopt;
    }
    return found[0];
  }

  Strategy& strategy_;
  Record& record_;
  const Traced* traced_ = nullptr;  // what was started last
  Nest<ArraySpec> arguments_;       // of what was started last
  std::int64_t noted_ = 0;          // elements of its outfeed queue that were looked at
};

HostedStrategy::HostedStrategy(const std::string& text) {
  Options options("strategy()", text);
  const DeviceConfig device = read_device(options);
  Strategy::Options strategy_options;
  options.read("syntheticData", strategy_options.synthetic_data);
  options.done();
  const auto make_program = [&](Strategy& strategy, Record& record) {
    auto made = std::make_unique<HostedProgram>(strategy, record);
    program_ = made.get();
    return made;
  };
  run_ = std::make_unique<ObservedRun>(device, make_program, profile::RecordingLimits().spans,
                                       strategy_options);
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
  if (program_->looks_at(&traced)) program_->look_at(nullptr, {});
  functions_.erase(function);
  run_->update();
}

void HostedStrategy::start(int function, const Nest<Array>& arguments) {
  Traced& traced = at(function);
  program_->strategy().start(*traced.function, arguments);
  program_->look_at(&traced, arguments.map([](const Array& a) { return a.spec(); }));
  run_->update();
}

Nest<Array> HostedStrategy::result() { return program_->strategy().result(); }

void HostedStrategy::abandon() { program_->strategy().abandon(); }

}  // namespace pipette::bindings
