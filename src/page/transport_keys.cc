#include "page/actions.h"
#include "page/transport_view.h"
#include "ui/explained.h"
#include "ui/ui.h"

namespace pipette::app {

void handle_transport_keys(Ui& ui, const TransportModel& model, OpenCards* open) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || io.KeyCtrl || io.KeyAlt || io.KeySuper) return;
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
  if (pressed(ImGuiKey_G)) open->stop = !open->stop;
  if (ImGui::IsKeyPressed(ImGuiKey_X)) go_to_word(ui, io.KeyShift ? -1 : 1);
  if (pressed(ImGuiKey_Escape)) {
    ui.words.focus = ui.words.said = -1;
    const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
    if (model.refused && !open->stop && !popup) ui.ask(action::kUndo);
    *open = {};
  }
}

}  // namespace pipette::app
