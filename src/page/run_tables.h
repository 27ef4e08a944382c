// The tables behind the page's own charts, and the request to the browser to save one of them.
#pragma once

#include <string>
#include <vector>

#include "runs/evaluation.h"
#include "runs/runs.h"
#include "scenes/scene.h"
#include "ui/intent.h"
#include "ui/json_writer.h"

namespace pipette::app {

// run,mini_batch,loss,cycle,seconds: the recorded losses. After the run's title come the columns
// that `pipette run --losses` writes.
std::string losses_csv(const Runs& runs);
// step,accuracy
std::string accuracy_csv(const AccuracyCurve& curve);
// The names of the tables behind a card of the scene or of the page.
std::vector<const char*> tables_of(const Scene& scene, const std::string& card);
// The same for all the cards given, each table once.
std::vector<const char*> tables_of(const Scene& scene, const std::vector<const char*>& cards);

// A list of names, ["loss","flow"]; a list of choices, [{"name": ..., "title": ...}].
std::string names_json(const std::vector<const char*>& names);
template <class Choices>
std::string titles_json(const Choices& choices) {
  std::string all;
  for (const auto& choice : choices) {
    all += (all.empty() ? "" : ",") +
           JsonWriter().add("name", choice.name).add("title", choice.title).text();
  }
  return "[" + all + "]";
}

// {"card": ..., "as": ..., "dark": ..., "file": ...} for a kSave (actions.h).
std::string saving_json(const std::string& experiment, const Intent& intent);

}  // namespace pipette::app
