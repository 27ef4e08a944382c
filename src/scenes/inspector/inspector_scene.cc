#include "scenes/inspector/inspector_scene.h"

#include "experiment/catalogue.h"
#include "scenes/inspector/actions.h"
#include "ui/json_writer.h"

namespace pipette::app {

bool InspectorScene::shows(const Runs& runs) const {
  if (runs.side_by_side()) return false;
  const ProgramKind kind = catalogue_entry(runs.leader().session().experiment().name).kind;
  // What outfeeds nothing, or is no training, has nothing to inspect.
  return kind != ProgramKind::pipelined && kind != ProgramKind::benchmark;
}

std::vector<std::string> InspectorScene::actions() const {
  return {action::kInspect, action::kInspectElement};
}

void InspectorScene::start(const Runs& runs) {
  shown_ = shows(runs);
  model_ = {};
  printed_ = {nullptr, printed_.session + 1};
}

void InspectorScene::update(const SceneInput& input, bool) {
  const Session& session = input.runs.leader().session();
  const RunStatus status = session.status();
  model_.filters.clear();
  for (const ParameterField& filter : input.filters) {
    model_.filters.push_back({filter.name, filter.label, filter.text, filter.error});
  }
  model_.running = input.running;
  model_.filters_wait = status.run + (status.in_run ? 1 : 0) <= input.filters_from_run;
  picker_.fill(session.outfed(), session.losses(), status.run, &model_);
  printed_.text = &session.printed();
}

PageFrame InspectorScene::lay_out(Ui& ui, const FrameSize& size) {
  layout_ = lay_out_inspector(size, tensors_height(ui, model_));
  return layout_.frame;
}

void InspectorScene::draw(Ui& ui) {
  const float up = -ui.page_scroll;
  handle_inspector_keys(ui, model_);
  draw_tensors(ui, model_, &view_, layout_.tensors.moved(0, up));
  draw_heat(ui, model_, &view_, layout_.heat.moved(0, up));
  draw_distribution(ui, model_, &view_, layout_.distribution.moved(0, up));
  draw_printed(ui, printed_, &printed_view_, layout_.printed.moved(0, up));
}

SceneState InspectorScene::state() const {
  if (!shown_) return {{"inspector", "null"}};
  JsonWriter json;
  TensorPicker::write(model_, &json);
  json.add("printed", printed_.text == nullptr ? std::string() : tail_of(*printed_.text));
  return {{"inspector", json.text()}};
}

}  // namespace pipette::app
