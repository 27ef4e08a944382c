// A scene: what the main part of the page can show of a program, as an object that owns its model,
// its layout, what the user looks at, what it can be asked and what it tells tests.
//
//   class FeedsScene final : public Scene { ... };    // scenes/feeds; page/scenes.cc lists it
//
// The page offers the scenes that show the current runs. Before each frame it hands on what was
// asked (act) and lets them take what they need from the runs (update); the chosen one divides the
// page (lay_out) and is drawn (draw). What a model borrows is valid until the next update() or
// start(). One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cards/parameter_model.h"
#include "runs/evaluation.h"
#include "runs/runs.h"
#include "scenes/frame.h"
#include "scenes/place.h"
#include "ui/command.h"
#include "ui/intent.h"
#include "ui/ui.h"

namespace pipette::app {

// What is wrong with a field of the experiment, and values that would do. The text is empty when
// nothing is.
struct FieldProblem {
  std::string text;
  std::vector<Suggestion> suggestions;
};

// What the page knows when a scene is brought up to date.
struct SceneInput {
  const Runs& runs;
  const Evaluation& evaluation;
  const Experiment& experiment;  // as the controls have it: a draft, or what runs
  bool draft = false;            // the experiment does not fit together yet, and is not what runs
  std::uint64_t edit = 0;        // changes whenever `experiment` does
  // Gives the problem of "layers/2" and the like, which no field of the panel shows.
  std::function<FieldProblem(const std::string& field)> problem_at;
  std::vector<ParameterField> filters;  // of the outfeeds; no field of the panel shows them either
  std::int64_t filters_from_run = -1;   // the first engine run that has them; negative: every one
  bool running = false;
  int speed = 0;  // notch of kSpeeds
  double now_s = 0;
};

// Members of the page's state, by name, as JSON; "null" where there is nothing to tell.
using SceneState = std::map<std::string, std::string>;

class Scene {
 public:
  virtual ~Scene() = default;

  virtual const char* name() const = 0;   // "tensors": in links, intents and the page's state
  virtual const char* label() const = 0;  // "Tensors": for people
  virtual bool shows(const Runs& runs) const = 0;

  // actions() names what it can be asked from outside; act() is true if it acted on the intent.
  virtual std::vector<std::string> actions() const { return {}; }
  // What its keys do while it is shown, and what the command palette offers besides.
  virtual Commands commands() const { return {}; }
  virtual bool act(const Intent&) { return false; }

  // Called when there are other runs: nothing of the earlier ones may be shown. This scene need not
  // show the new ones.
  virtual void start(const Runs&) {}
  // Whether something plays by itself, be anything trained or not; advance() moves it on.
  virtual bool playing() const { return false; }
  virtual void advance(double /*elapsed_s*/) {}

  // Where it stands, for links; go_to() leads there, or as near as there is.
  virtual Place place() const { return {}; }
  virtual void go_to(const Place&) {}

  // Called before each frame while it shows the runs. `in_sight` says that this scene will be
  // drawn, not only asked for its state; lay_out() and draw() follow.
  virtual void update(const SceneInput& input, bool in_sight) = 0;
  virtual PageFrame lay_out(Ui& ui, const FrameSize& size) = 0;
  virtual void draw(Ui& ui) = 0;  // where lay_out() put its cards, scrolled by ui.page_scroll
  virtual SceneState state() const { return {}; }
  // The tables behind one of its cards, by names that are unique among all scenes, and what one of
  // them holds, as comma-separated values; empty for others.
  virtual std::vector<const char*> tables(const std::string& /*card*/) const { return {}; }
  virtual std::string csv(const std::string& /*table*/) const { return {}; }
  virtual bool moves(const std::string& /*card*/) const { return false; }  // while a run goes on
  // What happens now in its picture, in one sentence; also what a screen reader hears.
  virtual std::string caption() const { return {}; }
};

}  // namespace pipette::app
