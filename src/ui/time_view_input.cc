#include "ui/time_view_input.h"

#include <algorithm>
#include <cmath>

#include "ui/widgets.h"

namespace pipette::app {

void move_time_view(Ui& ui, const std::string& name, const Rect& plot, double longest,
                    TimeView* moved) {
  const ImGuiIO& io = ImGui::GetIO();
  TimeView& view = *moved;
  const double per_pixel = view.span_us() / static_cast<double>(plot.w);
  invisible_button(name, plot);
  ui.rects.publish(name, plot, Claim::horizontal);
  const bool hovered = ImGui::IsItemHovered();
  if (ImGui::IsItemActive() && io.MouseDelta.x != 0) {
    view.pan(-static_cast<double>(io.MouseDelta.x) * per_pixel);
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  }
  if (hovered && ImGui::IsMouseDoubleClicked(0)) view.fitted = true;
  if (hovered && (io.MouseWheel != 0 || io.MouseWheelH != 0)) {
    const double at = static_cast<double>((io.MousePos.x - plot.x) / plot.w);
    if (io.MouseWheel != 0) view.zoom(at, std::pow(1.25, io.MouseWheel), longest);
    if (io.MouseWheelH != 0) view.pan(-static_cast<double>(io.MouseWheelH) * 80 * per_pixel);
    ui.wheel_used = true;
  }
  if ((ui.pinch.factor != 1 || ui.pinch.dx != 0) && plot.contains(ui.pinch.x, ui.pinch.y)) {
    const double at = static_cast<double>((ui.pinch.x - plot.x) / plot.w);
    view.zoom(at, static_cast<double>(ui.pinch.factor), longest);
    view.pan(-static_cast<double>(ui.pinch.dx) * per_pixel);
  }
  if (io.WantTextInput || io.KeyCtrl || io.KeyAlt || io.KeySuper) return;
  const double step = std::min(0.1, static_cast<double>(io.DeltaTime)) * 3;
  const double at = hovered ? static_cast<double>((io.MousePos.x - plot.x) / plot.w) : 0.5;
  const auto down = [&ui](ImGuiKey key) {
    if (ImGui::IsKeyDown(key)) ui.animate(0.05);
    return ImGui::IsKeyDown(key);
  };
  if (down(ImGuiKey_W)) view.zoom(at, std::exp(step), longest);
  if (down(ImGuiKey_S)) view.zoom(at, std::exp(-step), longest);
  if (down(ImGuiKey_A)) view.pan(-0.4 * step * view.span_us());
  if (down(ImGuiKey_D)) view.pan(0.4 * step * view.span_us());
  if (ImGui::IsKeyPressed(ImGuiKey_F)) view.fitted = true;
}

}  // namespace pipette::app
