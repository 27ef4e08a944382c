#include "scenes/printed/batch_rates_view.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/item.h"
#include "ui/format.h"
#include "ui/plot_math.h"
#include "ui/widgets.h"

namespace pipette::app::printed_scene {
namespace {

constexpr float kScale = 52;  // labels of the vertical axis
constexpr float kAxis = 18;
constexpr float kWidestBar = 56, kNarrowestBar = 3;

std::string whole(double value) { return format_count(std::llround(value)); }

// Bars for epochs: one each, or one for several if there are too many.
struct Bars {
  Rect plot;
  std::size_t places = 1;
  std::int64_t epochs_each = 1;

  Bars(const Rect& area, std::int64_t num_epochs) : plot(area) {
    const auto room = std::max<std::int64_t>(1, static_cast<std::int64_t>(area.w / kNarrowestBar));
    epochs_each = (num_epochs + room - 1) / room;
    places = static_cast<std::size_t>((num_epochs + epochs_each - 1) / epochs_each);
  }
  float pitch() const { return plot.w / static_cast<float>(places); }
  Rect at(std::size_t place, double fraction) const {
    const float width = std::min(kWidestBar, pitch() * (pitch() > 8 ? 0.7f : 1.0f));
    const float height = static_cast<float>(fraction) * plot.h;
    return {plot.x + pitch() * (static_cast<float>(place) + 0.5f) - width / 2,
            plot.bottom() - height, width, height};
  }
  std::span<const double> epochs_at(const std::vector<double>& epochs, std::size_t place) const {
    const std::size_t each = static_cast<std::size_t>(epochs_each);
    const std::size_t first = std::min(place * each, epochs.size());
    return std::span(epochs).subspan(first, std::min(each, epochs.size() - first));
  }
};

double mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

void draw_scale(Ui& ui, const Bars& bars, const Range& range, std::int64_t num_epochs) {
  const Theme& theme = ui.colors();
  const Rect& plot = bars.plot;
  const int rows = std::max(2, static_cast<int>(plot.h / 36));
  for (const double tick : value_ticks(range, false, rows)) {
    const float y = plot.bottom() - static_cast<float>(to_unit(tick, range, false)) * plot.h;
    ui.draw()->AddLine({plot.x, y}, {plot.right(), y}, theme.grid);
    text_in(ui, {plot.x - kScale, y - 8, kScale - 6, 16}, whole(tick), theme.text_dim, sizes::kTiny,
            ui.fonts.mono, Align::right);
  }
  const Rect axis = {plot.x, plot.bottom() + 3, plot.w, kAxis - 3};
  text_in(ui, axis, "Epoch 1", theme.text_dim, sizes::kTiny);
  if (num_epochs > 1) {
    text_in(ui, axis, format_count(num_epochs), theme.text_dim, sizes::kTiny, nullptr,
            Align::right);
  }
}

// A dashed line over all epochs, and its label.
void draw_device(Ui& ui, const BatchRatesModel& model, const Rect& plot, double fraction) {
  const Theme& theme = ui.colors();
  const ImU32 color = activity_color(theme, Activity::forward);
  const float y = plot.bottom() - static_cast<float>(fraction) * plot.h;
  for (float x = plot.x; x < plot.right(); x += 9) {
    ui.draw()->AddLine({x, y}, {std::min(x + 5, plot.right()), y}, color, 2);
  }
  const std::string words = model.device_name + " takes " + whole(model.device) + ", modelled";
  const float width = text_width(ui, words, sizes::kSmall) + 10;
  const Rect label = {plot.right() - width, y + 3, width, 16};
  fill_rect(ui, label, with_alpha(theme.card, 0.85f), 3);
  text_in(ui, label, words, theme.text, sizes::kSmall, nullptr, Align::center);
}

void point_at(Ui& ui, const BatchRatesModel& model, const Bars& bars) {
  invisible_button("speed/plot", bars.plot);
  ui.rects.publish("speed/plot", bars.plot);
  if (!ImGui::IsItemHovered()) return;
  const float x = (ImGui::GetIO().MousePos.x - bars.plot.x) / bars.pitch();
  const auto place = std::min(static_cast<std::size_t>(std::max(0.0f, x)), bars.places - 1);
  const auto here = bars.epochs_at(model.epochs, place);
  if (here.empty()) return;
  const auto first = static_cast<std::int64_t>(place) * bars.epochs_each + 1;
  const std::string epochs =
      here.size() == 1 ? "Epoch " + format_count(first)
                       : "Epochs " + format_count(first) + "–" +
                             format_count(first + static_cast<std::int64_t>(here.size()) - 1);
  begin_tooltip(ui);
  ImGui::TextUnformatted((epochs + ": " + whole(mean(here)) + " batches a second").c_str());
  end_tooltip();
}

}  // namespace

BatchRatesModel batch_rates_of(const Session& session) {
  const BatchRates& speed = *session.batch_rates();
  BatchRatesModel model;
  model.epochs = speed.epochs;
  if (speed.under_way > 0) model.epochs.push_back(speed.under_way);
  model.num_epochs = session.status().num_runs;
  model.device = speed.device;
  model.device_name = session.device().arch().name;
  const std::string batches =
      " batches of " + format_count(session.experiment().training.batch_size) + " images";
  model.words = !session.observed().record().advice.empty() ? session.observed().record().advice
                : model.epochs.empty()
                    ? "How many" + batches + " this computer makes in a second of real time"
                    : "So far this computer makes " + whole(speed.so_far()) + batches +
                          " a second of real time";
  while (model.words.ends_with('\n')) model.words.pop_back();
  return model;
}

void draw_batch_rates(Ui& ui, const BatchRatesModel& model, const Rect& area) {
  const Theme& theme = ui.colors();
  Rect content = card(ui, "speed", area, "Batches a second");
  content.cut_top(text_wrapped(ui, content, model.words, theme.text), 14);
  content.cut_left(kScale);
  content.cut_bottom(kAxis);
  Range range = {0, model.device};
  for (const double epoch : model.epochs) range.high = std::max(range.high, epoch);
  range.high = range.high > 0 ? 1.1 * range.high : 1;
  if (model.epochs.empty()) range.high = std::max(range.high, 100.0);
  const Bars bars(content, model.num_epochs);
  draw_scale(ui, bars, range, model.num_epochs);
  for (std::size_t place = 0; place < bars.places; ++place) {
    const auto here = bars.epochs_at(model.epochs, place);
    if (here.empty()) break;
    fill_rect(ui, bars.at(place, to_unit(mean(here), range, false)),
              activity_color(theme, Activity::host), bars.pitch() > 8 ? 3.0f : 0.0f);
  }
  if (model.device > 0) {
    draw_device(ui, model, bars.plot, to_unit(model.device, range, false));
  }
  point_at(ui, model, bars);
}

}  // namespace pipette::app::printed_scene
