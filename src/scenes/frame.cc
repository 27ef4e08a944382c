#include "scenes/frame.h"

#include "ui/sizes.h"

namespace pipette::app {
namespace {

constexpr float kChoiceGap = 8;  // below the choice between scenes, on a desktop

void cut_choice(PageFrame* frame, const FrameSize& size, Rect* body) {
  if (!size.choice) return;
  frame->choice = frame->phone ? body->cut_top(sizes::kControlTouch, sizes::kGap)
                               : body->cut_top(sizes::kControl, kChoiceGap);
}

}  // namespace

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
  frame->loss = column.cut_top(240, sizes::kGap);
  frame->accuracy = column.cut_top(190, sizes::kGap);
  frame->parameters = column.cut_top(size.parameters, sizes::kGap);
  frame->content_height = column.y - frame->view.y;
}

Rect begin_desktop(PageFrame* frame, const FrameSize& size, float least, float* spare) {
  Rect page = {0, 0, size.width, size.height};
  frame->bar = page.cut_top(sizes::kBar);
  frame->view = page;
  if (size.choice) least += sizes::kControl + kChoiceGap;
  frame->content_height = std::max(page.h, least);
  *spare = frame->content_height - least;
  Rect body = Rect{0, page.y, size.width, frame->content_height}.inset(sizes::kGap);
  frame->parameters = body.cut_left(sizes::kSidebar, sizes::kGap);
  cut_choice(frame, size, &body);
  return body;
}

}  // namespace pipette::app
