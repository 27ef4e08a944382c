// The tables behind the page's own charts, what has been learnt, and what the browser is asked
// where one of them is saved.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runs/evaluation.h"
#include "runs/runs.h"
#include "scenes/scene.h"
#include "ui/intent.h"
#include "ui/json_writer.h"

namespace pipette::app {

// run,mini_batch,loss,cycle,seconds: the losses that are kept. Behind the run's title stands what
// `pipette run --losses` writes.
std::string losses_csv(const Runs& runs);
// step,accuracy
std::string accuracy_csv(const AccuracyCurve& curve);
// The names of the tables behind a card, be it the scene's or the page's.
std::vector<const char*> tables_of(const Scene& scene, const std::string& card);
// The same for all cards that are shown, each table once.
std::vector<const char*> tables_of(const Scene& scene, const std::vector<const char*>& cards);

// ["loss","flow"]; and things to choose from as [{"name": ..., "title": ...}].
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

// What the session has learnt in the format of Model::save_weights(), whose names end in ":0" as
// those of Keras do, whatever program has trained.
std::vector<std::byte> weights_file(const Session& session);

// {"card": ..., "as": ..., "dark": ..., "file": ...} of a kSave (actions.h).
std::string saving_json(const std::string& experiment, const Intent& intent);

}  // namespace pipette::app
