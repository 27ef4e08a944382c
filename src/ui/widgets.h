// The few controls of the page. Each draws itself in a rectangle, publishes that rectangle under
// its name (for tests and touch) and returns what the user did.
//
//   if (button(ui, "transport/run", rect, {.icon = Icon::play, .label = "Run", .primary = true},
//              "Run until the last step  (Space)")) { ... }
//   Rect content = card(ui, "loss", rect, "Loss");
//
// All share one look: 7 px corners, ink for the selected part, a tooltip after a short rest.
#pragma once

#include <string>
#include <vector>

#include "ui/icons.h"
#include "ui/ui.h"

namespace pipette::app {

// A white panel with a heading; returns the rectangle below the heading, inside the padding.
// `header`, when given, receives the free part of the heading line for controls on the right.
Rect card(Ui& ui, const std::string& name, const Rect& area, const std::string& title,
          Rect* header = nullptr);

struct ButtonLook {
  Icon icon = Icon::none;
  std::string label = {};
  bool primary = false;
  bool enabled = true;
  bool quiet = false;     // no frame until the pointer is over it
  bool selected = false;  // drawn pressed
};
bool button(Ui& ui, const std::string& name, const Rect& area, const ButtonLook& look,
            const std::string& tooltip = {});
// The width that a button of this look needs.
float button_width(Ui& ui, const ButtonLook& look);

// A row of choices, one of them selected; returns the index after this frame.
int segmented(Ui& ui, const std::string& name, const Rect& area,
              const std::vector<std::string>& labels, int selected);
float segmented_width(Ui& ui, const std::vector<std::string>& labels);

// A box that shows `shown` and opens a list of `options`. Returns the index of the chosen option,
// or -1.
int choice_box(Ui& ui, const std::string& name, const Rect& area, const std::string& shown,
               const std::vector<std::string>& options, int selected);

// The closed box alone; the choice is made elsewhere. True if it was clicked.
bool choice_button(Ui& ui, const std::string& name, const Rect& area, const std::string& shown,
                   const std::string& tooltip);

// A slider with `notches` positions; returns the notch after this frame. The lowest `under` px stay
// free for words.
int notch_slider(Ui& ui, const std::string& name, const Rect& area, int notches, int notch,
                 const std::string& tooltip, float under = 0);

// A value with - and + and a text field in the middle. True if the user entered a new value.
struct NumberLook {
  bool integer = true;
  double minimum = 0;
  double maximum = 0;
  bool doubles = false;
  bool steps_125 = false;
  std::string unit = {};
  bool error = false;
  std::string words = {};  // shown instead of the number: a text entered that is no number
};
// Entered text that is no number goes to `words`; fractions are accepted, the caller checks them.
bool number_field(Ui& ui, const std::string& name, const Rect& area, const NumberLook& look,
                  double* value, std::string* words = nullptr);

// A line of text, edited in place. True if the user changed it.
bool text_field(Ui& ui, const std::string& name, const Rect& area, bool error, std::string* value);

// Text of several lines in a box that scrolls; `follow` keeps its end visible. Spans are byte
// ranges of the text in another colour, in ascending order; none crosses the end of a line.
struct ColoredSpan {
  std::size_t begin = 0, end = 0;
  ImU32 color = 0;
};
void draw_listing(Ui& ui, const char* name, const Rect& area, const std::string& text,
                  bool follow = false, const std::vector<ColoredSpan>& spans = {});

// Reports the area of a field in the list being drawn, so that its problem can be shown: see
// Ui::Reveal.
void reveal(Ui& ui, const std::string& field, const Rect& area);

// An entry of a picture's legend: a filled mark with a word. The glossary explains `term`. Returns
// the entry's width.
float legend_item(Ui& ui, float x, float center_y, ImU32 color, const std::string& label,
                  const char* term = nullptr);
// Legends go into the free part of a heading line if they fit there, otherwise into lines of their
// own, which are cut from the content.
struct LegendItem {
  const char* label;
  ImU32 color;
  const char* term;
};
Rect legend_place(Ui& ui, const std::vector<LegendItem>& items, const Rect& header, Rect* content);
void draw_legend(Ui& ui, const std::vector<LegendItem>& items, const Rect& area);

// The touch target of a control: it extends above and below a control that is lower than a thumb.
Rect target_of(const Ui& ui, const Rect& area);

// An ImGui button that draws nothing: the area as an item that can be hovered and held. True if it
// was clicked. An area may be empty on a small page; ImGui accepts no button without a size, so the
// size is at least 1.
bool invisible_button(const std::string& name, const Rect& area);

// Shows a tooltip after a short rest over the last item.
void tooltip_for_last_item(Ui& ui, const std::string& string);
// The same for an item without an action: a resting finger shows it too. The tooltip is placed
// above or below `area` and published as "tooltip"; show_tooltip does not wait.
void tooltip_beside(Ui& ui, const Rect& area, const std::string& string);
void show_tooltip(Ui& ui, const Rect& area, const std::string& string);
void begin_tooltip(Ui& ui);
void end_tooltip();

// The next value of a stepper: n + 1, the next power of two, or the next of 1-2-5.
double stepped(double value, int direction, const NumberLook& look);

}  // namespace pipette::app
