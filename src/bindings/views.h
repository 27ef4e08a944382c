// Views of a session for JavaScript, as JSON text: one string crosses the border per query.
//
//   status_json(session.status())      // {"finished":false,"run":3,...,"infeed":{...}}
//   events_json(session.observed().record().events.drain())   //
//   [{"type":"runStarted","cycle":0,"run":0}, ...]
//
// Keys are snake_case, as everywhere in C++; web/pipette.mjs turns them into camelCase. Identifiers
// that are values ("streamBegin", "infeedEmpty") have their JavaScript form already. Integers
// beyond 2^53 would lose digits in JavaScript; the modelled clock reaches that after 78 days.
//
// These are pure functions that do not need Emscripten, so they are tested in native builds.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "device/engine_options.h"
#include "session/session.h"

namespace pipette::bindings {

std::string status_json(const RunStatus& status);
// Each event has its type, its cycle, and its value under a name that expresses its meaning: "run",
// "elements", "steps", "compile_seconds" or "message".
std::string events_json(const std::vector<Event>& events);
// [{name, title, description, feeds, defaults: {...}}, ...]
std::string catalogue_json();
// {"experiment": {every field}, "fingerprint": "..."}
std::string experiment_json(const Experiment& experiment);
// A number. JSON cannot represent non-finite numbers, which become "NaN", "Infinity" or
// "-Infinity".
nlohmann::ordered_json any_number(double value);
// {"name", "shape", "count", "mean", "std", "minimum", "maximum", "nans", "infs"}
nlohmann::ordered_json statistics_object(const std::string& name, const Shape& shape,
                                         const inspect::Statistics& statistics);
// {"queue", "axis", "first", and the statistics of the tensor's latest values}
std::string outfed_json(const OutfedTensor& tensor);
// [{"field", "text", "suggestions": [{"label", "field", "value"}]}]; empty: no problems.
std::string problems_json(const Experiment& experiment);
// {"name", "train_count", "test_count", "height", "width", "class_names"}
std::string data_json(const ImageData& data);

// {"options": those that were set, as texts, "notes": sentences about options without effect here}
std::string engine_options_json(const EngineOptions& options);

}  // namespace pipette::bindings
