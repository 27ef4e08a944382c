// Where the page's own cards go around a scene, and how a scene divides what is left. Pure.
//
//   PageFrame frame;
//   Rect column = begin_phone(&frame, size);  // one column that scrolls
//   ... end_phone(&frame, size, column);
//   Rect body = begin_desktop(&frame, size, least, &spare);
//
// From a width of 760 px there are a side panel and rows; below that there is one column with the
// transport at the thumb's edge. At 1280 x 720 everything is in sight; smaller pages scroll, larger
// ones give the room to the pictures. Rectangles are those of the unscrolled page.
#pragma once

#include <initializer_list>
#include <vector>

#include "ui/rect.h"
#include "ui/sizes.h"

namespace pipette::app {

struct PageFrame {
  bool phone = false;
  Rect bar;        // transport on a desktop, title on a phone; does not scroll
  Rect transport;  // phone only; does not scroll
  Rect view;       // what is left for the scrolling part
  Rect parameters, loss, accuracy;
  Rect choice;                     // of the choice between scenes, where there is one
  float content_height = 0;        // of the scrolling part
  float wanted_height = 0;         // of a page of one card: what its card has in an ordinary page
  std::vector<const char*> cards;  // that can stand alone, by name
};

// What a scene is told before it divides the page.
struct FrameSize {
  float width = 0, height = 0;
  float parameters = 600;      // the height that they want
  bool choice = false;         // a choice between scenes stands above everything else
  const char* only = nullptr;  // the one card of a page, and how large that page is
  float only_width = 0, only_height = 0;
  float sidebar = sizes::kSidebar;  // width of the parameters beside a scene
  float control = sizes::kControl;  // height of the choice between scenes
  bool charts = true;               // the program has losses
};

// The size with which scenes divide a page of one card: its card gets the width of the whole page,
// and the least height, as if the rest of an ordinary page stood around it.
FrameSize around_one_card(const char* card, float width, float height);

// What a scene has placed, by the names that the cards publish.
struct PlacedCard {
  const char* name;
  Rect* area;
};
// Names the cards, and those of the page; where one of them was asked for, gives it the whole page
// and puts all else out of sight.
void keep_only(const FrameSize& size, PageFrame* frame, std::initializer_list<PlacedCard> cards);

// Places the title above and the transport at the thumb's edge; returns the column that scrolls
// between them.
Rect begin_phone(PageFrame* frame, const FrameSize& size);
// Places loss, accuracy and parameters below the rest of that column: how most scenes end on a
// phone.
void end_phone(PageFrame* frame, const FrameSize& size, Rect column);

// Where the part beside the parameters is narrower, cards that stand side by side on a desktop
// stand one below the other.
inline constexpr float kRoomAbreast = 900;
float beside_parameters(const FrameSize& size);  // how wide that part is
// Loss and accuracy, side by side where there is room for both, and the height that they need for
// rows of that height. A program without losses has none: their height is 0, and nothing is cut.
float charts_height(const FrameSize& size, float row);
void cut_charts(PageFrame* frame, const FrameSize& size, float height, Rect* body);

// Places the transport above and the parameters at the side; returns what is left for the pictures,
// and in `spare` how much higher it is than the `least` that they and the gaps around them need.
Rect begin_desktop(PageFrame* frame, const FrameSize& size, float least, float* spare);

}  // namespace pipette::app
