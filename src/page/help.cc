#include "page/help.h"

#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include "core/json.h"
#include "experiment/catalogue.h"
#include "page/commands.h"
#include "page/experiment_panel.h"
#include "page/shown_programs.h"
#include "page/tutorial_words.h"
#include "theme/glossary.h"

namespace pipette::app {
namespace {

struct Line {
  const char* keys;
  const char* what;
};
// A finger has no keys.
constexpr std::array<Line, 8> kTouchLines = {{
    {"Up, down", "Scroll the page"},
    {"Sideways", "Earlier, later in a picture"},
    {"Two fingers", "Zoom in, out along time"},
    {"Stay on dots", "What the word above means"},
    {"Tap", "Follow a mini-batch; beside it: let go"},
    {"Tap the pad", "Then draw a digit on it"},
    {"Tap a station", "A digit's way: what happens there"},
    {"Hold a grip", "Move a layer of a model"},
}};

Json touch_json() {
  Json all = Json::array();
  for (const Line& line : kTouchLines) all.push_back({line.keys, line.what});
  return all;
}

// "One slot back" of the scene "Schedule": "Schedule: one slot back".
std::string of_scene(const Scene& scene, std::string help) {
  if (!help.empty()) help[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(help[0])));
  return std::string(scene.label()) + ": " + help;
}

Json keys_json(const Commands& page, const Scenes& scenes) {
  Json all = Json::array();
  const auto add = [&](const Command& command, const std::string& help) {
    if (*command.keys != 0) all.push_back({command.keys, help});
  };
  for (const Command& command : page) add(command, command.help);
  for (const auto& scene : scenes) {
    for (const Command& command : scene->commands()) add(command, of_scene(*scene, command.help));
  }
  return all;
}

Json glossary_json() {
  Json all = Json::array();
  for (const theme::GlossaryEntry& entry : theme::glossary()) {
    all.push_back({{"words", entry.words}, {"text", entry.text}});
  }
  return all;
}

// The controls of all panels, beginning with the shown experiment's.
class Controls {
 public:
  explicit Controls(const Experiment& shown) {
    add(shown, "");
    for (const CatalogueEntry& entry : catalogue()) add(first_shown(entry.name), entry.title);
  }

  // {"label", "experiment", "field"}; null if no panel has it.
  Json place_of(const std::string& name) const {
    for (const CatalogueEntry& entry : catalogue()) {
      if (entry.name == name) return place(entry.title, entry.name, "");
    }
    for (const Panel& panel : panels_) {
      const std::string* label = panel.label_of(name);
      if (label == nullptr) continue;
      return place(*label + (panel.title.empty() ? "" : ": " + panel.title), panel.experiment,
                   name);
    }
    return nullptr;
  }

 private:
  struct Panel {
    std::string experiment, title;  // both empty for the shown one
    ParameterModel model;

    const std::string* label_of(const std::string& name) const {
      static const std::string kData = "Data";  // below the groups
      if (name == "data" && title.empty()) return &kData;
      for (const ParameterGroup& group : model.groups) {
        for (const ParameterField& field : group.fields) {
          if (field.name == name) return &field.label;
        }
      }
      return nullptr;
    }
  };

  static Json place(const std::string& label, const std::string& experiment,
                    const std::string& field) {
    return {{"label", label}, {"experiment", experiment}, {"field", field}};
  }

  // Without filters, which are shown beside the tensors.
  void add(const Experiment& e, const std::string& title) {
    Panel panel = {title.empty() ? "" : e.name, title, panel_of(e)};
    take_filters(&panel.model);
    panels_.push_back(std::move(panel));
  }

  std::vector<Panel> panels_;
};

Json tutorials_json(const Experiment& shown) {
  const Controls controls(shown);
  Json all = Json::array();
  for (const TutorialWord& word : tutorial_words()) {
    Json places = Json::array();
    for (const std::string& name : word.experiments) {
      if (Json place = controls.place_of(name); !place.is_null())
        places.push_back(std::move(place));
    }
    all.push_back({{"names", word.names},
                   {"cpp", word.cpp},
                   {"javascript", word.javascript},
                   {"experiments", word.experiments},
                   {"places", std::move(places)}});
  }
  return all;
}

}  // namespace

std::string help_json(bool fingers, const TransportModel& transport, const Scenes& scenes,
                      const Experiment& shown) {
  return Json{{"title", fingers ? "With fingers" : "Keyboard and mouse"},
              {"keys", fingers ? touch_json()
                               : keys_json(page_commands(transport, ThemeKind::light), scenes)},
              {"words", glossary_json()},
              {"names", tutorials_json(shown)}}
      .dump();
}

}  // namespace pipette::app
