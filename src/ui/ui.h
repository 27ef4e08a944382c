// The context of every view besides its model: where to draw, in which colours, and the list that
// collects the user's requests.
//
//   void draw_loss(Ui& ui, const LossModel& model, const Rect& area);   // asks through ui.intents
//
// One Ui lives as long as the page; begin_frame() and end_frame() enclose each frame. One thread.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "imgui.h"
#include "theme/glossary.h"
#include "ui/intent.h"
#include "ui/rect.h"
#include "ui/rect_registry.h"
#include "ui/sizes.h"
#include "ui/theme.h"

namespace pipette::app {

struct Fonts {
  ImFont* text = nullptr;    // Inter
  ImFont* strong = nullptr;  // Inter Semi Bold
  ImFont* mono = nullptr;    // JetBrains Mono
};

// The screen and the pointer before it.
struct Display {
  bool touch = false;                   // the last pointer was a finger
  bool coarse = false;                  // the browser's main pointer is a finger
  bool touch_layout = false;            // one column
  bool reduced_motion = false;          // prefers-reduced-motion
  bool pictured = false;                // this frame is for a picture: there is no pointer
  float zoom = 1;                       // magnification of everything, for a wall. 1: see growth()
  float page_height = 0;                // that shows the whole page, in CSS pixels
  ImDrawCallback draw_spans = nullptr;  // draws a render::SpanDraw; null without a GPU
};

struct Ui {
  const Theme* theme = nullptr;
  ThemeKind theme_kind = ThemeKind::light;
  Fonts fonts;
  RectRegistry rects;
  Intents intents;
  double now_s = 0;            // wall clock, for animation only
  double animate_until_s = 0;  // frames are needed until then
  Display display;
  // The pinch of this frame: centre, scale factor, sideways movement. Without a pinch the factor is
  // 1 and the movement 0.
  struct Pinch {
    float x = 0, y = 0, factor = 1, dx = 0;
  } pinch;

  const Theme& colors() const { return *theme; }
  ImDrawList* draw() const { return ImGui::GetWindowDrawList(); }
  // Controls are thumb-sized in the one-column layout, and wherever fingers are the pointer. On a
  // wall the zoom makes ordinary controls large enough, for most fingers too.
  bool thumbs() const {
    return display.zoom == 1 ? display.touch_layout || display.coarse
                             : display.coarse && display.zoom < kEnoughForThumbs;
  }
  static constexpr float kEnoughForThumbs = sizes::kControlTouch / sizes::kHeaderControl;
  float control() const { return thumbs() ? sizes::kControlTouch : sizes::kControl; }
  float header_control() const { return thumbs() ? sizes::kControlTouch : sizes::kHeaderControl; }
  float sidebar() const { return thumbs() ? sizes::kSidebarTouch : sizes::kSidebar; }
  float row() const { return thumbs() ? sizes::kControlTouch : sizes::kRow; }
  void animate(double seconds) {
    if (now_s + seconds > animate_until_s) animate_until_s = now_s + seconds;
  }
  void ask(const char* action, double number = 0) { intents.push_back({action, {}, number}); }

  // The field that is being edited, and its text.
  struct TextEdit {
    std::string field;
    std::array<char, 256> text{};
    bool just_begun = false;
  } edit;
  bool wheel_used = false;  // a view has used the wheel in this frame: the page must not scroll
  // A field whose problem must be visible: in the next few frames lists and the page scroll to it.
  struct Reveal {
    std::string field;
    int frames = 0;
    Rect area;  // its area in this frame
  } reveal;
  // The explained words of this frame: their number so far, and the index of the one with the
  // keyboard focus; -1: none.
  struct Words {
    int drawn = 0, in_last_frame = 0;
    int focus = -1;
    int said = -1;  // last announced to screen readers
    struct Found {
      std::vector<theme::FoundWord> words;
      std::string meaning;  // of all these words
    };
    std::unordered_map<std::string, Found> searched;  // texts seen so far
  } words;
  struct Saving {
    bool possible = false;  // of the cards being drawn
    std::string menu;       // the card whose menu is to open
  } saving;
  float page_scroll = 0;  // of the page, in CSS pixels; page/shell_view.cc keeps it in range
};

// Fills a rectangle with corners of `radius`: all of them, or those in the ImDrawFlags.
inline void fill_rect(Ui& ui, const Rect& area, ImU32 color, float radius = 0,
                      ImDrawFlags corners = 0) {
  ui.draw()->AddRectFilled({area.x, area.y}, {area.right(), area.bottom()}, color, radius, corners);
}
inline void outline_rect(Ui& ui, const Rect& area, ImU32 color, float radius, float thickness = 1) {
  ui.draw()->AddRect({area.x, area.y}, {area.right(), area.bottom()}, color, radius, 0, thickness);
}

// The clip rectangle of the current window.
inline Rect clip_of(Ui& ui) {
  const ImVec2 from = ui.draw()->GetClipRectMin(), to = ui.draw()->GetClipRectMax();
  return {from.x, from.y, to.x - from.x, to.y - from.y};
}
// Publishes a control, which can be pressed or held.
inline void publish_control(Ui& ui, const std::string& name, const Rect& area,
                            Claim claim = Claim::none) {
  ui.rects.publish(name, area, claim, Part::control, clip_of(ui));
}

// Draws text in the given size; returns its width. A null `font` means Inter.
float text(Ui& ui, float x, float y, const std::string& string, ImU32 color,
           float size = sizes::kText, ImFont* font = nullptr);
float text_width(Ui& ui, const std::string& string, float size = sizes::kText,
                 ImFont* font = nullptr);
enum class Align { left, center, right };
// Draws text in the vertical middle of `area`, with an ellipsis if it does not fit.
void text_in(Ui& ui, const Rect& area, const std::string& string, ImU32 color,
             float size = sizes::kText, ImFont* font = nullptr, Align align = Align::left);
// Parts of `string`, none wider than `width` (ui/wrapping.h); the height of a line is its size.
std::vector<std::string_view> wrapped_lines(Ui& ui, const std::string& string, float width,
                                            float size = sizes::kText);
float wrapped_height(Ui& ui, const std::string& string, float width, float size = sizes::kText);
// Draws such lines inside `area`; returns the height used.
float text_wrapped(Ui& ui, const Rect& area, const std::string& string, ImU32 color,
                   float size = sizes::kText);

}  // namespace pipette::app
