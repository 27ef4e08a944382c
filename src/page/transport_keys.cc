#include <algorithm>

#include "page/actions.h"
#include "page/transport_view.h"
#include "runs/speed_scale.h"
#include "ui/explained.h"
#include "ui/ui.h"

namespace pipette::app {

void handle_transport_keys(Ui& ui, const TransportModel& model, OpenCards* open) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput) return;
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
  if (io.KeyCtrl) {
    if (ImGui::IsKeyPressed(ImGuiKey_Z)) {
      ui.ask(io.KeyShift ? action::kRedo : action::kUndo);
    }
    if (ImGui::IsKeyPressed(ImGuiKey_Y)) ui.ask(action::kRedo);
    return;
  }
  if (io.KeyAlt || io.KeySuper) return;
  if (pressed(ImGuiKey_Space)) {
    if (model.running) {
      ui.ask(action::kPause);
    } else if (!model.finished) {
      ui.ask(action::kRun);
    }
  }
  const bool can_step = !model.running && !model.finished;
  if (can_step && !model.pipelined && ImGui::IsKeyPressed(ImGuiKey_Period)) {
    ui.ask(action::kStepInstruction);
  }
  if (can_step && ImGui::IsKeyPressed(ImGuiKey_N)) ui.ask(action::kStepPhase);
  if (!model.running && model.can_go_back && ImGui::IsKeyPressed(ImGuiKey_Z)) {
    ui.ask(io.KeyShift ? action::kStepEngineRunBack : action::kStepBack);
  }
  if (io.KeyShift && pressed(ImGuiKey_Slash) && can_step) {
    ui.ask(action::kStepEngineRun);
  } else if (can_step && ImGui::IsKeyPressed(ImGuiKey_Slash)) {
    ui.ask(action::kStepTraining);
  }
  if (pressed(ImGuiKey_R)) ui.ask(action::kReset);
  if (pressed(ImGuiKey_T)) {
    ui.ask(action::kSetTheme, ui.theme_kind == ThemeKind::dark ? 0 : 1);
  }
  if (pressed(ImGuiKey_C)) ui.ask(action::kChooseExperiment);
  if (pressed(ImGuiKey_V)) ui.ask(action::kPresent);
  if (pressed(ImGuiKey_H)) ui.ask(action::kOpenHelp);
  if (pressed(ImGuiKey_G)) open->stop = !open->stop;
  if (ImGui::IsKeyPressed(ImGuiKey_X)) go_to_word(ui, io.KeyShift ? -1 : 1);
  if (pressed(ImGuiKey_Escape)) {
    ui.words.focus = ui.words.said = -1;
    const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
    if (model.refused && !open->stop && !popup) ui.ask(action::kUndo);
    *open = {};
  }
  const int change = (pressed(ImGuiKey_Equal) ? 1 : 0) - (pressed(ImGuiKey_Minus) ? 1 : 0);
  if (change != 0) {
    ui.ask(action::kSetSpeed, std::clamp(model.speed + change, 0, kFullSpeed));
  }
}

}  // namespace pipette::app
