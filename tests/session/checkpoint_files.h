// Checkpoints to be tested with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/json.h"
#include "core/safetensors.h"
#include "session/session.h"

namespace pipette {

using Bytes = std::vector<std::byte>;

inline void run_to(Session& session, std::int64_t run) {
  while (session.status().run < run && !session.finished()) session.step(StepSize::engine_run);
}

// A file with another state.
inline Bytes with_state(const Bytes& file, const std::function<void(Json&)>& change) {
  Safetensors parsed = parse_safetensors(file, "checkpoint");
  Json state = parse_json(parsed.metadata.at("state"));
  change(state);
  parsed.metadata["state"] = state.dump();
  std::vector<NamedArray> arrays;
  for (const TensorEntry& entry : parsed.tensors) arrays.push_back({entry.name, entry.array()});
  return encode_safetensors(arrays, parsed.metadata);
}

}  // namespace pipette
