// The stop condition: a small card below the transport's flag.
#include <algorithm>

#include "page/actions.h"
#include "page/transport_view.h"
#include "session/condition.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

struct Proposal {
  const char* label;
  const char* condition;
};
constexpr Proposal kProposals[] = {{"90 % accuracy", "accuracy >= 0.9"},
                                   {"Loss below 0.5", "mean_loss < 0.5"},
                                   {"Step 1,000", "steps >= 1000"},
                                   {"First stall", "stall_cycles > 0"}};

std::string explained(const TransportModel& model) {
  if (!model.until_error.empty()) return model.until_error;
  return "Checked after every step, the accuracy after every hundredth of all steps. Run goes on past "
         "it. Names: " +
         names_of_results() + ", and fields of the experiment.";
}

}  // namespace

void draw_stop(Ui& ui, const TransportModel& model, const Rect& page, bool* open) {
  if (!*open) return;
  const Theme& theme = ui.colors();
  const std::string words = explained(model);
  const float width = std::min(420.0f, page.w - 24);
  const float inner = width - 2 * sizes::kPadding - 8;
  const float lines = wrapped_height(ui, words, inner, sizes::kSmall);
  const float control = ui.control();
  const Rect area = {page.x + (page.w - width) / 2, page.y + 64, width,
                     90 + 2 * (control + 8) + (control + 4) + lines};
  ImGui::SetNextWindowPos({area.x, area.y});
  ImGui::SetNextWindowSize({area.w, area.h});
  ImGui::Begin(
      "stop", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  Rect header;
  Rect content = card(ui, "stop", area, "Stop when", &header).inset(4, 4);
  Rect line = content.cut_top(control, 8);
  const Rect clear = line.cut_right(72, 8);
  std::string entered = model.until;
  if (text_field(ui, "stop/condition", line, !model.until_error.empty(), &entered)) {
    ui.intents.push_back({action::kStopWhen, {}, 0, entered});
  }
  if (button(ui, "stop/clear", clear, {.label = "Clear", .enabled = !model.until.empty()})) {
    ui.intents.push_back({action::kStopWhen});
  }
  for (int row = 0; row < 2; ++row) {
    Rect buttons = content.cut_top(control, 6);
    for (int i = 0; i < 2; ++i) {
      const Proposal& proposal = kProposals[2 * row + i];
      const Rect place = buttons.cut_left((inner - 8) / 2, 8);
      if (button(ui, "stop/propose/" + std::to_string(2 * row + i), place,
                 {.label = proposal.label, .selected = model.until == proposal.condition})) {
        ui.intents.push_back({action::kStopWhen, {}, 0, proposal.condition});
      }
    }
  }
  content.cut_top(4);
  text_wrapped(ui, content, words, model.until_error.empty() ? theme.text_dim : theme.bad,
               sizes::kSmall);
  const bool close = button(ui, "stop/close", header.cut_right(ui.header_control()).inset(0, -2),
                            {.icon = Icon::close, .quiet = true});
  const bool appearing = ImGui::IsWindowAppearing();
  if (appearing && !ui.display.touch) ui.edit = {.field = "stop/condition", .just_begun = true};
  const bool outside = !appearing && ImGui::IsMouseClicked(0) &&
                       !area.contains(ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y);
  if (close || outside) *open = false;
  ImGui::End();
}

}  // namespace pipette::app
