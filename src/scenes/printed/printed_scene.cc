#include "scenes/printed/printed_scene.h"

#include "code/model_code.h"
#include "experiment/catalogue.h"
#include "ui/json_writer.h"

namespace pipette::app {
namespace {

// Two programs side by side print one after the other, in an order that does not depend on which
// of them leads.
std::string printed_by(const Runs& runs) {
  std::string text;
  for (const auto& run : runs.all()) text += run->session().printed();
  return text + runs.leader().session().advice();
}

std::size_t size_of_printed(const Runs& runs) {
  std::size_t size = runs.leader().session().advice().size();
  for (const auto& run : runs.all()) size += run->session().printed().size();
  return size;
}

}  // namespace

bool PrintedScene::shows(const Runs& runs) const {
  const Session& session = runs.leader().session();
  const CatalogueEntry& entry = catalogue_entry(session.experiment().name);
  return entry.kind == ProgramKind::benchmark || entry.kind == ProgramKind::loops ||
         entry.kind == ProgramKind::without_loops || entry.published_seconds > 0 ||
         session.experiment().prints_tensors();
}

void PrintedScene::start(const Runs&) {
  text_.clear();
  printed_ = {nullptr, printed_.session + 1};
}

void PrintedScene::update(const SceneInput& input, bool in_sight) {
  // Nothing that was printed changes.
  if (text_.size() != size_of_printed(input.runs)) text_ = printed_by(input.runs);
  printed_.text = &text_;
  if (!in_sight) return;
  const Experiment& shown = input.runs.leader().session().experiment();
  if (std::string json = shown.to_json(); json != code_of_) {
    code_of_ = std::move(json);
    code_ = code_of(shown);
  }
}

PageFrame PrintedScene::lay_out(Ui&, const FrameSize& size) {
  layout_ = lay_out_printed(size, !code_.code[0].empty());
  keep_only(size, &layout_.frame, {{"code", &layout_.code}, {"printed", &layout_.printed}});
  return layout_.frame;
}

void PrintedScene::draw(Ui& ui) {
  const float up = -ui.page_scroll;
  draw_printed(ui, printed_, &view_, layout_.printed.moved(0, up));
  if (layout_.code.h > 0) draw_code(ui, code_, &language_, layout_.code.moved(0, up));
}

SceneState PrintedScene::state() const {
  if (printed_.text == nullptr) return {};
  JsonWriter json;
  json.add("filters_wait", false).raw("tensors", "[]").add("printed", tail_of(text_));
  return {{"inspector", json.text()}};
}

}  // namespace pipette::app
