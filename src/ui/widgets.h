// The few controls that the page is made of. Each draws itself in a rectangle, publishes that
// rectangle under its name (for tests and touch) and says what happened.
//
//   if (button(ui, "transport/run", rect, {.icon = Icon::play, .label = "Run", .primary = true},
//              "Run until the last step  (Space)")) { ... }
//   Rect content = card(ui, "loss", rect, "Loss");
//
// All share one look: 7 px corners, ink for what is chosen, a tooltip after a short rest.
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
// The width that a button of this look wants.
float button_width(Ui& ui, const ButtonLook& look);

// A row of choices of which one is selected; returns the index after this frame.
int segmented(Ui& ui, const std::string& name, const Rect& area,
              const std::vector<std::string>& labels, int selected);
float segmented_width(Ui& ui, const std::vector<std::string>& labels);

// A list that opens and offers several words; the closed box shows `shown`. Returns the index of
// what was chosen, or -1.
int choice_box(Ui& ui, const std::string& name, const Rect& area, const std::string& shown,
               const std::vector<std::string>& options, int selected);

// The same closed box, where choosing happens elsewhere. True when it was clicked.
bool choice_button(Ui& ui, const std::string& name, const Rect& area, const std::string& shown,
                   const std::string& tooltip);

// A slider with `notches` resting places; returns the notch after this frame. Its lower part of
// `under` px is left free, for words.
int notch_slider(Ui& ui, const std::string& name, const Rect& area, int notches, int notch,
                 const std::string& tooltip, float under = 0);

// A value with - and + and a text field in the middle. True when the user entered a new value.
struct NumberLook {
  bool integer = true;
  double minimum = 0;
  double maximum = 0;
  bool doubles = false;
  bool steps_125 = false;
  std::string unit = {};
  bool error = false;
  std::string words = {};  // stands in the place of the number: what was entered and is none
};
// What is entered and is no number goes to `words`; a fraction is left to whoever wants an integer.
bool number_field(Ui& ui, const std::string& name, const Rect& area, const NumberLook& look,
                  double* value, std::string* words = nullptr);

// A line of words, edited in place. True when the user entered something else.
bool text_field(Ui& ui, const std::string& name, const Rect& area, bool error, std::string* value);

// Text of several lines in a box that scrolls; `follow` keeps its end in sight. Spans are bytes of
// the text in another colour: they rise, and none goes over the end of a line.
struct ColoredSpan {
  std::size_t begin = 0, end = 0;
  ImU32 color = 0;
};
void draw_listing(Ui& ui, const char* name, const Rect& area, const std::string& text,
                  bool follow = false, const std::vector<ColoredSpan>& spans = {});

// Tells where the problem of a field stands in the list that is being drawn: see Ui::Reveal.
void reveal(Ui& ui, const std::string& field, const Rect& area);

// A filled mark with a word: of the legend of a picture. `term` is what the glossary explains of
// it. Returns its width.
float legend_item(Ui& ui, float x, float center_y, ImU32 color, const std::string& label,
                  const char* term = nullptr);
// A legend stands in the free part of a heading line where there is room for all of it, otherwise
// in lines of its own, which are cut from the content.
struct LegendItem {
  const char* label;
  ImU32 color;
  const char* term;
};
Rect legend_place(Ui& ui, const std::vector<LegendItem>& items, const Rect& header, Rect* content);
void draw_legend(Ui& ui, const std::vector<LegendItem>& items, const Rect& area);

// What is pressed where a control is drawn: a thumb may come down above or below it.
Rect target_of(const Ui& ui, const Rect& area);

// A button of ImGui's that draws nothing: the area as an item that can be hovered and held. True
// when it was clicked. On a small page nothing may be left of an area, and ImGui takes no button
// without a size.
bool invisible_button(const std::string& name, const Rect& area);

// Shows a tooltip after a short rest over the last item.
void tooltip_for_last_item(Ui& ui, const std::string& string);
// The same for an item that does nothing when it is pressed: a finger that stays asks as well. It
// stands above or below `area` and is published as "tooltip"; show_tooltip does not wait.
void tooltip_beside(Ui& ui, const Rect& area, const std::string& string);
void show_tooltip(Ui& ui, const Rect& area, const std::string& string);
void begin_tooltip(Ui& ui);
void end_tooltip();

// The next value of a stepper: n + 1, the next power of two, or the next of 1-2-5.
double stepped(double value, int direction, const NumberLook& look);

}  // namespace pipette::app
