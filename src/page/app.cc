#include "page/app.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/error.h"
#include "page/experiment_panel.h"
#include "page/inspector_panel.h"
#include "page/pipeline_panel.h"
#include "runs/speed_scale.h"

namespace pipette::app {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();
constexpr std::int64_t kBlocksInStep = 2;  // how far the follower keeps up at full speed
constexpr double kSpeedWindowSeconds = 0.5;
constexpr int kRevealFrames = 4;       // lists and page scroll, and what they show is drawn
constexpr double kLongestFrame = 0.1;  // seconds; after a pause the animation does not jump

Experiment first_experiment(const std::string& shared, std::string* error) {
  Experiment experiment = Experiment::defaults("mnist-with-feeds");
  try {
    if (!shared.empty()) {
      const Experiment wanted = Experiment::from_json(shared);
      check_shown(wanted);
      experiment = for_page(wanted);
    }
    if (experiment.data != "digits") experiment.data = "digits";  // a link carries no data
  } catch (const Error& refused) {
    *error = std::string("The link was refused: ") + refused.what();
  }
  return experiment;
}

}  // namespace

App::App(Host& host, const std::string& shared)
    : host_(host),
      experiments_(first_experiment(shared, &error_)),
      data_(ImageData::generated(experiments_.current().seed)),
      speed_(kDefaultSpeed) {
  rebuild();
}

App::~App() = default;

void App::rebuild() {
  const Experiment& experiment = experiments_.current();
  if (experiment.data == "digits") data_ = ImageData::generated(experiment.seed);
  drawn_block_ = -1;
  for (TraceDrawing& drawing : drawings_) drawing.clear();
  if (is_pipelined(experiment) || is_inspection(experiment)) {
    const RunKind kind = is_pipelined(experiment) ? RunKind::kPipelined : RunKind::kInspected;
    auto run = std::make_unique<Run>(kind, experiment, data_, 1);
    if (const PipelineInfo* info = run->session().pipeline()) desk_.show(experiment, *info);
    alone_ = std::move(run);
    runs_ = {};
  } else {
    runs_ = {std::make_unique<Run>(RunKind::kWithFeeds, experiment, data_, 1),
             std::make_unique<Run>(RunKind::kWithoutFeeds, without_feeds(experiment), data_,
                                   experiment.steps_per_execution)};
    alone_ = nullptr;
  }
  ++model_.inspector.session;
  tests_.attach(data_);
  running_ = settling_ = false;
  fingerprint_step_ = -1;
  goal_step_ = -1;
  filters_run_ = -1;
}

Pace App::pace() const {
  if (running_) return speed_ == kFullSpeed || goal_step_ >= 0 ? Pace::full_speed : Pace::animated;
  if (settling_) return Pace::full_speed;  // a short burst: the evaluation after the last step
  return posted_.empty() && !(pipelined() && desk_.playing()) ? Pace::idle : Pace::animated;
}

void App::fail(const std::string& text) {
  error_ = text;
  host_.announce(text);
  stop();
}

void App::stop() {
  running_ = false;
  settling_ = true;
  goal_step_ = -1;
  real_steps_per_second_ = 0;
}

void App::advance(double now_s, double budget_us) {
  const double elapsed = last_advance_s_ < 0 ? 0 : now_s - last_advance_s_;
  last_advance_s_ = now_s;
  if (pipelined() && desk_.playing()) desk_.advance(std::min(elapsed, kLongestFrame));
  try {
    if (tests_.busy()) {
      tests_.advance(leader(), now_s, budget_us, true);
    } else if (running_ && pace() == Pace::full_speed) {
      work(now_s, budget_us);
    } else if (running_) {
      const auto notch = static_cast<std::size_t>(speed_);
      leader().follow_speed(kSpeeds[notch], elapsed, budget_us * 0.6);
      follow(budget_us * 0.4);
      tests_.advance(leader(), now_s, budget_us, false);
    } else if (settling_) {
      follow(kUnlimited);
      if (leader().steps_done() > 0) tests_.advance(leader(), now_s, budget_us, true);
      settling_ = tests_.busy();
    }
    if (running_ && finished() && !tests_.busy()) stop();
  } catch (const Error& error) {
    fail(std::string(error.name()) + ": " + error.what());
  }
  measure_speed(now_s);
}

// As fast as possible: the leader first, the follower only as far as the traces need it.
void App::work(double now_s, double budget_us) {
  const std::int64_t block = experiments_.current().steps_per_execution;
  const std::int64_t kept_up = goal_step_ >= 0 ? goal_step_ : kBlocksInStep * block;
  if (follower().steps_done() < std::min(kept_up, leader().steps_done())) {
    follower().work(budget_us, std::min(kept_up, leader().steps_done()));
  } else if (!leader().finished()) {
    const std::int64_t all = std::numeric_limits<std::int64_t>::max();
    leader().work(budget_us, goal_step_ >= 0 ? goal_step_ : all);
    tests_.advance(leader(), now_s, budget_us, false);
  } else {
    follower().work(budget_us, leader().steps_done());
  }
  const bool reached = leader().steps_done() >= goal_step_ || leader().finished();
  if (goal_step_ >= 0 && reached && follower().steps_done() >= leader().steps_done()) stop();
}

void App::follow(double budget_us) { follower().work(budget_us, leader().steps_done()); }

void App::measure_speed(double now_s) {
  const std::int64_t steps = leader().steps_done() + follower().steps_done();
  if (steps < speed_since_step_ || !running_) {
    speed_since_step_ = steps;
    speed_since_s_ = now_s;
  } else if (now_s - speed_since_s_ > kSpeedWindowSeconds) {
    real_steps_per_second_ =
        static_cast<double>(steps - speed_since_step_) / (now_s - speed_since_s_);
    speed_since_step_ = steps;
    speed_since_s_ = now_s;
  }
}

void App::step(Intent::Kind kind) {
  if (running_ || leader().finished()) return;
  if (kind == Intent::Kind::kStepEngineRun) {
    // A run may be long: it is worked off in slices like any other work.
    const SessionStatus status = leader().session().status();
    const std::int64_t block =
        std::max<std::int64_t>(1, status.num_steps / std::max<std::int64_t>(1, status.num_runs));
    goal_step_ = (leader().steps_done() / block + 1) * block;
    running_ = true;
    return;
  }
  const StepSize size = kind == Intent::Kind::kStepInstruction ? StepSize::instruction
                        : kind == Intent::Kind::kTrainSlot     ? StepSize::slot
                                                               : StepSize::training_step;
  const std::int64_t before = leader().steps_done();
  leader().step(size);
  settling_ = leader().steps_done() != before;
}

bool App::act_on_transport(const Intent& intent) {
  switch (intent.kind) {
    case Intent::Kind::kRun:
      running_ = !finished();
      goal_step_ = -1;
      last_advance_s_ = -1;
      error_.clear();
      return true;
    case Intent::Kind::kPause:
      stop();
      return true;
    case Intent::Kind::kTrainSlot:
      if (pipelined()) step(intent.kind);
      return true;
    case Intent::Kind::kStepInstruction:
    case Intent::Kind::kStepTraining:
    case Intent::Kind::kStepEngineRun:
      step(intent.kind);
      return true;
    case Intent::Kind::kReset:
      error_.clear();
      rebuild();
      return true;
    case Intent::Kind::kSetSpeed:
      speed_ = std::clamp(static_cast<int>(intent.number), 0, kFullSpeed);
      return true;
    default:
      return false;
  }
}

// The other program leads from the step this one has reached.
void App::select(RunKind run) {
  if (run == selected_ || alone()) return;
  follow(kUnlimited);
  selected_ = run;
}

void App::act(Ui* ui, const Intent& intent) {
  if (act_on_transport(intent)) return;
  if (pipelined() && desk_.act(intent)) {
    last_advance_s_ = -1;
    return;
  }
  if (inspector_.act(intent)) return;
  switch (intent.kind) {
    case Intent::Kind::kSelectExperiment:
      if (page_shows(intent.text)) change_experiment(intent.text);
      break;
    case Intent::Kind::kSelectRun:
      select(static_cast<RunKind>(intent.number != 0));
      break;
    case Intent::Kind::kShowScene:
      wanted_scene_ = scene_called(intent.text).value_or(wanted_scene_);
      break;
    case Intent::Kind::kSetParameter:
      change_parameter(intent);
      break;
    case Intent::Kind::kUndo:
    case Intent::Kind::kRedo: {
      const bool refused = !refused_.empty();
      forget_refused();
      if (refused && intent.kind == Intent::Kind::kUndo) break;  // back to what fitted
      if (intent.kind == Intent::Kind::kUndo ? experiments_.undo() : experiments_.redo()) {
        go_on_or_rebuild();
      }
      break;
    }
    case Intent::Kind::kSetTheme:
      if (ui == nullptr) break;
      ui->theme_kind = intent.number != 0 ? ThemeKind::kDark : ThemeKind::kLight;
      host_.remember("theme", intent.number != 0 ? "dark" : "light");
      break;
    case Intent::Kind::kUseGenerated:
      model_.data.error.clear();
      use_data(ImageData::generated(experiments_.current().seed));
      break;
    case Intent::Kind::kPickFiles:
      host_.pick_files();
      break;
    case Intent::Kind::kLoadUrl:
      host_.fetch_data(intent.text);
      break;
    case Intent::Kind::kClassifyDrawing:
      tests_.classify(leader(), intent.pixels);
      break;
    case Intent::Kind::kOpenLessons:
      host_.open_lessons();
      break;
    case Intent::Kind::kCopyText:
      host_.copy_text(intent.text);
      host_.announce("Copied");
      break;
    case Intent::Kind::kCopyLink:
      host_.copy_link(experiments_.current().to_json());
      host_.announce("Link copied");
      break;
    default:
      break;
  }
}

void App::draw(Ui& ui, const Rect& page) {
  if (page_ == nullptr) page_ = std::make_unique<Page>();
  fill_model(ui.now_s);
  page_->draw(ui, model_, page);
  Intents intents = std::exchange(posted_, {});
  for (Intent& intent : std::exchange(ui.intents, {})) intents.push_back(std::move(intent));
  if (intents.empty()) return;
  try {
    for (const Intent& intent : intents) act(&ui, intent);
  } catch (const Error& error) {
    fail(std::string(error.name()) + ": " + error.what());
  }
  if (blamed_.empty()) {
    announce_changes();
  } else {  // what is wrong has been announced
    ui.reveal = {std::exchange(blamed_, {}), kRevealFrames, {}};
  }
  ui.animate(0.05);  // what changed is shown with the next frame
}

}  // namespace pipette::app
