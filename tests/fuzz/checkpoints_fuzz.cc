// Checkpoints whose state was changed: lines "pointer=value", a JSON pointer into the state of a
// small training and the JSON that is put there. What is accepted can be run.
#include <fmt/format.h>

#include "core/json.h"
#include "core/safetensors.h"
#include "fuzz/fuzz_target.h"
#include "session/checkpoint.h"

namespace pipette::fuzz {
namespace {

constexpr std::size_t kMaxEdits = 12;
constexpr int kSteps = 8;

// After the first of two engine runs, with a queue that holds losses until the end.
std::vector<std::byte> small_checkpoint() {
  Experiment e = Experiment::defaults("mnist-pipelined");
  e.training.steps = 4;
  e.training.steps_per_execution = 2;
  e.training.batch_size = 2;
  e.training.optimizer = OptimizerName::momentum;
  e.model.hidden_units = {3};
  e.pipeline.stages = 2;
  e.pipeline.gradient_accumulation_count = 4;
  e.pipeline.replicas = 2;
  e.feeds.dequeue = DequeueTime::at_end;
  Session session(e);
  session.step(StepSize::engine_run);
  return checkpoint(session);
}

struct Original {
  std::vector<std::byte> file = small_checkpoint();
  Safetensors parsed = parse_safetensors(file, "checkpoint");
  Json state = parse_json(parsed.metadata["state"]);
  std::vector<NamedArray> arrays;
  Original() {
    for (const TensorEntry& entry : parsed.tensors) arrays.push_back({entry.name, entry.array()});
  }
};

// An error here is no refusal of the input.
Original made() {
  try {
    return {};
  } catch (const Error& error) {
    throw Broken(error.what());
  }
}

void feed(Bytes input) {
  static const Original original = made();
  Json state = original.state;
  for (std::string text : lines_of(input, kMaxEdits)) {
    const std::string pointer = take_part(text, '=');
    const Json value = parse_json(text);
    if (value.is_discarded()) continue;
    try {
      state.at(Json::json_pointer(pointer)) = value;
    } catch (const nlohmann::json::exception&) {  // no such place
    }
  }
  TensorMetadata metadata = original.parsed.metadata;
  metadata["state"] = state.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::vector<std::byte> file = encode_safetensors(original.arrays, metadata);
  const bool refused = refuses([&] {
    Session session = resume(file);
    session.advance(Budget::steps(kSteps));
    require(session.status().step <= session.status().num_steps, "a run ends");
  });
  require(!refused || state != original.state, "the checkpoint itself is taken");
}

const bool kAdded = add_target("checkpoints", feed);

}  // namespace
}  // namespace pipette::fuzz
