#include "scenes/tensors/tensors_scene.h"

#include <algorithm>

#include "experiment/catalogue.h"
#include "scenes/tensors/actions.h"
#include "ui/json_writer.h"

namespace pipette::app::tensors_scene {

bool TensorsScene::shows(const Runs& runs) const {
  if (runs.side_by_side()) return false;
  const Session& session = runs.leader().session();
  // A program that prints its tensors outfeeds only losses: its scene is the printed text.
  if (session.experiment().prints_tensors()) return false;
  const ProgramKind kind = catalogue_entry(session.experiment().name).kind;
  // A pipeline has a scene of its own; a benchmark has nothing to inspect.
  if (kind == ProgramKind::pipelined) return session.pipeline() == nullptr;
  return kind != ProgramKind::benchmark;
}

std::vector<std::string> TensorsScene::actions() const {
  return {action::kInspect, action::kInspectElement, action::kInspectLayers, action::kInspectLayer};
}

bool TensorsScene::act(const Intent& intent) {
  const bool layers = layers_.act(intent);  // a selected tensor selects its layer too
  return picker_.act(intent) || layers;
}

void TensorsScene::start(const Runs& runs) {
  shown_ = shows(runs);
  model_ = {};
  layers_.start(runs.leader().session());
  printed_ = {nullptr, printed_.session + 1};
}

void TensorsScene::update(const SceneInput& input, bool in_sight) {
  const Session& session = input.runs.leader().session();
  const RunStatus status = session.status();
  model_.filters.clear();
  for (const ParameterField& filter : input.filters) {
    model_.filters.push_back({filter.name, filter.label, filter.text, filter.error});
  }
  model_.running = input.running;
  const Experiment& e = session.experiment();
  const bool waits = status.in_run && e.feeds.dequeue == DequeueTime::each_run;
  model_.run_steps = waits ? e.training.steps_per_execution : 0;
  model_.run_step = waits ? status.step - status.run * e.training.steps_per_execution : 0;
  model_.filters_wait = status.run + (status.in_run ? 1 : 0) <= input.filters_from_run;
  model_.held_bytes = status.held_bytes;
  model_.most_held_bytes = status.most_held_bytes;
  picker_.fill(session.observed().record().outfed, session.losses(),
               e.num_mini_batches() / std::max<std::int64_t>(1, e.num_runs()), status.run, &model_);
  printed_.text = &session.printed();
  if (in_sight) layers_.update(session, input.now_s, input.running);
}

Commands TensorsScene::commands() const {
  return {
      {.keys = "Left, Right", .help = "Another element; by ten with Shift"},
      {.keys = "Home, End", .help = "The first element, the newest one"},
      {.keys = "Up, Down", .help = "Another tensor"},
  };
}

PageFrame TensorsScene::lay_out(Ui& ui, const FrameSize& size) {
  layout_ = lay_out_tensors(size, tensors_height(ui, model_));
  keep_only(size, &layout_.frame,
            {{"tensors", &layout_.tensors},
             {"heat", &layout_.heat},
             {"distribution", &layout_.distribution},
             {"printed", &layout_.printed}});
  return layout_.frame;
}

void TensorsScene::draw(Ui& ui) {
  const float up = -ui.page_scroll;
  handle_tensors_keys(ui, model_);
  draw_tensors(ui, model_, &view_, layout_.tensors.moved(0, up));
  draw_heat(ui, model_, &view_, layout_.heat.moved(0, up));
  const Rect distribution = layout_.distribution.moved(0, up);
  if (layers_.model().shown) {
    draw_layers(ui, layers_.model(), distribution);
  } else {
    draw_distribution(ui, model_, &view_, distribution);
  }
  draw_printed(ui, printed_, &printed_view_, layout_.printed.moved(0, up));
}

SceneState TensorsScene::state() const {
  if (!shown_) return {{"inspector", "null"}};
  JsonWriter json;
  TensorPicker::write(model_, &json);
  LayerInspection::write(layers_.model(), &json);
  json.add("printed", printed_.text == nullptr ? std::string() : tail_of(*printed_.text));
  return {{"inspector", json.text()}};
}

}  // namespace pipette::app::tensors_scene
