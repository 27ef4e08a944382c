// The distribution of a tensor's values over time, and the text that its program printed.
#include <algorithm>
#include <cmath>

#include "core/format_quantity.h"
#include "core/item.h"
#include "scenes/tensors/tensors_view.h"
#include "ui/format.h"
#include "ui/plot_math.h"
#include "ui/time_axis.h"
#include "ui/widgets.h"

namespace pipette::app::tensors_scene {
namespace {

constexpr float kLabels = 50;  // left of a plot
constexpr float kAxis = 16;    // below it

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

// "Weight updates 101–124"
std::string moment_text(const std::string& axis, const DistributionModel::Moment& moment) {
  const std::string first = format_count(moment.first + 1);
  return capital(axis) + " " + first +
         (moment.count > 1 ? "–" + format_count(moment.first + moment.count) : "");
}

Raster::Palette share_palette(const Theme& theme, ImU32 accent) {
  Raster::Palette colors{};
  for (int level = kZero; level < 256; ++level) {
    const float shade = static_cast<float>(level - kZero) / static_cast<float>(255 - kZero);
    item(colors, level) = shade < 0.6f ? blend(theme.sunken, accent, shade / 0.6f)
                                       : blend(accent, theme.text, (shade - 0.6f));
  }
  return colors;
}

std::int64_t elements(const DistributionModel& model) {
  return model.moments.empty() ? 0 : model.moments.back().first + model.moments.back().count;
}

void text_at(Ui& ui, float x, float y, const std::string& string, const Rect& within) {
  const float width = text_width(ui, string, sizes::kTiny, ui.fonts.mono);
  text(ui, std::clamp(x - width / 2, within.x, std::max(within.x, within.right() - width)), y,
       string, ui.colors().text_dim, sizes::kTiny, ui.fonts.mono);
}

// The group of elements at a share of the time axis.
std::size_t moment_at(const DistributionModel& model, float share) {
  const auto element = static_cast<std::int64_t>(share * static_cast<float>(elements(model)));
  std::size_t at = 0;
  while (at + 1 < model.moments.size() && model.moments[at + 1].first <= element) ++at;
  return at;
}

void share_tooltip(Ui& ui, const TensorsModel& model, const Rect& plot, ImVec2 mouse) {
  const DistributionModel& d = *model.distribution;
  const std::size_t row = moment_at(d, (mouse.y - plot.y) / plot.h);
  const int bin =
      std::clamp(static_cast<int>((mouse.x - plot.x) / plot.w * d.kBins), 0, d.kBins - 1);
  const double width = (d.to - d.from) / d.kBins;
  const double count = d.counts[row * d.kBins + static_cast<std::size_t>(bin)];
  const auto& moment = d.moments[row];
  const double all = static_cast<double>(std::max<std::int64_t>(1, moment.statistics.count));
  begin_tooltip(ui);
  ImGui::PushFont(ui.fonts.strong, sizes::kText);
  ImGui::TextUnformatted(
      (format_value(d.from + bin * width) + " to " + format_value(d.from + (bin + 1) * width))
          .c_str());
  ImGui::PopFont();
  ImGui::TextUnformatted((format_count(std::llround(count)) + " of " +
                          format_count(moment.statistics.count) + " values, " +
                          format_percent(count / all))
                             .c_str());
  ImGui::TextUnformatted(moment_text(model.axis, moment).c_str());
  end_tooltip();
}

void draw_shares(Ui& ui, const TensorsModel& model, TensorsViewState* state, Rect area) {
  const Theme& theme = ui.colors();
  const DistributionModel& d = *model.distribution;
  area.cut_left(kLabels);
  const Rect axis = area.cut_bottom(kAxis);
  ui.rects.publish("distribution/plot", area);
  const auto& tensor = item(model.tensors, model.selected);
  if (state->distribution.stale(ui, area, model.version)) {
    Arrangement bins;
    bins.tile_w = d.kBins;
    bins.stride_y = d.kBins;
    bins.tile_h = static_cast<int>(d.moments.size());
    state->distribution.raster->set(
        {0, 0, state->distribution.width, state->distribution.height},
        paint(d.shades.data(), bins, 1, state->distribution.width, state->distribution.height),
        share_palette(theme, queue_color(theme, tensor.queue)));
  }
  state->distribution.raster->draw(ui, area,
                                   {0, 0, state->distribution.width, state->distribution.height});
  const auto x_of = [&](double value) {
    return area.x + static_cast<float>((value - d.from) / (d.to - d.from)) * area.w;
  };
  for (const double tick : ticks(d.from, d.to, std::max(2, static_cast<int>(area.w / 64)))) {
    const float x = x_of(tick);
    ui.draw()->AddLine({x, area.bottom()}, {x, area.bottom() + 3}, theme.line);
    text_at(ui, x, axis.y + 4, format_value(tick), {area.x - 20, 0, area.w + 24, 0});
  }
  if (d.from < 0 && d.to > 0) {
    ui.draw()->AddLine({x_of(0), area.y}, {x_of(0), area.bottom()}, with_alpha(theme.text, 0.35f));
  }
  Rect labels = {area.x - kLabels, area.y, kLabels - 6, area.h};
  text_in(ui, labels.cut_top(12), "1", theme.text_dim, sizes::kTiny, ui.fonts.mono, Align::right);
  text_in(ui, labels.cut_bottom(12), format_count(elements(d)), theme.text_dim, sizes::kTiny,
          ui.fonts.mono, Align::right);
  for (std::size_t i = 0; i < d.moments.size(); ++i) {  // marks NaN and infinity in the margin
    if (!d.moments[i].statistics.nans() && !d.moments[i].statistics.infs()) continue;
    const float pitch = area.h / static_cast<float>(d.moments.size());
    fill_rect(ui, {area.x - 5, area.y + pitch * static_cast<float>(i), 4, std::max(1.5f, pitch)},
              theme.not_finite);
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !area.contains(mouse.x, mouse.y)) return;
  share_tooltip(ui, model, area, mouse);
}

void mean_tooltip(Ui& ui, const TensorsModel& model, const DistributionModel::Moment& moment) {
  begin_tooltip(ui);
  ImGui::PushFont(ui.fonts.strong, sizes::kText);
  ImGui::TextUnformatted(moment_text(model.axis, moment).c_str());
  ImGui::PopFont();
  const inspect::Statistics& s = moment.statistics;
  ImGui::TextUnformatted(("Mean " + format_value(s.mean) + ", std " + format_value(s.std)).c_str());
  ImGui::TextUnformatted((format_value(static_cast<double>(s.minimum)) + " to " +
                          format_value(static_cast<double>(s.maximum)))
                             .c_str());
  if (s.num_nans + s.num_infs > 0) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ui.colors().not_finite), "%s NaN, %s inf",
                       format_count(s.num_nans).c_str(), format_count(s.num_infs).c_str());
  }
  end_tooltip();
}

void draw_means(Ui& ui, const TensorsModel& model, Rect area) {
  const Theme& theme = ui.colors();
  const DistributionModel& d = *model.distribution;
  text_in(ui, area.cut_top(16), "Mean ± std", theme.text_dim, sizes::kTiny, ui.fonts.strong);
  area.cut_left(kLabels);
  const Rect axis = area.cut_bottom(kAxis);
  ui.rects.publish("distribution/mean", area);
  std::vector<float> bounds;
  for (const auto& moment : d.moments) {
    bounds.push_back(static_cast<float>(moment.statistics.mean - moment.statistics.std));
    bounds.push_back(static_cast<float>(moment.statistics.mean + moment.statistics.std));
  }
  const Range range = value_range(bounds, false);
  for (const double tick : value_ticks(range, false, std::max(2, static_cast<int>(area.h / 22)))) {
    const float y = area.bottom() - static_cast<float>(to_unit(tick, range, false)) * area.h;
    if (y < area.y || y > area.bottom()) continue;
    ui.draw()->AddLine({area.x, y}, {area.right(), y}, theme.grid);
    text_in(ui, {area.x - kLabels, y - 8, kLabels - 6, 16}, format_value(tick), theme.text_dim,
            sizes::kTiny, ui.fonts.mono, Align::right);
  }
  const auto& tensor = item(model.tensors, model.selected);
  const ImU32 color = queue_color(theme, tensor.queue);
  const auto all = static_cast<float>(elements(d));
  const auto y_of = [&](double value) {
    return area.bottom() - static_cast<float>(to_unit(value, range, false)) * area.h;
  };
  const ImU32 strong = blend(color, theme.text, 0.35f);
  ImVec2 last = {-1, 0};  // end of the line so far; none after a value that is not finite
  for (std::size_t i = 0; i < d.moments.size(); ++i) {
    const auto& [first, count, s] = d.moments[i];
    const float left = area.x + static_cast<float>(first) / all * area.w;
    const float right = area.x + static_cast<float>(first + count) / all * area.w;
    if (!(s.mean - s.mean + s.std - s.std == 0)) {
      fill_rect(ui, {left, area.y, std::max(1.5f, right - left), area.h},
                with_alpha(theme.not_finite, 0.5f));
      last.x = -1;
      continue;
    }
    const float top = y_of(s.mean + s.std), low = y_of(s.mean - s.std);
    fill_rect(ui, {left, top, right - left, std::max(1.0f, low - top)}, with_alpha(color, 0.3f));
    const float y = y_of(s.mean);
    if (last.x >= 0) ui.draw()->AddLine(last, {left, y}, strong, 2);
    last = {std::max(right, left + 1), y};
    ui.draw()->AddLine({left, y}, last, strong, 2);
  }
  const int most = std::max(2, static_cast<int>(area.w / 80));
  for (const double tick : ticks(0, static_cast<double>(all), most)) {
    text_at(ui, area.x + static_cast<float>(tick) / all * area.w, axis.y + 4,
            format_count(static_cast<std::int64_t>(tick)), {area.x, 0, area.w + 4, 0});
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !area.contains(mouse.x, mouse.y)) return;
  ui.draw()->AddLine({mouse.x, area.y}, {mouse.x, area.bottom()}, theme.line);
  mean_tooltip(ui, model, d.moments[moment_at(d, (mouse.x - area.x) / area.w)]);
}

}  // namespace

void draw_distribution(Ui& ui, const TensorsModel& model, TensorsViewState* state,
                       const Rect& area) {
  const Theme& theme = ui.colors();
  Rect header;
  Rect content = card(ui, "distribution", area, "Values over time", &header);
  choose_distribution_or_layers(ui, false, &header);
  const DistributionModel* d = model.distribution;
  if (d == nullptr || d->moments.empty()) {
    text_wrapped(ui, content.inset(0, 8), "How its values are distributed, as training goes on",
                 theme.text_dim);
    return;
  }
  const auto& tensor = item(model.tensors, model.selected);
  const std::string most = format_percent(d->largest_share) + " of values";
  const float width = text_width(ui, most, sizes::kTiny, ui.fonts.mono) + 2;
  if (header.w < width + 40) header.cut_right(header.w);  // no room for the scale
  text_in(ui, header.cut_right(std::min(width, header.w), 6), most, theme.text_dim, sizes::kTiny,
          ui.fonts.mono);
  const Raster::Palette colors = share_palette(theme, queue_color(theme, tensor.queue));
  const Rect bar = header.cut_right(std::min(90.0f, header.w), 6).inset(0, 7);
  const ImU32 middle = colors[kZero + 76], end = colors[255];
  const float x = bar.x + 0.6f * bar.w;
  ui.draw()->AddRectFilledMultiColor({bar.x, bar.y}, {x, bar.bottom()}, colors[kZero], middle,
                                     middle, colors[kZero]);
  ui.draw()->AddRectFilledMultiColor({x, bar.y}, {bar.right(), bar.bottom()}, middle, end, end,
                                     middle);
  outline_rect(ui, bar, theme.card_border, 0);
  draw_means(ui, model, content.cut_bottom(std::max(70.0f, 0.36f * content.h), 4));
  draw_shares(ui, model, state, content);
}

}  // namespace pipette::app::tensors_scene
