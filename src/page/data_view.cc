#include "page/data_view.h"

#include "page/actions.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

// Whether there are files: in use, refused or incomplete.
bool has_files(const DataModel& model) {
  return model.kind != DataKind::generated || model.waiting || !model.error.empty();
}

// The open tab, before the user chooses another.
DataKind tab_of(const DataModel& model, const DataViewState& state) {
  const bool files = has_files(model);
  if (files == state.had_files) return state.tab;
  if (!files) return DataKind::generated;
  return state.tab == DataKind::generated ? DataKind::files : state.tab;
}

float message_height(Ui& ui, const std::string& message, float width) {
  return message.empty() ? 0 : 6 + wrapped_height(ui, message, width, sizes::kSmall);
}

void url_field(Ui& ui, DataViewState* state, Rect area) {
  char* address = state->address.data();
  const Rect load = area.cut_right(ui.thumbs() ? 64.0f : 52.0f, 6);
  ui.rects.publish("data/url", area, Claim::text);
  ImGui::SetCursorScreenPos({area.x, area.y});
  ImGui::SetNextItemWidth(area.w);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(8, (area.h - sizes::kText) / 2));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
  const bool entered =
      ImGui::InputTextWithHint("##url", "https://…/mnist/", address, state->address.size(),
                               ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemActive()) ui.animate(1);
  ImGui::PopStyleVar(2);
  const bool clicked =
      button(ui, "data/load", load, {.label = "Load", .enabled = address[0] != '\0'});
  if ((entered || clicked) && address[0] != '\0') {
    ui.intents.push_back({action::kLoadUrl, {}, 0, address});
  }
}

void progress_bar(Ui& ui, const DataModel& model, Rect area) {
  const Theme& theme = ui.colors();
  const Rect bar = {area.x, area.y + 4, area.w, 6};
  fill_rect(ui, bar, theme.hover, 3);
  ui.draw()->AddRectFilled({bar.x, bar.y}, {bar.x + bar.w * model.progress, bar.bottom()},
                           theme.ink, 3);
  text(ui, area.x, bar.bottom() + 4, model.progress_text, theme.text_dim, sizes::kSmall);
}

}  // namespace

float data_height(Ui& ui, const DataModel& model, const DataViewState& state, float width) {
  const float source = tab_of(model, state) == DataKind::generated ? 0 : ui.row();
  return ui.row() + 6 + source + message_height(ui, model.summary, width) +
         message_height(ui, model.error, width) + (model.progress >= 0 ? 30.0f : 0.0f);
}

void draw_data(Ui& ui, const DataModel& model, DataViewState* state, Rect area) {
  const Theme& theme = ui.colors();
  const DataKind before = tab_of(model, *state);
  const int chosen = segmented(ui, "data/source", area.cut_top(ui.row(), 6),
                               {"Generated", "Files", "Address"}, static_cast<int>(before));
  state->tab = DataKind(chosen);
  state->had_files = has_files(model);
  if (state->tab != before && state->tab == DataKind::generated && has_files(model)) {
    ui.ask(action::kUseGenerated);
  }
  if (before == DataKind::files) {
    const char* const which =
        "MNIST, Fashion-MNIST or the like: train-images, train-labels,\n"
        "t10k-images and t10k-labels; plain or gzip";
    if (button(ui, "data/pick", area.cut_top(ui.row()),
               {.icon = Icon::folder, .label = "Choose or drop IDX files"}, which)) {
      ui.ask(action::kPickFiles);
    }
  } else if (before == DataKind::url) {
    url_field(ui, state, area.cut_top(ui.row()));
  }
  const float summary = message_height(ui, model.summary, area.w);
  if (summary > 0) {
    Rect lines = area.cut_top(summary);
    lines.cut_top(4);
    text_wrapped(ui, lines, model.summary, theme.text_dim, sizes::kSmall);
  }
  if (model.progress >= 0) progress_bar(ui, model, area.cut_top(30));
  if (!model.error.empty()) {
    area.cut_top(4);
    text_wrapped(ui, area, model.error, theme.bad, sizes::kSmall);
  }
}

}  // namespace pipette::app
