// A scene: one view of a program in the main part of the page, as an object that owns its model,
// its layout, the user's view state, its actions and the state it reports to tests.
//
//   class FeedsScene final : public Scene { ... };    // scenes/feeds; page/scenes.cc lists it
//
// The page offers the scenes that can show the current runs. Before each frame it passes requests
// on to them (act) and lets them read the runs (update); the chosen scene lays out the page
// (lay_out) and is drawn (draw). Pointers in a model are valid until the next update() or start().
// One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cards/parameter_model.h"
#include "runs/evaluation.h"
#include "runs/field_sweep.h"
#include "runs/runs.h"
#include "scenes/frame.h"
#include "scenes/place.h"
#include "ui/command.h"
#include "ui/intent.h"
#include "ui/ui.h"

namespace pipette::app {

// The problem of a field of the experiment, and values that would solve it. The text is empty if
// there is none.
struct FieldProblem {
  std::string text;
  std::vector<Suggestion> suggestions;
};

// The page's data for updating a scene.
struct SceneInput {
  const Runs& runs;
  const Evaluation& evaluation;
  const FieldSweep* sweep = nullptr;  // not null
  const Experiment& experiment;       // as in the controls: a draft, or what runs
  bool draft = false;                 // `experiment` does not fit together yet, and is not running
  std::uint64_t edit = 0;             // changes whenever `experiment` does
  // The problem of a name such as "layers/2", which is no field of the panel.
  std::function<FieldProblem(const std::string& field)> problem_at;
  std::vector<ParameterField> filters;  // of the outfeeds; not in the panel either
  std::int64_t filters_from_run = -1;   // the first engine run with these filters; negative: all
  bool running = false;
  int speed = 0;  // notch of kSpeeds
  double now_s = 0;
};

// Members of the page's state, by name, as JSON; "null" for a member without a value.
using SceneState = std::map<std::string, std::string>;

// A card that can stand alone in a frame on another page (docs/embedding.md).
struct EmbeddableCard {
  const char* name;        // in an address: "?embed=trace"
  const char* card;        // its name in the scene
  const char* experiment;  // the default if a link names none
};

class Scene {
 public:
  virtual ~Scene() = default;

  virtual const char* name() const = 0;   // "tensors": in links, intents and the page's state
  virtual const char* label() const = 0;  // "Tensors": for people
  virtual bool shows(const Runs& runs) const = 0;
  virtual std::vector<EmbeddableCard> embeddable() const { return {}; }

  // actions() lists the actions that JavaScript may ask for; act() returns true if it handled the
  // intent.
  virtual std::vector<std::string> actions() const { return {}; }
  // What its keys do while it is shown, and what the command palette offers besides.
  virtual Commands commands() const { return {}; }
  virtual bool act(const Intent&) { return false; }

  // Called when the runs are replaced: nothing of the earlier ones may be shown. The scene may be
  // one that does not show the new ones.
  virtual void start(const Runs&) {}
  // Whether something is playing on its own, with or without training; advance() moves it on.
  virtual bool playing() const { return false; }
  virtual void advance(double /*elapsed_s*/) {}

  // The place for links; go_to() goes to a place, or as near as possible.
  virtual Place place() const { return {}; }
  virtual void go_to(const Place&) {}

  // Called before each frame while the scene can show the runs. `in_sight`: the scene will be
  // drawn, and lay_out() and draw() follow; otherwise only its state may be read.
  virtual void update(const SceneInput& input, bool in_sight) = 0;
  virtual PageFrame lay_out(Ui& ui, const FrameSize& size) = 0;
  virtual void draw(Ui& ui) = 0;  // at the places of lay_out(), scrolled by ui.page_scroll
  virtual SceneState state() const { return {}; }
  // The names of the tables behind a card, unique among all scenes, and a table as comma-separated
  // values, empty for an unknown name.
  virtual std::vector<const char*> tables(const std::string& /*card*/) const { return {}; }
  virtual std::string csv(const std::string& /*table*/) const { return {}; }
  virtual bool moves(const std::string& /*card*/) const { return false; }  // during a run
  // One sentence about the picture at this moment; a screen reader announces it too.
  virtual std::string caption() const { return {}; }
};

}  // namespace pipette::app
