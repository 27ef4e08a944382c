#include <array>

#include "page/transport_view.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

struct Line {
  const char* keys;
  const char* what;
};
constexpr std::array<Line, 27> kLines = {{
    {"Space", "Run or pause"},
    {".", "One instruction"},
    {"N", "To the end of this phase"},
    {"/", "One training step"},
    {"Shift + /", "One Engine::run"},
    {"Z, Shift + Z", "A step, an Engine::run back"},
    {"G", "Where the run stops"},
    {"R", "Reset"},
    {"-  =", "Slower, faster"},
    {"C", "Choose an experiment"},
    {"Ctrl + Z, Y", "Undo, redo a parameter"},
    {"W  S", "Zoom in, out along time"},
    {"A  D", "Earlier, later"},
    {"F", "Show all of the time"},
    {"Wheel, pinch", "Zoom along time where you point"},
    {",  .", "In a pipeline: one slot back, forth"},
    {"P", "Play the pipeline's schedule"},
    {"Left, right", "Follow a mini-batch; Esc lets go"},
    {"Left, right", "Outfeeds: an element; Shift by ten"},
    {"Up, down", "Outfeeds: another tensor"},
    {"Up, down", "Layers: another one; Alt moves it"},
    {"Delete", "Layers: removes it"},
    {"X", "Explain the next word with dots; Shift back"},
    {"E", "Save the card under the pointer"},
    {"T", "Light or dark"},
    {"V", "On the wall: a card at a time, twice as large"},
    {"H", "This list"},
}};

}  // namespace

void draw_help(Ui& ui, const Rect& page, bool* open) {
  if (!*open) return;
  const Theme& theme = ui.colors();
  const float width = std::min(400.0f, page.w - 24);
  const float height = 74 + 26 * static_cast<float>(kLines.size());
  const Rect area = {page.x + (page.w - width) / 2, page.y + (page.h - height) / 2, width, height};
  ImGui::SetNextWindowPos({page.x, page.y});
  ImGui::SetNextWindowSize({page.w, page.h});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, with_alpha(theme.text_on_color, 0.32f));
  ImGui::Begin(
      "help", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleColor();
  Rect header;
  Rect content = card(ui, "help", area, "Keyboard and mouse", &header);
  content = content.inset(4, 6);
  for (const Line& line : kLines) {
    Rect row = content.cut_top(26);
    text_in(ui, row.cut_left(116), line.keys, theme.text, sizes::kText, ui.fonts.mono);
    text_in(ui, row, line.what, theme.text_dim);
  }
  const bool close = button(ui, "help/close", header.cut_right(ui.header_control()).inset(0, -2),
                            {.icon = Icon::close, .quiet = true});
  const bool outside = ImGui::IsMouseClicked(0) &&
                       !area.contains(ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y);
  if (close || outside) *open = false;
  ImGui::End();
}

}  // namespace pipette::app
