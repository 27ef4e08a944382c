#include "ui/pointer_path.h"

#include "imgui_internal.h"

namespace pipette::app {

std::vector<ImVec2> pressed_path(bool held) {
  std::vector<ImVec2> path;
  for (const ImGuiInputEvent& event : ImGui::GetCurrentContext()->InputEventsTrail) {
    if (event.Type == ImGuiInputEventType_MouseButton && event.MouseButton.Button == 0) {
      held = event.MouseButton.Down;
    } else if (event.Type == ImGuiInputEventType_MousePos && held) {
      path.emplace_back(event.MousePos.PosX, event.MousePos.PosY);
    }
  }
  return path;
}

}  // namespace pipette::app
