#include "ui/icons.h"

#include <algorithm>
#include <cmath>

namespace pipette::app {
namespace {

constexpr float kPi = 3.14159265f;

// Draws in a square of 16 units centred in the area.
class Pen {
 public:
  Pen(Ui& ui, const Rect& area, ImU32 color) : draw_(ui.draw()), color_(color) {
    unit_ = std::min(area.w, area.h) / 16;
    left_ = area.center_x() - 8 * unit_;
    top_ = area.center_y() - 8 * unit_;
  }
  ImVec2 at(float x, float y) const { return {left_ + x * unit_, top_ + y * unit_}; }
  float stroke() const { return std::max(1.2f, 1.5f * unit_); }
  void line(float x0, float y0, float x1, float y1) const {
    draw_->AddLine(at(x0, y0), at(x1, y1), color_, stroke());
  }
  void bar(float x, float y, float w, float h) const {
    draw_->AddRectFilled(at(x, y), at(x + w, y + h), color_, unit_);
  }
  void triangle(float x, float y, float size) const {  // points right
    draw_->AddTriangleFilled(at(x, y - size), at(x + 1.55f * size, y), at(x, y + size), color_);
  }
  void dot(float x, float y, float radius) const {
    draw_->AddCircleFilled(at(x, y), radius * unit_, color_);
  }
  void ring(float x, float y, float radius) const {
    draw_->AddCircle(at(x, y), radius * unit_, color_, 0, stroke());
  }
  void arc(float x, float y, float radius, float from, float to) const {
    draw_->PathArcTo(at(x, y), radius * unit_, from, to);
    draw_->PathStroke(color_, 0, stroke());
  }
  void head(float x, float y, float angle) const {  // arrow head with its tip at x, y
    const auto corner = [&](float turn, float length) {
      return at(x + length * std::cos(angle + turn), y + length * std::sin(angle + turn));
    };
    draw_->AddTriangleFilled(corner(0, 2.2f), corner(2.2f, 3), corner(-2.2f, 3), color_);
  }

 private:
  ImDrawList* draw_;
  ImU32 color_;
  float unit_, left_, top_;
};

void draw_transport_icon(const Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::play:
      pen.triangle(4, 8, 5.4f);
      break;
    case Icon::pause:
      pen.bar(4, 3, 3, 10);
      pen.bar(9, 3, 3, 10);
      break;
    case Icon::step_instruction:  // one small mark
      pen.triangle(3.5f, 8, 4);
      pen.dot(12.2f, 8, 1.6f);
      break;
    case Icon::step_phase:  // up to the next mark
      pen.triangle(3, 8, 4);
      pen.bar(11.4f, 5.6f, 1.8f, 4.8f);
      break;
    case Icon::step_training:  // up to the next bar
      pen.triangle(3, 8, 4.4f);
      pen.bar(11, 3.5f, 2, 9);
      break;
    case Icon::step_engine_run:  // up to the end of the run
      pen.triangle(1.4f, 8, 4);
      pen.triangle(6.6f, 8, 4);
      pen.bar(13, 3.5f, 2, 9);
      break;
    case Icon::step_back:
      pen.triangle(13, 8, -4.4f);
      pen.bar(3, 3.5f, 2, 9);
      break;
    default:
      break;
  }
}

void draw_edit_icon(const Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::reset:
      pen.arc(8, 8.4f, 4.8f, -0.4f * kPi, 1.25f * kPi);
      pen.head(9.2f, 3.4f, kPi);
      break;
    case Icon::undo:
      pen.arc(8.4f, 9.6f, 3.6f, -0.5f * kPi, 0.55f * kPi);
      pen.line(4.5f, 6, 8.4f, 6);
      pen.head(4, 6, kPi);
      break;
    case Icon::redo:
      pen.arc(7.6f, 9.6f, 3.6f, 0.45f * kPi, 1.5f * kPi);
      pen.line(7.6f, 6, 11.5f, 6);
      pen.head(12, 6, 0);
      break;
    case Icon::minus:
      pen.line(4, 8, 12, 8);
      break;
    case Icon::plus:
      pen.line(4, 8, 12, 8);
      pen.line(8, 4, 8, 12);
      break;
    case Icon::close:
      pen.line(4.2f, 4.2f, 11.8f, 11.8f);
      pen.line(11.8f, 4.2f, 4.2f, 11.8f);
      break;
    default:
      break;
  }
}

void draw_page_icon(Ui& ui, const Pen& pen, Icon icon, ImU32 color) {
  switch (icon) {
    case Icon::sun:
      pen.ring(8, 8, 2.9f);
      for (int i = 0; i < 8; ++i) {
        const float angle = static_cast<float>(i) * kPi / 4;
        const float c = std::cos(angle);
        const float s = std::sin(angle);
        pen.line(8 + 4.9f * c, 8 + 4.9f * s, 8 + 6.6f * c, 8 + 6.6f * s);
      }
      break;
    case Icon::moon:
      pen.arc(8, 8, 5.2f, 0.02f * kPi, 1.48f * kPi);
      pen.arc(11, 5, 4.2f, 0.45f * kPi, 1.08f * kPi);
      break;
    case Icon::help:
      pen.ring(8, 8, 6.4f);
      pen.arc(8, 6.4f, 2, -kPi, 0.35f * kPi);
      pen.line(8, 8.2f, 8, 9.4f);
      pen.dot(8, 11.4f, 0.9f);
      break;
    case Icon::fit:
      pen.line(3, 3.5f, 3, 12.5f);
      pen.line(13, 3.5f, 13, 12.5f);
      pen.line(5.5f, 8, 10.5f, 8);
      pen.head(4.9f, 8, kPi);
      pen.head(11.1f, 8, 0);
      break;
    case Icon::folder: {
      const ImVec2 outline[] = {pen.at(2, 4),     pen.at(6.4f, 4), pen.at(8, 5.8f),
                                pen.at(14, 5.8f), pen.at(14, 13),  pen.at(2, 13)};
      ui.draw()->AddPolyline(outline, 6, color, ImDrawFlags_Closed, pen.stroke());
      break;
    }
    case Icon::link:
      pen.arc(5.6f, 10.4f, 3, 0.0f, 1.5f * kPi);
      pen.arc(10.4f, 5.6f, 3, -kPi, 0.5f * kPi);
      pen.line(6.4f, 9.6f, 9.6f, 6.4f);
      break;
    case Icon::chevron:
      pen.line(4.5f, 6.4f, 8, 9.8f);
      pen.line(8, 9.8f, 11.5f, 6.4f);
      break;
    case Icon::settings:
      pen.line(2.5f, 5, 13.5f, 5);
      pen.line(2.5f, 11, 13.5f, 11);
      pen.dot(6, 5, 2.2f);
      pen.dot(10.5f, 11, 2.2f);
      break;
    case Icon::grip:
      for (int i = 0; i < 6; ++i) {
        pen.dot(6 + 4 * static_cast<float>(i % 2), 4 + 4 * static_cast<float>(i / 2), 1.1f);
      }
      break;
    case Icon::book:
      for (const float side : {-1.0f, 1.0f}) {  // two pages beside the spine
        pen.line(8, 4.5f, 8 + 5.5f * side, 3.2f);
        pen.line(8 + 5.5f * side, 3.2f, 8 + 5.5f * side, 11.8f);
        pen.line(8 + 5.5f * side, 11.8f, 8, 13);
      }
      pen.line(8, 4.5f, 8, 13);
      break;
    case Icon::flag: {
      pen.line(4, 2.6f, 4, 13.6f);
      const ImVec2 cloth[] = {pen.at(4, 3.4f), pen.at(13, 3.4f), pen.at(10.4f, 6), pen.at(13, 8.6f),
                              pen.at(4, 8.6f)};
      ui.draw()->AddPolyline(cloth, 5, color, 0, pen.stroke());
      break;
    }
    case Icon::wall:
      pen.line(2, 3, 14, 3);
      pen.line(14, 3, 14, 10.5f);
      pen.line(14, 10.5f, 2, 10.5f);
      pen.line(2, 10.5f, 2, 3);
      pen.line(8, 10.5f, 8, 13.5f);
      pen.line(5, 13.5f, 11, 13.5f);
      break;
    case Icon::save:
      pen.line(8, 2.5f, 8, 8);
      pen.head(8, 10.5f, kPi / 2);
      pen.line(3, 10, 3, 13.5f);
      pen.line(3, 13.5f, 13, 13.5f);
      pen.line(13, 13.5f, 13, 10);
      break;
    case Icon::outfeed:
      pen.line(7, 4, 3.5f, 4);
      pen.line(3.5f, 4, 3.5f, 12);
      pen.line(3.5f, 12, 7, 12);
      pen.line(6.5f, 8, 11.5f, 8);
      pen.head(12.6f, 8, 0);
      break;
    default:
      break;
  }
}

}  // namespace

void draw_icon(Ui& ui, Icon icon, const Rect& area, ImU32 color) {
  const Pen pen(ui, area, color);
  draw_transport_icon(pen, icon);
  draw_edit_icon(pen, icon);
  draw_page_icon(ui, pen, icon, color);
}

}  // namespace pipette::app
