// The layout of the page around a scene: its own cards, and the room left for the scene's. Pure.
//
//   PageFrame frame;
//   Rect column = begin_phone(&frame, size);  // one column that scrolls
//   ... end_phone(&frame, size, column);
//   Rect body = begin_desktop(&frame, size, least, &spare);
//
// From a width of 760 px the page has a side panel and rows; below that, one column with the
// transport at the thumb's edge. At 1280 x 720 everything is visible; smaller pages scroll, larger
// ones give the extra room to the pictures. Rectangles have the coordinates of the unscrolled page.
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
  Rect view;       // the rest, which scrolls
  Rect parameters, loss, accuracy;
  Rect choice;                     // of the choice between scenes, if there is one
  float content_height = 0;        // of the scrolling part
  float wanted_height = 0;         // of a page of one card: the card's height in an ordinary page
  std::vector<const char*> cards;  // the cards that can stand alone, by name
};

// The sizes and settings from which a scene lays out the page.
struct FrameSize {
  float width = 0, height = 0;
  float parameters = 600;      // the height of the parameter panel
  bool choice = false;         // the choice between scenes is at the top
  const char* only = nullptr;  // the only card of the page; below, the size of that page
  float only_width = 0, only_height = 0;
  float sidebar = sizes::kSidebar;  // width of the parameters beside a scene
  float control = sizes::kControl;  // height of the choice between scenes
  bool charts = true;               // the program has losses
};

// The size with which a scene lays out a page of one card: the card gets the width of the whole
// page, and its least height, as if the rest of an ordinary page were around it.
FrameSize around_one_card(const char* card, float width, float height);

// A card that a scene has placed, under the name that the card publishes.
struct PlacedCard {
  const char* name;
  Rect* area;
};
// Lists the names of the placed cards and of the page's own. If the page has only one card, that
// card fills it and everything else is moved out of sight.
void keep_only(const FrameSize& size, PageFrame* frame, std::initializer_list<PlacedCard> cards);

// Places the title at the top and the transport at the thumb's edge; returns the scrolling column
// between them.
Rect begin_phone(PageFrame* frame, const FrameSize& size);
// Places loss, accuracy and parameters at the end of that column, as most scenes do on a phone.
void end_phone(PageFrame* frame, const FrameSize& size, Rect column);

// Below this width of the part beside the parameters, cards that stand side by side on a desktop
// are stacked instead.
inline constexpr float kRoomAbreast = 900;
float beside_parameters(const FrameSize& size);  // the width of that part
// Places loss and accuracy, side by side if there is room for both. charts_height() is the height
// for rows of the height `row`. A program without losses has no charts: the height is 0, and
// cut_charts() does nothing.
float charts_height(const FrameSize& size, float row);
void cut_charts(PageFrame* frame, const FrameSize& size, float height, Rect* body);

// Places the transport at the top and the parameters at the side; returns the rest, for the
// pictures. `spare` is how much higher that rest is than the `least` that pictures and gaps need.
Rect begin_desktop(PageFrame* frame, const FrameSize& size, float least, float* spare);

}  // namespace pipette::app
