#include "cards/trace_view.h"

#include <algorithm>

#include "cards/run_color.h"
#include "cards/trace_track.h"
#include "core/format_quantity.h"
#include "ui/format.h"
#include "ui/time_view_input.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

constexpr float kTrackGap = 10;
constexpr float kTotals = 18;
constexpr float kVeil = 0.35f;  // over steps still to come

double longest(const TracePairModel& model) {
  double duration = 0;
  for (const TraceModel& track : model.tracks) duration = std::max(duration, track.duration_us);
  return duration;
}

void draw_caption(Ui& ui, Rect* header, const std::string& whole_caption) {
  // "Steps 1–10: 3.04 ms vs 12.4 ms, 4.1×"; without "Steps 1–10" on a phone.
  const bool fits = text_width(ui, whole_caption, sizes::kText, ui.fonts.strong) + 4 < header->w;
  const std::size_t colon = whole_caption.find(": ");
  const std::string caption =
      fits || colon == std::string::npos ? whole_caption : whole_caption.substr(colon + 2);
  const float width = text_width(ui, caption, sizes::kText, ui.fonts.strong) + 4;
  if (!caption.empty() && width <= header->w) {
    text_in(ui, header->cut_right(width, 18), caption, ui.colors().text, sizes::kText,
            ui.fonts.strong, Align::right);
  }
}

std::vector<LegendItem> legend_of(const Theme& theme) {
  constexpr Activity kShown[] = {Activity::forward,    Activity::backward,   Activity::update,
                                 Activity::exchange,   Activity::sync,       Activity::stream_begin,
                                 Activity::stream_mid, Activity::stream_end, Activity::host,
                                 Activity::stall};
  std::vector<LegendItem> items;
  for (const Activity activity : kShown) {
    items.push_back(
        {theme::label_of(activity), activity_color(theme, activity), theme::term_of(activity)});
  }
  return items;
}

void draw_axis(Ui& ui, const TimeView& view, const Rect& plot, const Rect& labels) {
  const Theme& theme = ui.colors();
  const int most = std::max(2, static_cast<int>(plot.w / 90));
  for (const double tick : ticks(view.start_us, view.end_us, most)) {
    if (tick < 0) continue;
    const auto x = plot.x + static_cast<float>((tick - view.start_us) / view.span_us()) * plot.w;
    ui.draw()->AddLine({x, plot.y}, {x, plot.bottom() + 3}, theme.grid);
    const std::string label = format_time_us(tick);
    const float width = text_width(ui, label, sizes::kSmall);
    const float left = std::clamp(x - width / 2, plot.x, plot.right() - width);
    text(ui, left, labels.y + 4, label, theme.text_dim, sizes::kSmall);
  }
}

// The time that the slower run takes beyond the faster one.
void draw_difference(Ui& ui, const TracePairModel& model, const TimeView& view,
                     const std::vector<Rect>& plots) {
  if (!model.same_steps || model.tracks.size() != 2) return;
  const Theme& theme = ui.colors();
  const std::size_t fast =
      model.tracks[0].duration_us <= model.tracks[1].duration_us ? std::size_t{0} : std::size_t{1};
  const double from = model.tracks[fast].duration_us;
  const double to = model.tracks[1 - fast].duration_us;
  const Rect& plot = plots[fast];
  const auto place = [&](double time) {
    return plot.x + static_cast<float>((time - view.start_us) / view.span_us()) * plot.w;
  };
  const float left = std::max(place(from), plot.x);
  const float right = std::min(place(to), plot.right());
  if (right - left < 8) return;
  const float y = plot.center_y();
  const std::string label = format_time_us(to - from) + " less";
  const float width = text_width(ui, label, sizes::kText, ui.fonts.strong) + 16;
  ui.draw()->AddLine({left + 3, y}, {right - 3, y}, theme.line, 1.5f);
  for (const float x : {left + 3, right - 3}) {
    ui.draw()->AddLine({x, y - 6}, {x, y + 6}, theme.line, 1.5f);
  }
  if (width + 24 > right - left) return;
  const float x = (left + right - width) / 2;
  ui.draw()->AddRectFilled({x, y - 11}, {x + width, y + 11}, theme.card, 6);
  text(ui, x + 8, y - sizes::kText / 2 - 0.5f, label, theme.text, sizes::kText, ui.fonts.strong);
}

// "With feeds 3.015 s   Without feeds 12.386 s   4.1 times as long   ...": as much as fits.
void draw_totals(Ui& ui, const TracePairModel& model, Rect line) {
  const Theme& theme = ui.colors();
  const float y = line.center_y();
  float x = line.x;
  const auto fits = [&](const std::string& words, float extra) {
    return x + text_width(ui, words, sizes::kSmall) + extra <= line.right();
  };
  const auto say = [&](const std::string& words, ImU32 color) {
    if (!fits(words, 0)) return false;
    text(ui, x, y - sizes::kSmall / 2 - 0.5f, words, color, sizes::kSmall);
    x += text_width(ui, words, sizes::kSmall) + 14;
    return true;
  };
  const bool same = model.totals.front().steps == model.totals.back().steps;
  for (const RunTotal& total : model.totals) {
    std::string words = total.title + " " + format_time_us(1e6 * total.modelled_seconds);
    if (!same) words += " (step " + format_count(total.steps) + ")";
    if (!fits(words, 16)) return;
    x += legend_item(ui, x, y, run_color(theme, total.run), words) + 14;
  }
  const double one = model.totals.front().modelled_seconds;
  const double other = model.totals.back().modelled_seconds;
  if (same && one > 0 && !say(format_ratio(other / one) + " as long", theme.text)) return;
  if (!say("modelled, after compiling for " + format_number(model.compile_seconds, 3) + " s",
           theme.text_dim)) {
    return;
  }
  say("on this computer " + format_time_us(1e6 * model.totals.front().real_seconds) + " and " +
          format_time_us(1e6 * model.totals.back().real_seconds),
      theme.text_dim);
}

}  // namespace

float traces_height(const TracePairModel& model) {
  float height = 20 + sizes::kCardHeader + sizes::kHalf + sizes::kAxis + kTotals;
  for (const TraceModel& track : model.tracks) height += track_height(track) + kTrackGap;
  return std::max(height - kTrackGap, sizes::kTrace);
}

void draw_traces(Ui& ui, const TracePairModel& model, TraceViewState* state, const Rect& area) {
  const Theme& theme = ui.colors();
  Rect header;
  Rect content = card(ui, "traces", area, "Execution trace", &header);
  const Rect fit = header.cut_right(ui.header_control(), 8).inset(0, -2);
  if (button(ui, "traces/fit", fit, {.icon = Icon::fit, .quiet = true},
             "Show everything   ( F )")) {
    state->view.fitted = true;
  }
  const double duration = longest(model);
  if (duration <= 0) {
    text_in(ui, content, "Run or step to record a trace of both programs", theme.text_dim,
            sizes::kText, nullptr, Align::center);
    return;
  }
  draw_caption(ui, &header, model.caption);
  const std::vector<LegendItem> legend = legend_of(theme);
  draw_legend(ui, legend, legend_place(ui, legend, header, &content));
  const Rect totals = content.cut_bottom(kTotals);
  if (model.ahead) {
    text_in(ui, totals,
            "Still to come: the first steps as they will be. Run or step to see them happen.",
            theme.text, sizes::kSmall);
  } else if (model.totals.size() == 2) {
    draw_totals(ui, model, totals);
  }
  if (state->view.fitted) state->view.fit_to(duration);

  const Rect axis = content.cut_bottom(sizes::kAxis);
  Rect plot = content;
  plot.cut_left(sizes::kTraceLabels);
  move_time_view(ui, "traces/plot", plot, duration * 3, &state->view);
  state->view.keep_inside(duration);
  draw_axis(ui, state->view, plot, axis);

  const auto count = static_cast<float>(model.tracks.size());
  const float free = content.h - kTrackGap * (count - 1);
  float wanted = 0;
  for (const TraceModel& track : model.tracks) wanted += track_height(track);
  const float stretch = std::min(1.8f, free / wanted);
  std::vector<Rect> plots;
  for (const TraceModel& track : model.tracks) {
    const Rect place = content.cut_top(track_height(track) * stretch, kTrackGap);
    plots.push_back(draw_track(ui, track, state->view, place));
  }
  draw_difference(ui, model, state->view, plots);
  if (model.ahead) {
    for (const Rect& track : plots) fill_rect(ui, track, with_alpha(theme.card, kVeil), 0);
  }
}

}  // namespace pipette::app
