// Text of several lines in a box that scrolls.
#include <algorithm>

#include "ui/widgets.h"

namespace pipette::app {
namespace {

// The visible lines of the text, in their colours.
void draw_colored(Ui& ui, const std::string& text, const std::vector<ColoredSpan>& spans) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight();
  const Rect clip = clip_of(ui);
  ImGui::Dummy(ImGui::CalcTextSize(text.data(), text.data() + text.size()));
  const auto piece = [&](float x, float y, std::size_t from, std::size_t to, ImU32 color) {
    const char *const begin = text.data() + from, *const end = text.data() + to;
    ui.draw()->AddText({x, y}, color, begin, end);
    return x + ImGui::CalcTextSize(begin, end).x;
  };
  auto span = spans.begin();
  float y = origin.y;
  for (std::size_t at = 0; at < text.size() && y < clip.bottom(); y += height) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    while (span != spans.end() && span->end <= at) ++span;
    float x = origin.x;
    for (auto each = span; y + height > clip.y && each != spans.end() && each->begin < end;
         ++each) {
      x = piece(x, y, at, each->begin, ui.colors().text);
      x = piece(x, y, each->begin, each->end, each->color);
      at = each->end;
    }
    if (y + height > clip.y) piece(x, y, at, end, ui.colors().text);
    at = end + 1;
  }
}

}  // namespace

void draw_listing(Ui& ui, const char* name, const Rect& area, const std::string& text, bool follow,
                  const std::vector<ColoredSpan>& spans) {
  fill_rect(ui, area, ui.colors().sunken, 6);
  ImGui::SetCursorScreenPos({area.x, area.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(8, 6));
  ImGui::BeginChild(name, {area.w, area.h}, ImGuiChildFlags_AlwaysUseWindowPadding,
                    ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushFont(ui.fonts.mono, sizes::kSmall);
  const bool at_end = ImGui::GetScrollY() >= ImGui::GetScrollMaxY() - 1;
  if (spans.empty()) {
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
  } else {
    draw_colored(ui, text, spans);
  }
  if (follow && at_end) ImGui::SetScrollHereY(1);
  ui.wheel_used = ui.wheel_used || (ImGui::IsWindowHovered() && ImGui::GetScrollMaxY() > 0);
  ImGui::PopFont();
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace pipette::app
