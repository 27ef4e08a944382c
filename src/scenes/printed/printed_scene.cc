#include "scenes/printed/printed_scene.h"

#include "experiment/catalogue.h"
#include "ui/json_writer.h"

namespace pipette::app {

bool PrintedScene::shows(const Runs& runs) const {
  return !runs.side_by_side() &&
         catalogue_entry(runs.leader().session().experiment().name).kind == ProgramKind::benchmark;
}

void PrintedScene::start(const Runs&) { printed_ = {nullptr, printed_.session + 1}; }

void PrintedScene::update(const SceneInput& input, bool) {
  const Session& session = input.runs.leader().session();
  text_ = session.printed() + session.advice();
  printed_.text = &text_;
}

PageFrame PrintedScene::lay_out(Ui&, const FrameSize& size) {
  layout_ = lay_out_printed(size);
  return layout_.frame;
}

void PrintedScene::draw(Ui& ui) {
  draw_printed(ui, printed_, &view_, layout_.printed.moved(0, -ui.page_scroll));
}

SceneState PrintedScene::state() const {
  if (printed_.text == nullptr) return {};
  JsonWriter json;
  json.add("filters_wait", false).raw("tensors", "[]").add("printed", tail_of(*printed_.text));
  return {{"inspector", json.text()}};
}

}  // namespace pipette::app
