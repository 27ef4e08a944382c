#include <array>
#include <span>

#include "page/transport_view.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

struct Line {
  const char* keys;
  const char* what;
};
constexpr std::array<Line, 28> kLines = {{
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
    {"P", "Play a schedule, or a digit's way"},
    {"Left, right", "Follow a mini-batch; Esc lets go"},
    {"Left, right", "Outfeeds: an element; Shift by ten"},
    {"Up, down", "Outfeeds: another tensor"},
    {"Up, down", "Layers: another one; Alt moves it"},
    {"Delete", "Layers: removes it"},
    {"Left, right", "A digit's way: another station"},
    {"X", "Explain the next word with dots; Shift back"},
    {"E", "Save the card under the pointer"},
    {"T", "Light or dark"},
    {"V", "On the wall: a card at a time, twice as large"},
    {"H", "This list"},
}};
// A finger has no keys.
constexpr std::array<Line, 8> kTouchLines = {{
    {"Up, down", "Scroll the page"},
    {"Sideways", "Earlier, later in a picture"},
    {"Two fingers", "Zoom in, out along time"},
    {"Stay on dots", "What the word above means"},
    {"Tap", "Follow a mini-batch; beside it: let go"},
    {"Tap the pad", "Then draw a digit on it"},
    {"Tap a station", "A digit's way: what happens there"},
    {"Hold a grip", "Move a layer of a model"},
}};

constexpr float kColumn = 400, kLine = 26;
constexpr float kAround = 74;  // of the card, without its lines

}  // namespace

void draw_help(Ui& ui, const Rect& page, bool* open) {
  if (!*open) return;
  const Theme& theme = ui.colors();
  const bool keys = !ui.thumbs();
  const std::span<const Line> lines =
      keys ? std::span<const Line>(kLines) : std::span<const Line>(kTouchLines);
  // Beside each other where the page is too low for one below the other.
  const bool two = kAround + kLine * static_cast<float>(lines.size()) > page.h &&
                   page.w > 2 * kColumn + sizes::kGap;
  const std::size_t rows = two ? (lines.size() + 1) / 2 : lines.size();
  const float width = two ? 2 * kColumn : std::min(kColumn, page.w - 2 * sizes::kGap);
  const float line =
      std::min(kLine, (page.h - 2 * sizes::kGap - kAround) / static_cast<float>(rows));
  const float height = kAround + line * static_cast<float>(rows);
  const Rect area = {page.x + (page.w - width) / 2, page.y + (page.h - height) / 2, width, height};
  ImGui::SetNextWindowPos({page.x, page.y});
  ImGui::SetNextWindowSize({page.w, page.h});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, with_alpha(theme.text_on_color, 0.32f));
  ImGui::Begin(
      "help", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleColor();
  Rect header;
  Rect content = card(ui, "help", area, keys ? "Keyboard and mouse" : "With fingers", &header);
  content = content.inset(4, 6);
  const float column = two ? content.w / 2 : content.w;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Rect row = {content.x + column * static_cast<float>(i / rows),
                content.y + line * static_cast<float>(i % rows), column, line};
    text_in(ui, row.cut_left(116), lines[i].keys, theme.text, sizes::kText, ui.fonts.mono);
    text_in(ui, row, lines[i].what, theme.text_dim);
  }
  const bool close = button(ui, "help/close", header.cut_right(ui.header_control()).inset(0, -2),
                            {.icon = Icon::close, .quiet = true});
  const bool outside = ImGui::IsMouseClicked(0) &&
                       !area.contains(ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y);
  if (close || outside) *open = false;
  ImGui::End();
}

}  // namespace pipette::app
