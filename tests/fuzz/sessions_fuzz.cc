// Experiments that have no problem are made and begin to run: lines "name=value" after a first line
// with the name of an experiment, as layer_edits has them.
#include "experiment/edit.h"
#include "experiment/problems.h"
#include "fuzz/fuzz_target.h"
#include "session/session.h"

namespace pipette::fuzz {
namespace {

constexpr std::size_t kMaxEdits = 12;
constexpr std::int64_t kMaxSize = 16;  // of an axis or a count: larger ones take long
constexpr int kInstructions = 40;

// Makes what an experiment counts small enough to be run at once.
void shrink(Experiment& e) {
  const auto cut = [](std::int64_t& size) { size = std::min(size, kMaxSize); };
  cut(e.training.batch_size);
  cut(e.training.steps);
  cut(e.training.steps_per_execution);
  cut(e.pipeline.gradient_accumulation_count);
  e.pipeline.replicas = std::min<std::int64_t>(e.pipeline.replicas, 2);
  for (std::int64_t& units : e.model.hidden_units) cut(units);
  for (LayerSpec& layer : e.model.layers) {
    keras::visit_fields(layer.kind, [&](const keras::LayerField&, auto& member) {
      using T = std::remove_cvref_t<decltype(member)>;
      if constexpr (std::is_same_v<T, std::int64_t>) cut(member);
    });
  }
}

void feed(Bytes input) {
  const std::vector<std::string> lines = lines_of(input, kMaxEdits);
  if (lines.empty()) return;
  Experiment e = Experiment::defaults(lines[0]);
  shrink(e);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::string text = lines[i];
    const std::string name = take_part(text, '=');
    refuses([&] { set_value(e, name, parse_typed(name, text)); });
    shrink(e);
  }
  e.training.data = "digits";
  if (!problems_of(e).empty() || e.model.layers.size() + e.model.hidden_units.size() > 8) return;
  const auto run = [&] {
    Session session(e, ImageData::generated(e.training.seed));
    for (int i = 0; i < kInstructions && !session.status().finished; ++i) {
      session.step(StepSize::instruction);
    }
    const RunStatus status = session.status();
    require(status.cycles >= 0 && status.step <= status.num_steps, "a run goes forward");
    require(!session.summary(false).to_json().empty(), "a run has a summary");
  };
  require(!refuses(run), "an experiment without problems can be run: " + e.to_json());
}

const bool kAdded = add_target("sessions", feed);

}  // namespace
}  // namespace pipette::fuzz
