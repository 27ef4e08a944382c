#include "scenes/printed/printed_scene.h"

#include "experiment/catalogue.h"
#include "ui/json_writer.h"

namespace pipette::app {

bool PrintedScene::shows(const Runs& runs) const {
  const Session& session = runs.leader().session();
  const ProgramKind kind = catalogue_entry(session.experiment().name).kind;
  return kind == ProgramKind::benchmark || kind == ProgramKind::loops ||
         kind == ProgramKind::without_loops || session.experiment().prints_tensors();
}

void PrintedScene::start(const Runs&) {
  text_.clear();
  session_ = nullptr;
  printed_ = {nullptr, printed_.session + 1};
}

void PrintedScene::update(const SceneInput& input, bool) {
  session_ = &input.runs.leader().session();
  // Nothing that was printed changes.
  if (text_.size() != session_->printed().size() + session_->advice().size()) {
    text_ = session_->printed() + session_->advice();
  }
  printed_.text = &text_;
}

PageFrame PrintedScene::lay_out(Ui&, const FrameSize& size) {
  layout_ = lay_out_printed(size);
  keep_only(size, &layout_.frame, {{"printed", &layout_.printed}});
  return layout_.frame;
}

void PrintedScene::draw(Ui& ui) {
  draw_printed(ui, printed_, &view_, layout_.printed.moved(0, -ui.page_scroll));
}

SceneState PrintedScene::state() const {
  if (session_ == nullptr) return {};
  JsonWriter json;
  const std::string text =
      session_->printed() + session_->advice();  // more than the latest frame has
  json.add("filters_wait", false).raw("tensors", "[]").add("printed", tail_of(text));
  return {{"inspector", json.text()}};
}

}  // namespace pipette::app
