#include "app/schedule_track.h"

#include <algorithm>
#include <cmath>

#include "app/slot_clock.h"
#include "app/widgets.h"

namespace pipette::app {

using pipelining::ScheduleBox;

namespace {

constexpr float kNumberFrom = 13;  // narrower boxes carry no number
constexpr float kBarrierFrom = 5;  // px between two gold lines
constexpr float kMinimumWidth = 1;

int digits(std::int32_t value) { return value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : 4; }

std::int32_t idle_between(const std::vector<pipelining::IdleSpan>& spans, double from, double to) {
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (static_cast<double>(spans[i].end) > from && static_cast<double>(spans[i].begin) < to) {
      return static_cast<std::int32_t>(i);
    }
  }
  return -1;
}

}  // namespace

ScheduleTrack::ScheduleTrack(const PipelinePicture& picture, Columns columns, const TimeView& view,
                             const Rect& area)
    : picture_(picture),
      info_(picture.info()),
      drawing_(picture.drawing(columns)),
      view_(view),
      area_(area) {
  pitch_ = area.h / static_cast<float>(std::max(1, info_.table.num_rows()));
  height_ = pitch_ - std::min(3.0f, 0.16f * pitch_);
}

std::pair<int, int> ScheduleTrack::slots_in_sight() const {
  const int last = std::max(0, info_.table.num_slots() - 1);
  const auto slot = [&](double axis) {
    const double place = drawing_.place_of_axis(info_.timing, axis);
    return std::clamp(static_cast<int>(std::floor(place)), 0, last);
  };
  return {slot(view_.start_us), slot(view_.end_us)};
}

ScheduleHit ScheduleTrack::hit(float px, float py) const {
  ScheduleHit hit;
  if (!area_.contains(px, py)) return hit;
  const double axis =
      view_.start_us + static_cast<double>((px - area_.x) / area_.w) * view_.span_us();
  if (axis < 0 || axis > drawing_.end()) return hit;
  hit.row = std::min(static_cast<int>((py - area_.y) / pitch_), info_.table.num_rows() - 1);
  const double place = drawing_.place_of_axis(info_.timing, axis);
  hit.slot =
      std::clamp(static_cast<int>(std::floor(place)), 0, std::max(0, info_.table.num_slots() - 1));
  const double tolerance = 1.5 * view_.span_us() / static_cast<double>(area_.w);
  hit.span = drawing_.spans().at(hit.row, axis, tolerance);
  if (hit.span >= 0) {
    const std::uint32_t tag = drawing_.spans().spans()[static_cast<std::size_t>(hit.span)].tag;
    hit.update = tag == ScheduleDrawing::kUpdateTag;
    if (!hit.update) hit.box = static_cast<std::ptrdiff_t>(tag);
    return hit;
  }
  const auto& idle = info_.timing.idle_of(hit.row);
  const double cycles = cycles_at(info_.timing, place);
  hit.idle = idle_between(idle, cycles, cycles + 1);
  if (hit.idle < 0 && drawing_.columns() == Columns::kSlots && place < slot_count(info_.timing)) {
    // Beside the boxes of a slot: its idle part, wherever in the slot that is.
    hit.idle = idle_between(idle, cycles_at(info_.timing, hit.slot),
                            cycles_at(info_.timing, hit.slot + kProgramPart));
  }
  return hit;
}

void ScheduleTrack::draw_ground(Ui& ui) const {
  const ImU32 ground = activity_color(ui.colors(), Activity::kIdle);
  const float left = std::clamp(x(0), area_.x, area_.right());
  const float right = std::clamp(x(drawing_.end()), area_.x, area_.right());
  for (int row = 0; row < info_.table.num_rows(); ++row) {
    ui.draw()->AddRectFilled({left, row_y(row)}, {right, row_y(row) + height_}, ground, 2);
  }
}

void ScheduleTrack::draw_barriers(Ui& ui) const {
  const Theme& theme = ui.colors();
  const auto [first, last] = slots_in_sight();
  const float spacing =
      (x(drawing_.barrier(info_.timing, last)) - x(drawing_.barrier(info_.timing, first))) /
      static_cast<float>(std::max(1, last - first));
  if (info_.table.num_rows() < 2 || (last > first && spacing < kBarrierFrom)) return;
  const float alpha = std::clamp((spacing - kBarrierFrom) / 12, 0.25f, 0.9f);
  const ImU32 gold = with_alpha(theme.sync_line, last > first ? alpha : 0.9f);
  const ImU32 copies = with_alpha(activity_color(theme, Activity::kExchange), 0.55f);
  for (int slot = first; slot <= last; ++slot) {
    const float line = std::round(x(drawing_.barrier(info_.timing, slot)));
    if (line < area_.x - 1 || line > area_.right() + 1) continue;
    if (drawing_.columns() == Columns::kCycles) {
      const float end =
          x(static_cast<double>(info_.timing.slot_begin[static_cast<std::size_t>(slot) + 1]));
      if (end - line >= 1.5f) {
        ui.draw()->AddRectFilled({line, area_.y}, {end, area_.bottom()}, copies);
      }
    }
    ui.draw()->AddLine({line, area_.y - 3}, {line, area_.bottom()}, gold, 1);
  }
}

void ScheduleTrack::draw_spans(Ui& ui, const Marks& marks) const {
  if (ui.draw_spans == nullptr) return;
  const double per_unit = static_cast<double>(area_.w) / view_.span_us();
  render::SpanDraw what = {.batch = &drawing_.spans(),
                           .left = area_.x,
                           .top = area_.y,
                           .right = area_.right(),
                           .row_pitch = pitch_,
                           .row_height = height_,
                           .view_start_us = view_.start_us,
                           .pixels_per_us = per_unit,
                           .minimum_width = kMinimumWidth,
                           .highlight = static_cast<int>(marks.span),
                           .group = marks.mini_batch < 0 ? -1 : marks.mini_batch & 0xffff,
                           .pale = ui.colors().card,
                           .radius = std::min(3.5f, 0.2f * height_)};
  ui.draw()->AddCallback(ui.draw_spans, &what, sizeof what);
  ui.draw()->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

// Digits and labels that come in, losses that go out; a forward pass that is run again.
void ScheduleTrack::draw_mark(Ui& ui, const ScheduleBox& box, const Rect& place) const {
  const int last_stage = info_.table.num_stages - 1;
  const bool streams = !box.backward && (box.stage == 0 || box.stage == last_stage);
  const bool again = box.backward && picture_.recomputes();
  if (!streams && !again) return;
  const Activity kind = streams ? Activity::kStreamMid : Activity::kForward;
  ui.draw()->AddRectFilled({place.x + 2, place.bottom() - 3},
                           {place.right() - 2, place.bottom() - 1},
                           activity_color(ui.colors(), kind), 1);
}

void ScheduleTrack::draw_numbers(Ui& ui, const Marks& marks) const {
  const Theme& theme = ui.colors();
  const float size = height_ >= 17 ? sizes::kSmall : sizes::kTiny;
  if (height_ < 10) return;
  const float digit = text_width(ui, "8", size);
  for (int row = 0; row < drawing_.spans().rows(); ++row) {
    const auto [first, last] = drawing_.spans().row_range(row, view_.start_us, view_.end_us);
    for (std::size_t i = first; i < last; ++i) {
      const render::SpanInput& span = drawing_.spans().spans()[i];
      const float left = x(span.start_us);
      const float right = x(span.start_us + span.duration_us);
      if (right - left < kNumberFrom) continue;
      const Rect place = {left, row_y(row), right - left, height_};
      const ImU32 color = text_on(theme, activity_color(theme, static_cast<Activity>(span.kind)));
      if (span.tag == ScheduleDrawing::kUpdateTag) {
        const char* label = place.w > 86 ? "Weight update" : place.w > 40 ? "Update" : "";
        text_in(ui, place, label, color, sizes::kTiny, nullptr, Align::kCenter);
        continue;
      }
      const ScheduleBox& box = info_.table.boxes[span.tag];
      if (static_cast<float>(digits(box.mini_batch + 1)) * digit + 2 > place.w) continue;
      if (height_ >= 17) draw_mark(ui, box, place);
      const bool pale = marks.mini_batch >= 0 && marks.mini_batch != box.mini_batch;
      text_in(ui, place, std::to_string(box.mini_batch + 1), pale ? theme.text_dim : color, size,
              marks.mini_batch == box.mini_batch ? ui.fonts.strong : nullptr, Align::kCenter);
    }
  }
}

void ScheduleTrack::draw_path(Ui& ui, int mini_batch) const {
  const Theme& theme = ui.colors();
  std::vector<ImVec2> points;
  std::vector<float> half_widths;
  for (int program = 0; program < info_.table.num_programs(); ++program) {
    const bool backward = program >= info_.table.num_stages;
    const int stage = backward ? info_.table.num_programs() - 1 - program : program;
    const auto index = static_cast<std::size_t>(info_.table.find(stage, backward, mini_batch));
    const auto [begin, end] = drawing_.box(index);
    points.push_back({x((begin + end) / 2), row_y(info_.table.boxes[index].row) + height_ / 2});
    half_widths.push_back((x(end) - x(begin)) / 2);
  }
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    // From edge to edge, so that the numbers stay readable.
    const ImVec2 way = {points[i + 1].x - points[i].x, points[i + 1].y - points[i].y};
    const auto out_of = [&](std::size_t at) {
      const float across = half_widths[at] / std::max(0.01f, std::fabs(way.x));
      const float down = height_ / 2 / std::max(0.01f, std::fabs(way.y));
      return std::min(across, down);
    };
    const float from = out_of(i);
    const float to = 1 - out_of(i + 1);
    if (to <= from) continue;
    ui.draw()->AddLine({points[i].x + way.x * from, points[i].y + way.y * from},
                       {points[i].x + way.x * to, points[i].y + way.y * to},
                       with_alpha(theme.ink, 0.5f), 1.6f);
  }
}

void ScheduleTrack::draw(Ui& ui, const Marks& marks) const {
  const Theme& theme = ui.colors();
  ui.draw()->PushClipRect({area_.x, area_.y - 4}, {area_.right(), area_.bottom() + 2}, true);
  draw_ground(ui);
  if (marks.place >= 0 && drawing_.columns() == Columns::kSlots) {
    const double slots = slot_count(info_.timing);
    const bool update = marks.place >= slots;
    const double begin = update ? slots : std::floor(marks.place);
    const double end = update ? drawing_.end() : begin + 1;
    ui.draw()->AddRectFilled({x(begin), area_.y - 3}, {x(end), area_.bottom()},
                             with_alpha(theme.ink, 0.09f));
  }
  draw_barriers(ui);
  draw_spans(ui, marks);
  if (marks.mini_batch >= 0) draw_path(ui, marks.mini_batch);
  draw_numbers(ui, marks);
  ui.draw()->PopClipRect();
}

void ScheduleTrack::draw_labels(Ui& ui, float width, bool with_stages) const {
  const Theme& theme = ui.colors();
  const int rows = info_.table.num_rows();
  const int every = std::max(1, static_cast<int>(std::ceil(12 / pitch_)));
  for (int row = 0; row < rows; row += every) {
    const int ipu = info_.table.devices[static_cast<std::size_t>(row)];
    Rect line = {area_.x - width, row_y(row), width - 8, std::max(height_, 11.0f)};
    const std::string name = "IPU " + std::to_string(ipu);
    const float size = height_ >= 17 ? sizes::kSmall : sizes::kTiny;
    text_in(ui, line.cut_left(44), name, theme.text, size, ui.fonts.strong);
    if (!with_stages) continue;
    std::string stages;
    for (std::size_t stage = 0; stage < info_.stages.size(); ++stage) {
      const auto& ipus = info_.stages[stage].ipus;
      if (std::find(ipus.begin(), ipus.end(), ipu) == ipus.end()) continue;
      stages += (stages.empty() ? "" : " + ") + info_.stages[stage].name;
    }
    text_in(ui, line, stages, theme.text_dim, sizes::kTiny);
  }
}

}  // namespace pipette::app
