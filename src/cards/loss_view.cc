#include "cards/loss_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "cards/run_color.h"
#include "core/format_quantity.h"
#include "core/item.h"
#include "ui/fitting.h"
#include "ui/format.h"
#include "ui/plot_math.h"
#include "ui/time_axis.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

using Points = std::vector<LossCurve::Point>;

ImU32 series_color(const Theme& theme, const LossModel::Series& series) {
  return series.before ? with_alpha(theme.text_dim, 0.45f) : run_color(theme, series.run);
}

struct Plot {
  Rect area;
  Range range;
  double end = 1;  // right edge, in steps or seconds
  bool log_scale = false;
  bool over_time = false;

  float x(double position) const { return area.x + static_cast<float>(position / end) * area.w; }
  float y(double value) const {
    const double unit = std::clamp(to_unit(value, range, log_scale), -0.05, 1.05);
    return area.bottom() - static_cast<float>(unit) * area.h;
  }
  double position(const LossCurve::Point& point) const {
    return over_time ? point.seconds : static_cast<double>(point.step);
  }
};

void draw_grid(Ui& ui, const Plot& plot) {
  const Theme& theme = ui.colors();
  const int rows = std::max(2, static_cast<int>(plot.area.h / 30));
  for (const double tick : value_ticks(plot.range, plot.log_scale, rows)) {
    const float y = plot.y(tick);
    if (y < plot.area.y - 1 || y > plot.area.bottom() + 1) continue;
    ui.draw()->AddLine({plot.area.x, y}, {plot.area.right(), y}, theme.grid);
    text_in(ui, {plot.area.x - 38, y - 8, 32, 16}, format_tick(tick), theme.text_dim, sizes::kTiny,
            ui.fonts.mono, Align::right);
  }
  const int columns = std::max(2, static_cast<int>(plot.area.w / 80));
  for (const double tick : ticks(0, plot.end, columns)) {
    if (!plot.over_time && tick != std::floor(tick)) continue;  // there are no half steps
    const float x = plot.x(tick);
    const std::string label = plot.over_time ? format_number(tick, 3) + " s"
                                             : format_count(static_cast<std::int64_t>(tick));
    const float width = text_width(ui, label, sizes::kTiny, ui.fonts.mono);
    ui.draw()->AddLine({x, plot.area.bottom()}, {x, plot.area.bottom() + 3}, theme.line);
    text(ui, std::clamp(x - width / 2, plot.area.x - 10, plot.area.right() - width),
         plot.area.bottom() + 5, label, theme.text_dim, sizes::kTiny, ui.fonts.mono);
  }
}

// For few enough points to join one by one.
void draw_raw_line(Ui& ui, const Plot& plot, const Points& points, ImU32 color) {
  for (const LossCurve::Point& point : points) {
    if (point.empty) continue;
    ui.draw()->PathLineTo({plot.x(plot.position(point)), plot.y(static_cast<double>(point.low))});
  }
  ui.draw()->PathStroke(color, 0, 1.2f);
}

struct Column {
  float low = 0, high = 0;
  bool empty = true;
};

// The lowest and highest loss of each pixel.
std::vector<Column> columns_of(const Plot& plot, const Points& points) {
  std::vector<Column> columns(static_cast<std::size_t>(std::max(1.0f, plot.area.w)));
  for (const LossCurve::Point& point : points) {
    if (point.empty) continue;
    const double at = plot.position(point) / plot.end * static_cast<double>(columns.size());
    Column& column = item(columns, std::min(static_cast<std::size_t>(at), columns.size() - 1));
    column.low = column.empty ? point.low : std::min(column.low, point.low);
    column.high = column.empty ? point.high : std::max(column.high, point.high);
    column.empty = false;
  }
  return columns;
}

// The raw curve, in a pale colour.
void draw_raw(Ui& ui, const Plot& plot, const Points& points, ImU32 color) {
  const std::vector<Column> columns = columns_of(plot, points);
  float last_top = 0;
  float last_bottom = 0;
  bool joined_up = false;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].empty) continue;
    const float x = plot.area.x + static_cast<float>(i);
    float top = plot.y(static_cast<double>(columns[i].high));
    float bottom = std::max(plot.y(static_cast<double>(columns[i].low)), top + 1);
    if (joined_up) {  // each column touches the previous one
      top = std::min(top, last_bottom);
      bottom = std::max(bottom, last_top);
    }
    ui.draw()->AddRectFilled({x, top}, {x + 1, bottom}, color);
    last_top = top;
    last_bottom = bottom;
    joined_up = true;
  }
}

void draw_smooth(Ui& ui, const Plot& plot, const Points& points, int notch, ImU32 color) {
  const auto known = [&](const LossCurve::Point& point) {
    return std::isfinite(item(point.smooth, notch));
  };
  if (!known(points.back())) return;
  const auto at = [&](const LossCurve::Point& point) {
    return ImVec2(plot.x(plot.position(point)),
                  plot.y(static_cast<double>(item(point.smooth, notch))));
  };
  const std::size_t stride = std::max<std::size_t>(
      1, points.size() / static_cast<std::size_t>(std::max(1.0f, plot.area.w)));
  ImDrawList* draw = ui.draw();
  for (std::size_t i = 0; i < points.size(); i += stride) {
    if (known(points[i])) draw->PathLineTo(at(points[i]));
  }
  draw->PathLineTo(at(points.back()));
  draw->PathStroke(color, 0, 2);
  draw->AddCircleFilled(at(points.back()), 3.5f, color);
}

// The range of a loss that is no longer kept.
std::string range_of(const LossCurve::Point& point) {
  return format_number(static_cast<double>(point.low)) + " to " +
         format_number(static_cast<double>(point.high));
}

// The point at a position, or null past the end of the curve.
const LossCurve::Point* point_at(const Plot& plot, const Points& points, double at) {
  if (plot.position(points.back()) < at - 0.01 * plot.end) return nullptr;
  const auto found = std::partition_point(
      points.begin(), points.end(),
      [&](const LossCurve::Point& point) { return plot.position(point) < at; });
  return found == points.end() ? &points.back() : &*found;
}

void draw_pointer(Ui& ui, const Plot& plot, const LossModel& model, int notch) {
  invisible_button("loss/plot", plot.area);
  ui.rects.publish("loss/plot", plot.area, Claim::horizontal);
  if (!ImGui::IsItemHovered() && !ImGui::IsItemActive()) return;
  const Theme& theme = ui.colors();
  const float mouse = std::clamp(ImGui::GetIO().MousePos.x, plot.area.x, plot.area.right());
  const double at = static_cast<double>((mouse - plot.area.x) / plot.area.w) * plot.end;
  ui.draw()->AddLine({mouse, plot.area.y}, {mouse, plot.area.bottom()}, theme.line);
  begin_tooltip(ui);
  ImGui::PushFont(ui.fonts.strong, sizes::kText);
  const std::string where = plot.over_time ? format_time_us(at * 1e6) + " modelled"
                                           : (model.updates ? "Mini-batch " : "Step ") +
                                                 format_count(std::llround(std::max(1.0, at)));
  ImGui::TextUnformatted(where.c_str());
  ImGui::PopFont();
  for (const LossModel::Series& series : model.series) {
    if (series.empty()) continue;
    const LossCurve::Point* const point = point_at(plot, series.curve->points(), at);
    if (point == nullptr) continue;
    // If every step has a loss, a step's loss can be found within a point too.
    const bool each_step = !plot.over_time && point->step == point->end;
    const std::int64_t loss =
        each_step ? std::min<std::int64_t>(point->end, std::llround(at)) : point->end;
    const auto number = static_cast<std::size_t>(std::max<std::int64_t>(loss, 1) - 1);
    const bool kept = number >= series.losses->first() && number < series.losses->size();
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(series_color(theme, series)), "%s",
                       series.title.c_str());
    ImGui::SameLine(92);
    ImGui::PushFont(ui.fonts.mono, sizes::kText);
    ImGui::Text("%s  (%s)",
                kept ? format_number(static_cast<double>((*series.losses)[number])).c_str()
                     : range_of(*point).c_str(),
                format_number(static_cast<double>(item(point->smooth, notch))).c_str());
    ImGui::PopFont();
  }
  end_tooltip();
}

Plot make_plot(const LossModel& model, const LossViewState& state, const Rect& area) {
  Plot plot;
  plot.area = area;
  plot.log_scale = state.log_scale;
  plot.over_time = state.over_time;
  plot.end = 1;
  bool first = true;
  for (const LossModel::Series& series : model.series) {
    if (series.empty()) continue;
    const Range range = value_range(series.curve->extremes(state.log_scale), state.log_scale);
    plot.range = first ? range : joined(plot.range, range);
    first = false;
    plot.end = std::max(plot.end * (state.over_time && plot.end == 1 ? 0.0 : 1.0),
                        plot.position(series.curve->points().back()));
  }
  return plot;
}

void draw_controls(Ui& ui, bool updates, LossViewState* state, Rect header, bool narrow) {
  const Rect scale =
      header.cut_right(segmented_width(ui, {"Log", "Linear"}), narrow ? 0.0f : 2.0f).inset(0, -1);
  state->log_scale =
      segmented(ui, "loss/scale", scale, {"Log", "Linear"}, state->log_scale ? 0 : 1) == 0;
  std::vector<std::string> counted = {"Steps", "Time"};
  for (const char* word : {"Mini-batches", "Batches", "Losses"}) {  // the longest that fits
    if (!updates) break;
    counted[0] = word;
    if (segmented_width(ui, counted) <= header.w) break;
  }
  const Rect axis = header.cut_right(segmented_width(ui, counted), 6).inset(0, -1);
  state->over_time = segmented(ui, "loss/axis", axis, counted, state->over_time ? 1 : 0) == 1;
  if (narrow || header.w < 60) return;
  const Rect slider = header.cut_right(std::min(86.0f, header.w));
  state->smoothing =
      notch_slider(ui, "loss/smoothing", slider, static_cast<int>(LossCurve::kSmoothing.size()),
                   state->smoothing, "Smoothing of the strong line");
}

}  // namespace

void draw_loss(Ui& ui, const LossModel& model, LossViewState* state, const Rect& area) {
  const Theme& theme = ui.colors();
  Rect header;
  Rect content = card(ui, "loss", area, "Loss", &header);
  draw_controls(ui, model.updates, state, header, area.w < 330);
  content.cut_left(38);
  content.cut_bottom(18);
  content.cut_top(2);
  const Plot plot = make_plot(model, *state, content);
  const bool empty = std::all_of(model.series.begin(), model.series.end(),
                                 [](const auto& series) { return series.empty(); });
  if (empty) {
    if (text_width(ui, model.empty) <= content.w) {
      text_in(ui, content, model.empty, theme.text_dim, sizes::kText, nullptr, Align::center);
    } else {
      text_wrapped(ui, content.inset(0, 0.3f * content.h), model.empty, theme.text_dim);
    }
    return;
  }
  draw_grid(ui, plot);
  ui.draw()->PushClipRect({content.x, content.y - 2}, {content.right() + 5, content.bottom() + 1},
                          true);
  for (const LossModel::Series& series : model.series) {
    if (series.empty() || series.before || state->smoothing == 0) continue;
    const Points& points = series.curve->points();
    const ImU32 color = run_color(theme, series.run);
    if (series.curve->losses_per_point() == 1 &&
        points.size() < static_cast<std::size_t>(plot.area.w)) {
      draw_raw_line(ui, plot, points, with_alpha(color, 0.35f));
    } else {
      draw_raw(ui, plot, points, with_alpha(color, 0.22f));
    }
  }
  for (auto series = model.series.rbegin(); series != model.series.rend(); ++series) {
    if (series->empty()) continue;
    draw_smooth(ui, plot, series->curve->points(), state->smoothing, series_color(theme, *series));
  }
  ui.draw()->PopClipRect();
  float x = content.right();
  for (std::size_t i = model.series.size(); i-- > 0;) {
    const std::string& name = model.series[i].title;
    x -= text_width(ui, name, sizes::kSmall) + 14;
    legend_item(ui, x, content.y + 8, series_color(theme, model.series[i]), name);
    x -= 12;
  }
  draw_pointer(ui, plot, model, state->smoothing);
}

void draw_accuracy(Ui& ui, const AccuracyCurve& model, const std::string& steps, const Rect& area) {
  const Theme& theme = ui.colors();
  Rect content = card(ui, "accuracy", area, "Accuracy");
  const bool known = !model.points.empty();
  const Rect figure = content.cut_top(30);
  text_in(ui, figure,
          known ? format_percent(static_cast<double>(model.points.back().accuracy)) : "–",
          theme.text, sizes::kFigure, ui.fonts.strong);
  const std::string where =
      "of " + format_count(model.test_digits) + " test " + model.classes->several;
  text_in(ui, content.cut_top(18, 10), known ? where : "Not measured yet", theme.text_dim,
          sizes::kSmall);
  if (!known || content.h < 24) return;
  Rect plot = content;
  plot.cut_bottom(16);
  const Rect scale = plot.cut_left(text_width(ui, "100 %", sizes::kTiny, ui.fonts.mono), 6);
  const double end = static_cast<double>(std::max<std::int64_t>(model.points.back().step, 1));
  const auto at = [&](const AccuracyCurve::Point& point) {
    return ImVec2(plot.x + static_cast<float>(static_cast<double>(point.step) / end) * plot.w,
                  plot.bottom() - point.accuracy * plot.h);
  };
  for (const float level : {0.0f, 0.5f, 1.0f}) {
    const float y = plot.bottom() - level * plot.h;
    ui.draw()->AddLine({plot.x, y}, {plot.right(), y}, theme.grid);
    if (level == 0.5f && plot.h < 36) continue;
    text_in(ui, {scale.x, y - 7, scale.w, 14},
            format_fixed(100 * static_cast<double>(level), 0) + " %", theme.text_dim, sizes::kTiny,
            ui.fonts.mono, Align::right);
  }
  for (const AccuracyCurve::Point& point : model.points) ui.draw()->PathLineTo(at(point));
  ui.draw()->PathStroke(theme.good, 0, 2);
  ui.draw()->AddCircleFilled(at(model.points.back()), 3.5f, theme.good);
  const Rect labels = {plot.x, plot.bottom() + 3, plot.w, 13};
  text_in(ui, labels, "0", theme.text_dim, sizes::kTiny, ui.fonts.mono);
  const std::string last = format_count(model.points.back().step);
  const std::string unit = last == "1" ? steps.substr(0, steps.size() - 1) : steps;
  const float room = labels.w - text_width(ui, "0 ", sizes::kTiny, ui.fonts.mono);
  text_in(ui, labels, fitting(ui, {last + " " + unit, last}, room, sizes::kTiny, ui.fonts.mono),
          theme.text_dim, sizes::kTiny, ui.fonts.mono, Align::right);
}

}  // namespace pipette::app
