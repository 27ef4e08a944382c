#include "scenes/printed/printed_scene.h"

#include "code/model_code.h"
#include "core/csv.h"
#include "experiment/catalogue.h"
#include "ui/json_writer.h"

namespace pipette::app::printed_scene {
namespace {

// Of two programs side by side, one text follows the other, in an order that does not depend on
// which of them leads.
std::string printed_by(const Runs& runs) {
  std::string text;
  for (const auto& run : runs.all()) text += run->session().printed();
  return text + runs.leader().session().observed().record().advice;
}

std::size_t size_of_printed(const Runs& runs) {
  std::size_t size = runs.leader().session().observed().record().advice.size();
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
  runs_ = nullptr;
  code_of_ = nullptr;
  printed_ = {nullptr, printed_.session + 1};
  measures_ = false;
  rates_ = {};
}

void PrintedScene::update(const SceneInput& input, bool in_sight) {
  // Printed text only ever grows.
  if (text_.size() != size_of_printed(input.runs)) text_ = printed_by(input.runs);
  printed_.text = &text_;
  runs_ = &input.runs;
  const Session& session = runs_->leader().session();
  measures_ = session.batch_rates() != nullptr;
  if (measures_) rates_ = batch_rates_of(session);
  if (!in_sight) return;
  if (&session == code_of_) return;
  code_of_ = &session;
  code_ = code_of(session.experiment());
}

PageFrame PrintedScene::lay_out(Ui&, const FrameSize& size) {
  layout_ = lay_out_printed(size, measures_               ? AbovePrinted::speed
                                  : code_.code[0].empty() ? AbovePrinted::nothing
                                                          : AbovePrinted::code);
  keep_only(size, &layout_.frame,
            {{"code", &layout_.code}, {"speed", &layout_.speed}, {"printed", &layout_.printed}});
  return layout_.frame;
}

void PrintedScene::draw(Ui& ui) {
  const float up = -ui.page_scroll;
  if (measures_) draw_batch_rates(ui, rates_, layout_.speed.moved(0, up));
  draw_printed(ui, printed_, &view_, layout_.printed.moved(0, up));
  if (layout_.code.h > 0) draw_code(ui, code_, &language_, layout_.code.moved(0, up));
}

SceneState PrintedScene::state() const {
  if (runs_ == nullptr) return {};
  JsonWriter json;
  json.add("filters_wait", false)
      .raw("tensors", "[]")
      .add("printed", tail_of(printed_by(*runs_)));  // may be newer than the latest frame
  SceneState state = {{"inspector", json.text()}};
  if (const BatchRates* speed = runs_->leader().session().batch_rates()) {
    JsonWriter measured;
    measured.add("epochs", static_cast<std::int64_t>(speed->epochs.size()))
        .add("batches_per_second", speed->so_far())
        .add("device", speed->device);
    state["speed"] = measured.text();
  }
  return state;
}

std::vector<const char*> PrintedScene::tables(const std::string& card) const {
  return card == "speed" ? std::vector<const char*>{"epochs"} : std::vector<const char*>();
}

std::string PrintedScene::csv(const std::string& table) const {
  if (table != "epochs") return {};
  Csv csv("epoch,batches_per_second");
  for (std::size_t i = 0; i < rates_.epochs.size(); ++i) csv.row(i + 1, rates_.epochs[i]);
  return csv.text();
}

}  // namespace pipette::app::printed_scene
