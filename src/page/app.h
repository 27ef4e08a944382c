// The page's frontend: two sessions of one experiment, with feeds and without, shown and steered;
// or one session, of a pipelined experiment or one whose outfed tensors are inspected.
//
//   App app(platform.host());
//   platform.run(app);
//
// The run that is shown leads, the other follows to the same training step, so that their traces
// and losses can be compared. At full speed the leader has nearly all of the time; the follower
// keeps up for the first blocks and catches up when the leader is done. Parameters change both runs
// and start them again; a value that is refused leaves the last good runs as they are and its error
// beside the field.
//
// Errors of a session stop the run and appear in the transport bar. One thread.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "page/data_inbox.h"
#include "page/experiment_problem.h"
#include "page/page.h"
#include "page/test_panel.h"
#include "page/undo_history.h"
#include "runs/run.h"
#include "scenes/feeds/trace_drawing.h"
#include "scenes/inspector/inspector_desk.h"
#include "scenes/pipeline/pipeline_desk.h"
#include "session/experiment.h"
#include "ui/frontend.h"

namespace pipette::app {

class App final : public Frontend {
 public:
  // `shared` is an experiment as JSON from a link; empty for the default. A link that is refused
  // shows its error and starts the default.
  explicit App(Host& host, const std::string& shared = {});
  ~App() override;

  Pace pace() const override;
  void advance(double now_s, double budget_us) override;
  void draw(Ui& ui, const Rect& page) override;
  std::string state_json() override;
  void receive_file(const std::string& name, std::span<const std::byte> bytes) override;
  void download_progress(double fraction, const std::string& text,
                         const std::string& error) override;
  void post(Intent intent) override { posted_.push_back(std::move(intent)); }

 private:
  // A run that stands alone leads, and follows itself.
  bool alone() const { return alone_ != nullptr; }
  bool pipelined() const { return alone() && alone_->session().pipeline() != nullptr; }
  bool inspected() const { return alone() && alone_->kind() == RunKind::kInspected; }
  Run& leader() const { return alone() ? *alone_ : *runs_[static_cast<std::size_t>(selected_)]; }
  Run& follower() const {
    return alone() ? *alone_ : *runs_[1 - static_cast<std::size_t>(selected_)];
  }
  bool finished() const { return leader().finished() && follower().finished(); }

  void rebuild();
  void go_on_or_rebuild();
  void act(Ui* ui, const Intent& intent);
  bool act_on_transport(const Intent& intent);
  void step(Intent::Kind kind);
  void change_parameter(const Intent& intent);
  void change_experiment(const std::string& name);
  void accept(const Experiment& changed);
  // Everything that is wrong with a field; no text when it is fine.
  ExperimentProblem problem_at(const std::string& field) const;
  void point_out(const ExperimentProblem& problem);
  void refuse(ExperimentProblem problem, const Intent& value);
  template <class Which>
  void drop_refused(Which which);
  void forget_refused();
  bool find_problems(const std::string& blamed);
  void select(RunKind run);
  void use_data(ImageData data);
  void add_data_error(const std::string& text);
  void work(double now_s, double budget_us);
  void follow(double budget_us);
  void stop();
  void measure_speed(double now_s);
  void fail(const std::string& text);
  const Experiment& shown() const { return draft_ ? *draft_ : experiments_.current(); }

  void fill_model(double now_s);
  void fill_scenes();
  void fill_transport();
  void fill_parameters();
  void fill_traces(double now_s);
  void fill_pipeline();
  void fill_inspector();
  void fill_builder();
  std::string pipeline_json() const;
  void announce_changes();

  Host& host_;
  std::string error_;  // before what may set it while it is made
  UndoHistory<Experiment> experiments_;
  ImageData data_;
  std::array<std::unique_ptr<Run>, kNumRuns> runs_;  // by RunKind
  std::unique_ptr<Run> alone_;                       // instead of them, or null
  std::array<TraceDrawing, kNumRuns> drawings_;      // of the two side by side
  RunKind selected_ = RunKind::kWithFeeds;
  PipelineDesk desk_;
  InspectorDesk inspector_;
  Scene wanted_scene_ = Scene::kTensors;    // shown by programs that have it
  std::map<std::string, Experiment> left_;  // the experiments of scenes that are not shown
  TestPanel tests_;
  DataInbox inbox_;
  std::unique_ptr<Page> page_;  // made with the first frame: it needs the ImGui context
  PageModel model_;
  Intents posted_;

  std::int64_t fingerprint_step_ = -1;
  bool running_ = false;
  bool settling_ = false;          // paused, but an evaluation is still to be made
  std::int64_t filters_run_ = -1;  // the first engine run with the filters; negative: every one
  std::int64_t goal_step_ = -1;    // of "one engine run"; negative: none
  int speed_;
  double last_advance_s_ = -1;
  double speed_since_s_ = 0;
  std::int64_t speed_since_step_ = 0;
  double real_steps_per_second_ = 0;
  // An experiment whose parameters do not fit together yet: shown, and run when they do.
  std::optional<Experiment> draft_;
  // What is wrong with it, and values that not even it could take.
  struct Refused {
    ExperimentProblem problem;
    std::optional<Intent> value;
  };
  std::vector<Refused> refused_;
  std::string blamed_;         // the field to bring in sight
  bool builder_stale_ = true;  // what model_.builder shows has changed

  std::int64_t drawn_block_ = -1;  // of every run; negative: none
  std::uint64_t drawn_version_ = 0;
  double drawn_at_s_ = -1e9;
};

}  // namespace pipette::app
