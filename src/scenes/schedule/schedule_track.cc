#include "scenes/schedule/schedule_track.h"

#include <algorithm>
#include <cmath>

#include "core/item.h"
#include "pipeline/slot_clock.h"
#include "scenes/schedule/machine_model.h"
#include "ui/widgets.h"

namespace pipette::app::schedule_scene {

using pipelining::ScheduleBox;

namespace {

constexpr float kNumberFrom = 13;  // narrower boxes carry no number
constexpr float kBarrierFrom = 5;  // px between two gold lines
constexpr float kMinimumWidth = 1;
constexpr float kNarrow = 3;  // boxes of a marked mini-batch are at least so wide

int digits(std::int32_t value) { return value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : 4; }

std::int32_t idle_between(const std::vector<pipelining::IdleSpan>& spans, double from, double to) {
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (static_cast<double>(spans[i].end) > from && static_cast<double>(spans[i].begin) < to) {
      return static_cast<std::int32_t>(i);
    }
  }
  return -1;
}

// A line from edge to edge, so that the numbers stay readable.
void draw_way(Ui& ui, const Rect& from, const Rect& to) {
  const ImVec2 start = {from.center_x(), from.center_y()};
  const ImVec2 way = {to.center_x() - start.x, to.center_y() - start.y};
  const auto out_of = [&](const Rect& place) {
    const float across = place.w / 2 / std::max(0.01f, std::fabs(way.x));
    const float down = place.h / 2 / std::max(0.01f, std::fabs(way.y));
    return std::min(across, down);
  };
  const float begin = out_of(from);
  const float end = 1 - out_of(to);
  if (end <= begin) return;
  ui.draw()->AddLine({start.x + way.x * begin, start.y + way.y * begin},
                     {start.x + way.x * end, start.y + way.y * end},
                     with_alpha(ui.colors().ink, 0.5f), 1.6f);
}

}  // namespace

ScheduleTrack::ScheduleTrack(const PipelinePicture& picture, Columns columns, const TimeView& view,
                             const Rect& area)
    : picture_(picture),
      info_(picture.info()),
      drawing_(picture.drawing(columns)),
      layout_(drawing_.layout()),
      view_(view),
      area_(area) {
  pitch_ = area.h / static_cast<float>(std::max(1, info_.table.num_rows()));
  height_ = pitch_ - std::min(3.0f, 0.16f * pitch_);
}

std::pair<int, int> ScheduleTrack::slots_in_sight() const {
  const int last = std::max(0, info_.table.num_slots() - 1);
  const auto slot = [&](double axis) {
    const double place = layout_.place_of_axis(info_.timing, axis);
    return std::clamp(static_cast<int>(std::floor(place)), 0, last);
  };
  return {slot(view_.start_us), slot(view_.end_us)};
}

ScheduleHit ScheduleTrack::hit(float px, float py) const {
  ScheduleHit hit;
  if (!area_.contains(px, py)) return hit;
  const double axis =
      view_.start_us + static_cast<double>((px - area_.x) / area_.w) * view_.span_us();
  if (axis < 0 || axis > layout_.end) return hit;
  hit.row = std::min(static_cast<int>((py - area_.y) / pitch_), info_.table.num_rows() - 1);
  const double place = layout_.place_of_axis(info_.timing, axis);
  hit.slot =
      std::clamp(static_cast<int>(std::floor(place)), 0, std::max(0, info_.table.num_slots() - 1));
  const double tolerance = 1.5 * view_.span_us() / static_cast<double>(area_.w);
  hit.span = drawing_.spans().at(hit.row, axis, tolerance);
  if (hit.span >= 0) {
    const std::uint32_t tag = item(drawing_.spans().spans(), hit.span).tag;
    hit.update = tag == ScheduleDrawing::kUpdateTag;
    if (!hit.update) hit.box = static_cast<std::ptrdiff_t>(tag);
    return hit;
  }
  const auto& idle = info_.timing.idle_of(hit.row);
  const double cycles = cycles_at(info_.timing, place);
  hit.idle = idle_between(idle, cycles, cycles + 1);
  if (hit.idle < 0 && layout_.columns == Columns::slots && place < slot_count(info_.timing)) {
    // Beside the boxes of a slot: any idle part of that slot.
    hit.idle = idle_between(idle, cycles_at(info_.timing, hit.slot),
                            cycles_at(info_.timing, hit.slot + pipelining::kProgramPart));
  }
  return hit;
}

void ScheduleTrack::draw_ground(Ui& ui) const {
  const ImU32 ground = activity_color(ui.colors(), Activity::idle);
  const float left = std::clamp(x(0), area_.x, area_.right());
  const float right = std::clamp(x(layout_.end), area_.x, area_.right());
  for (int row = 0; row < info_.table.num_rows(); ++row) {
    ui.draw()->AddRectFilled({left, row_y(row)}, {right, row_y(row) + height_}, ground, 2);
  }
}

void ScheduleTrack::draw_barriers(Ui& ui) const {
  const Theme& theme = ui.colors();
  if (layout_.barriers.empty()) return;
  const auto [first, last] = slots_in_sight();
  const auto barrier = [this](int slot) -> const pipelining::LaidOutBarrier& {
    return item(layout_.barriers, slot);
  };
  const float spacing = (x(barrier(last).begin) - x(barrier(first).begin)) /
                        static_cast<float>(std::max(1, last - first));
  if (last > first && spacing < kBarrierFrom) return;
  const float alpha = std::clamp((spacing - kBarrierFrom) / 12, 0.25f, 0.9f);
  const ImU32 gold = with_alpha(theme.sync_line, last > first ? alpha : 0.9f);
  const ImU32 copies = with_alpha(activity_color(theme, Activity::exchange), 0.55f);
  for (int slot = first; slot <= last; ++slot) {
    const float line = std::round(x(barrier(slot).begin));
    if (line < area_.x - 1 || line > area_.right() + 1) continue;
    const float end = x(barrier(slot).end);
    if (end - line >= 1.5f) {
      ui.draw()->AddRectFilled({line, area_.y}, {end, area_.bottom()}, copies);
    }
    ui.draw()->AddLine({line, area_.y - 3}, {line, area_.bottom()}, gold, 1);
  }
}

void ScheduleTrack::draw_spans(Ui& ui, const Marks& marks) const {
  if (ui.display.draw_spans == nullptr) return;
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
  ui.draw()->AddCallback(ui.display.draw_spans, &what, sizeof what);
  ui.draw()->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

// Transfers by I/O tiles in parallel with the boxes: a strip along the foot of the row.
void ScheduleTrack::draw_transfers(Ui& ui) const {
  if (layout_.transfers.empty() || height_ < 10) return;
  const ImU32 color = activity_color(ui.colors(), Activity::stream_mid);
  const auto [first_slot, last_slot] = slots_in_sight();
  const int slots = last_slot - first_slot + 1;
  if (slots > 1 && area_.w / static_cast<float>(slots) < kBarrierFrom) return;
  const auto first = item(info_.table.transfer_begin, first_slot);
  const auto last = item(info_.table.transfer_begin, last_slot + 1);
  for (std::int32_t i = first; i < last; ++i) {
    const pipelining::LaidOutTransfer& transfer = item(layout_.transfers, i);
    const float foot = row_y(transfer.row) + height_;
    const float left = x(transfer.begin) + 1, right = x(transfer.end) - 1;
    ui.draw()->AddRectFilled({left, foot - 4}, {std::max(right, left + 1), foot - 1}, color, 1);
  }
}

// Marks boxes that read digits and labels or write losses, and those that repeat a forward pass.
void ScheduleTrack::draw_mark(Ui& ui, const ScheduleBox& box, const Rect& place) const {
  const int last_stage = info_.table.num_stages - 1;
  const bool streams = !info_.table.overlapped_io && letter_of(box) == 'F' &&
                       (box.stage == 0 || box.stage == last_stage);
  const bool again = box.backward && picture_.recomputes_within();
  if (!streams && !again) return;
  const Activity kind = streams ? Activity::stream_mid : Activity::forward;
  ui.draw()->AddRectFilled({place.x + 2, place.bottom() - 3},
                           {place.right() - 2, place.bottom() - 1},
                           activity_color(ui.colors(), kind), 1);
}

void ScheduleTrack::draw_numbers(Ui& ui, const Marks& marks) const {
  const Theme& theme = ui.colors();
  const float size = height_ >= 17 ? sizes::kSmall : sizes::kTiny;
  if (height_ < 10) return;
  const float digit = text_width(ui, "8", size) / size;  // for a font size of 1
  const auto widest = static_cast<float>(digits(info_.table.num_mini_batches));
  const float least = sizes::kTiny / ui.display.zoom, margin = 2 / ui.display.zoom;
  const render::SpanBatch& spans = drawing_.spans();
  const double shortest =
      static_cast<double>(kNumberFrom / ui.display.zoom / area_.w) * view_.span_us();
  for (int row = 0; row < spans.rows(); ++row) {
    const auto [first, last] = spans.row_range(row, view_.start_us, view_.end_us);
    for (std::size_t i = first; (i = spans.next_lasting(i, last, shortest)) < last; ++i) {
      const render::SpanInput& span = spans.spans()[i];
      const float left = x(span.start_us);
      const float right = x(span.start_us + span.duration_us);
      const Rect place = {left, row_y(row), right - left, height_};
      const ImU32 color = text_on(theme, activity_color(theme, static_cast<Activity>(span.kind)));
      if (span.tag == ScheduleDrawing::kUpdateTag) {
        const char* label = place.w > 86   ? theme::label_of(Activity::update)
                            : place.w > 40 ? "Update"
                                           : "";
        text_in(ui, place, label, color, sizes::kTiny, nullptr, Align::center);
        continue;
      }
      const ScheduleBox& box = info_.table.boxes[span.tag];
      const std::int32_t number = layout_.boxes[span.tag].number;
      // Smaller in narrow boxes, and of one size throughout a row.
      const float fitting = std::max(least, (place.w - margin) / (widest * digit));
      const float used = std::min(size, fitting);
      if (static_cast<float>(digits(number)) * digit * used + margin > place.w) continue;
      if (height_ >= 17) draw_mark(ui, box, place);
      const bool pale = marks.mini_batch >= 0 && marks.mini_batch != box.mini_batch;
      text_in(ui, place, std::to_string(number), pale ? theme.text_dim : color, used,
              marks.mini_batch == box.mini_batch ? ui.fonts.strong : nullptr, Align::center);
    }
  }
}

void ScheduleTrack::draw_path(Ui& ui, int mini_batch) const {
  const Theme& theme = ui.colors();
  std::vector<Rect> before;  // of the previous program
  std::vector<Rect> places;
  for (int program = 0; program < info_.table.num_programs(); ++program) {
    places.clear();
    for (const ScheduleBox& box : boxes_of(info_, program, mini_batch)) {
      const auto index = static_cast<std::size_t>(&box - info_.table.boxes.data());
      const pipelining::LaidOutBox& at = layout_.boxes[index];
      places.push_back({x(at.begin), row_y(at.row), x(at.end) - x(at.begin), height_});
      Rect& place = places.back();
      if (place.w >= kNarrow) continue;  // else it may be merged with others, which are pale
      place.x -= (kNarrow - place.w) / 2;
      place.w = kNarrow;
      fill_rect(ui, place, activity_color(theme, at.activity));
    }
    for (const Rect& from : before) {
      for (const Rect& to : places) draw_way(ui, from, to);
    }
    before.swap(places);
  }
}

void ScheduleTrack::draw(Ui& ui, const Marks& marks) const {
  const Theme& theme = ui.colors();
  ui.draw()->PushClipRect({area_.x, area_.y - 4}, {area_.right(), area_.bottom() + 2}, true);
  draw_ground(ui);
  if (marks.place >= 0 && layout_.columns == Columns::slots) {
    const double slots = slot_count(info_.timing);
    const pipelining::AxisSpan at = marks.place >= slots
                                        ? pipelining::AxisSpan{slots, layout_.end}
                                        : layout_.slots[static_cast<std::size_t>(marks.place)];
    ui.draw()->AddRectFilled({x(at.begin), area_.y - 3}, {x(at.end), area_.bottom()},
                             with_alpha(theme.ink, 0.09f));
  }
  draw_barriers(ui);
  draw_spans(ui, marks);
  if (marks.mini_batch >= 0) draw_path(ui, marks.mini_batch);
  draw_numbers(ui, marks);
  draw_transfers(ui);
  ui.draw()->PopClipRect();
}

void ScheduleTrack::draw_labels(Ui& ui, float width, bool with_stages) const {
  const Theme& theme = ui.colors();
  const int rows = info_.table.num_rows();
  const int every = std::max(1, static_cast<int>(std::ceil(12 / pitch_)));
  for (int row = 0; row < rows; row += every) {
    const pipelining::LaidOutRow& at = item(layout_.rows, row);
    Rect line = {area_.x - width, row_y(row), width - 8, std::max(height_, 11.0f)};
    const float size = height_ >= 17 ? sizes::kSmall : sizes::kTiny;
    text_in(ui, line.cut_left(44), at.name(), theme.text, size, ui.fonts.strong);
    if (!with_stages) continue;
    std::vector<std::string> stages;
    for (const int stage : at.stages) {
      stages.push_back(item(info_.stages, stage).name);
    }
    // Stacked if there is room.
    if (stages.size() > 1 && line.h >= 12 * static_cast<float>(stages.size())) {
      line = {line.x, line.center_y() - 6 * static_cast<float>(stages.size()), line.w, 12};
      for (const std::string& stage : stages) {
        text_in(ui, line, stage, theme.text_dim, sizes::kTiny);
        line.y += 12;
      }
      continue;
    }
    std::string all;
    for (const std::string& stage : stages) all += (all.empty() ? "" : " + ") + stage;
    text_in(ui, line, all, theme.text_dim, sizes::kTiny);
  }
}

}  // namespace pipette::app::schedule_scene
