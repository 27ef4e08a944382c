#include "scenes/frame.h"

#include <string_view>

#include "ui/sizes.h"

namespace pipette::app {
namespace {

constexpr float kChoiceGap = 8;  // below the choice between scenes, on a desktop

void cut_choice(PageFrame* frame, const FrameSize& size, Rect* body) {
  if (!size.choice) return;
  frame->choice = frame->phone ? body->cut_top(sizes::kControlTouch, sizes::kGap)
                               : body->cut_top(size.control, kChoiceGap);
}

constexpr float kRoomForTwoCharts = 560;
constexpr float kOutOfSight = -1e5f;
constexpr float kLeastPart = 0.6f;  // of the card's wanted height; below that, cut off

}  // namespace

FrameSize around_one_card(const char* card, float width, float height) {
  const bool desktop = width >= sizes::kPhoneWidth;
  return {.width = desktop ? width + sizes::kSidebar + sizes::kGap : width,
          .only = card,
          .only_width = width,
          .only_height = height};
}

void keep_only(const FrameSize& size, PageFrame* frame, std::initializer_list<PlacedCard> cards) {
  std::vector<PlacedCard> all = cards;
  all.push_back({"loss", &frame->loss});
  all.push_back({"accuracy", &frame->accuracy});
  for (const PlacedCard& card : all) {
    if (card.area->h > 0) frame->cards.push_back(card.name);
  }
  if (size.only == nullptr) return;
  const Rect page = {0, 0, size.only_width, size.only_height};
  for (Rect* area : {&frame->bar, &frame->transport, &frame->parameters, &frame->choice}) {
    *area = area->moved(kOutOfSight, 0);
  }
  frame->view = page;
  frame->content_height = page.h;
  for (const PlacedCard& card : all) {
    if (std::string_view(card.name) != size.only) {
      *card.area = card.area->moved(kOutOfSight, 0);
      continue;
    }
    frame->wanted_height = card.area->h + 2 * sizes::kHalf;
    *card.area = page.inset(sizes::kHalf);
    card.area->h = std::max(card.area->h, kLeastPart * frame->wanted_height);
  }
}

Rect begin_phone(PageFrame* frame, const FrameSize& size) {
  frame->phone = true;
  Rect page = {0, 0, size.width, size.height};
  frame->bar = page.cut_top(sizes::kBar);
  frame->transport = page.cut_bottom(sizes::kBarTouch);
  frame->view = page;
  Rect column = {sizes::kGap, page.y + sizes::kGap, size.width - 2 * sizes::kGap, 1e6f};
  cut_choice(frame, size, &column);
  return column;
}

void end_phone(PageFrame* frame, const FrameSize& size, Rect column) {
  if (size.charts) {
    frame->loss = column.cut_top(240, sizes::kGap);
    frame->accuracy = column.cut_top(190, sizes::kGap);
  }
  frame->parameters = column.cut_top(size.parameters, sizes::kGap);
  frame->content_height = column.y - frame->view.y;
}

float beside_parameters(const FrameSize& size) {
  return size.width - size.sidebar - 3 * sizes::kGap;
}

float charts_height(const FrameSize& size, float row) {
  if (!size.charts) return 0;
  return beside_parameters(size) < kRoomForTwoCharts ? 2 * row + sizes::kGap : row;
}

void cut_charts(PageFrame* frame, const FrameSize& size, float height, Rect* body) {
  if (!size.charts) return;
  const Rect area = body->cut_bottom(height, sizes::kGap);
  if (area.w < kRoomForTwoCharts) {
    Rect below = area;
    frame->loss = below.cut_top((area.h - sizes::kGap) / 2, sizes::kGap);
    frame->accuracy = below;
    return;
  }
  const std::vector<Rect> cards =
      area.columns({area.w < kRoomAbreast ? 2.0f : 3.0f, 1}, sizes::kGap);
  frame->loss = cards[0];
  frame->accuracy = cards[1];
}

Rect begin_desktop(PageFrame* frame, const FrameSize& size, float least, float* spare) {
  Rect page = {0, 0, size.width, size.height};
  frame->bar = page.cut_top(sizes::kBar);
  frame->view = page;
  if (size.choice) least += size.control + kChoiceGap;
  frame->content_height = std::max(page.h, least);
  *spare = frame->content_height - least;
  Rect body = Rect{0, page.y, size.width, frame->content_height}.inset(sizes::kGap);
  frame->parameters = body.cut_left(size.sidebar, sizes::kGap);
  cut_choice(frame, size, &body);
  return body;
}

}  // namespace pipette::app
