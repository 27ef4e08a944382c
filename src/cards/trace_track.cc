#include "cards/trace_track.h"

#include <algorithm>
#include <cmath>

#include "cards/run_color.h"
#include "core/format_quantity.h"
#include "core/item.h"
#include "render/span_batch.h"
#include "ui/fitting.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

constexpr float kMinimumWidth = 1;
constexpr float kLabelFrom = 26;  // narrower spans have no name
constexpr float kPointAt = 3;     // px by which the pointer may miss a thin span

struct Geometry {
  Rect plot;
  float pitch = 0;
  float row_height = 0;
  double per_us = 0;
};

float place(const Geometry& geometry, const TimeView& view, double time_us) {
  return geometry.plot.x + static_cast<float>((time_us - view.start_us) * geometry.per_us);
}

void draw_names(Ui& ui, const TraceModel& track, const TimeView& view, const Geometry& geometry) {
  const Theme& theme = ui.colors();
  const double shortest_us = static_cast<double>(kLabelFrom) / geometry.per_us;
  for (int row = 0; row < track.spans->rows(); ++row) {
    const auto [first, last] = track.spans->row_range(row, view.start_us, view.end_us);
    const float y = geometry.plot.y + static_cast<float>(row) * geometry.pitch;
    for (std::size_t i = first; (i = track.spans->next_lasting(i, last, shortest_us)) < last; ++i) {
      const render::SpanInput& span = track.spans->spans()[i];
      const float left = std::max(place(geometry, view, span.start_us), geometry.plot.x);
      const float right =
          std::min(place(geometry, view, span.start_us + span.duration_us), geometry.plot.right());
      if (right - left < kLabelFrom) continue;
      const auto activity = static_cast<Activity>(span.kind);
      const Rect place = {left + 5, y, right - left - 7, geometry.row_height};
      std::string name = track.text->name(span.tag);
      const std::size_t number = name.find('#');  // keeps the number, which tells engine runs apart
      if (number != std::string::npos)
        name = fitting(ui, {name, name.substr(number)}, place.w, sizes::kSmall, nullptr);
      text_in(ui, place, name, text_on(theme, activity_color(theme, activity)), sizes::kSmall);
    }
  }
}

void tooltip_line(Ui& ui, const char* name, const std::string& value) {
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ui.colors().text_dim), "%s", name);
  ImGui::SameLine(72);
  ImGui::PushFont(ui.fonts.mono, sizes::kText);
  ImGui::TextUnformatted(value.c_str());
  ImGui::PopFont();
}

void span_tooltip(Ui& ui, const render::SpanInput& span, const TraceText::Detail& detail) {
  begin_tooltip(ui);
  ImGui::PushFont(ui.fonts.strong, sizes::kText);
  ImGui::TextUnformatted(detail.name.c_str());
  ImGui::PopFont();
  const auto activity = static_cast<Activity>(span.kind);
  const std::string kind = theme::label_of(activity);
  if (kind != detail.name) tooltip_line(ui, "Kind", kind);
  tooltip_line(ui, "Time", format_time_us(span.duration_us));
  if (detail.cycles > 0) {
    tooltip_line(ui, "Cycles", format_count(static_cast<std::int64_t>(detail.cycles)));
  }
  if (detail.bytes > 0) tooltip_line(ui, "Bytes", format_bytes(detail.bytes));
  tooltip_line(ui, "Starts at", format_time_us(span.start_us));
  if (!detail.reason.empty()) {
    ImGui::Spacing();
    ImGui::TextUnformatted(detail.reason.c_str());
  }
  end_tooltip();
}

// The index of the span under the pointer, or -1; shows the span's tooltip.
std::ptrdiff_t point_at_span(Ui& ui, const TraceModel& track, const TimeView& view,
                             const Geometry& geometry) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!geometry.plot.contains(mouse.x, mouse.y) || !ImGui::IsWindowHovered() ||
      ImGui::IsMouseDragging(0)) {
    return -1;
  }
  const int row = static_cast<int>((mouse.y - geometry.plot.y) / geometry.pitch);
  const double time =
      view.start_us + static_cast<double>(mouse.x - geometry.plot.x) / geometry.per_us;
  const std::ptrdiff_t index =
      track.spans->at(row, time, static_cast<double>(kPointAt) / geometry.per_us);
  if (index < 0) return -1;
  const render::SpanInput& span = item(track.spans->spans(), index);
  span_tooltip(ui, span, track.text->detail(span.tag));
  return index;
}

void draw_labels(Ui& ui, const TraceModel& track, const Rect& area, const Geometry& geometry) {
  const Theme& theme = ui.colors();
  const ImU32 color = run_color(theme, track.run);
  ui.draw()->AddRectFilled({area.x, geometry.plot.y}, {area.x + 3, geometry.plot.bottom()}, color,
                           2);
  const float width = sizes::kTraceLabels - 16;
  for (std::size_t row = 0; row < track.rows.size(); ++row) {
    const Rect line = {area.x + 10, geometry.plot.y + static_cast<float>(row) * geometry.pitch,
                       width, geometry.row_height};
    if (track.rows[row].header) {
      text_in(ui, line, track.title, color, sizes::kSmall, ui.fonts.strong);
    } else {
      text_in(ui, line, track.rows[row].lane, theme.text_dim, sizes::kSmall);
    }
  }
}

}  // namespace

float track_height(const TraceModel& track) {
  return static_cast<float>(track.rows.size()) * (sizes::kTraceRow + sizes::kTraceRowGap);
}

Rect draw_track(Ui& ui, const TraceModel& track, const TimeView& view, Rect area) {
  const Theme& theme = ui.colors();
  Geometry geometry;
  geometry.plot = area;
  geometry.plot.cut_left(sizes::kTraceLabels);
  geometry.pitch = area.h / static_cast<float>(std::max<std::size_t>(1, track.rows.size()));
  geometry.row_height = geometry.pitch - sizes::kTraceRowGap;
  geometry.per_us = static_cast<double>(geometry.plot.w) / view.span_us();
  const Rect& plot = geometry.plot;
  ui.rects.publish(track.run == RunKind::on_device ? "traces/with" : "traces/without", plot);
  draw_labels(ui, track, area, geometry);

  const float left = std::clamp(place(geometry, view, 0), plot.x, plot.right());
  const float right = std::clamp(place(geometry, view, track.duration_us), plot.x, plot.right());
  for (std::size_t row = 0; row < track.rows.size(); ++row) {
    const float y = plot.y + static_cast<float>(row) * geometry.pitch;
    ui.draw()->AddRectFilled({left, y}, {right, y + geometry.row_height}, theme.track);
  }
  if (track.spans == nullptr || track.text == nullptr) return plot;

  const std::ptrdiff_t pointed = point_at_span(ui, track, view, geometry);
  ui.draw()->PushClipRect({plot.x, plot.y}, {plot.right(), plot.bottom()}, true);
  if (ui.display.draw_spans != nullptr) {
    render::SpanDraw what = {.batch = track.spans,
                             .left = plot.x,
                             .top = plot.y,
                             .right = plot.right(),
                             .row_pitch = geometry.pitch,
                             .row_height = geometry.row_height,
                             .view_start_us = view.start_us,
                             .pixels_per_us = geometry.per_us,
                             .minimum_width = kMinimumWidth,
                             .highlight = static_cast<int>(pointed)};
    ui.draw()->AddCallback(ui.display.draw_spans, &what, sizeof what);
    ui.draw()->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  }
  draw_names(ui, track, view, geometry);
  ui.draw()->PopClipRect();
  return plot;
}

}  // namespace pipette::app
