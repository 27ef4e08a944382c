// The table of the inspector, its filters and its keys.
#include <algorithm>
#include <array>

#include "core/format_quantity.h"
#include "core/item.h"
#include "scenes/tensors/actions.h"
#include "scenes/tensors/tensors_view.h"
#include "ui/explained.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app::tensors_scene {
namespace {

constexpr float kHeads = 20;
constexpr float kRow = 24;
constexpr float kRowTouch = 48;  // the figures below the name
constexpr float kFigure = 70;
constexpr float kShape = 200;
constexpr const char* kEverything = "everything";
constexpr const char* kWait = "These filters take effect from the next engine run on";
constexpr float kFilter = 250;
constexpr float kSwitch = 92;
struct Figure {
  const char* name;
  const char* help;
};
constexpr std::array<Figure, 6> kFigures = {
    {{"Mean", "Of all of the latest values"},
     {"Std", "The standard deviation: how far values lie from their mean"},
     {"Minimum", "The smallest of the latest values"},
     {"Maximum", "The largest of the latest values"},
     {"NaNs", "How many values are not a number, such as the result of 0 / 0"},
     {"infs", "How many values are infinite: too large for their format"}}};

float row_height(const Ui& ui) { return ui.display.touch_layout ? kRowTouch : kRow; }

void select(Ui& ui, const TensorsModel& model, int index) {
  const auto& tensor = item(model.tensors, index);
  ui.intents.push_back({action::kInspect, {}, 0, tensor.queue + "/" + tensor.key});
}

// The switch and the text of a queue's filter.
void draw_filter(Ui& ui, const TensorsModel::Filter& filter, TensorsViewState* state, Rect area) {
  const std::string name = "inspector/" + filter.field;
  const auto ask = [&](const std::string& text) {
    ui.intents.push_back({action::kSetParameter, filter.field, 0, text});
  };
  const bool on = filter.text != "none";
  if (on) state->filters[filter.field] = filter.text;
  const ButtonLook look = {.label = filter.queue, .selected = on};
  if (button(ui, name + "/on", area.cut_left(std::min(kSwitch, 0.45f * area.w), 4), look,
             on ? "Filtered: click to let every tensor of this queue pass"
                : "Every tensor of this queue passes: click to filter by name")) {
    const std::string& before = state->filters[filter.field];
    if (on || !before.empty()) {
      ask(on ? "none" : before);
    } else {
      ui.edit.field = name;
      ui.edit.just_begun = true;
    }
  }
  std::string text = on ? filter.text : kEverything;
  if (text_field(ui, name, area, !filter.error.empty(), &text)) ask(text.empty() ? "none" : text);
}

float filters_height(const Ui& ui, const TensorsModel& model) {
  float height = 0;
  for (const auto& filter : model.filters) {
    height += filter.error.empty() ? 0.0f : 20.0f;
    height += ui.display.touch_layout ? sizes::kControlTouch + 6 : 0;
  }
  return height + (model.filters_wait && ui.display.touch_layout ? 20 : 0);
}

void draw_filters(Ui& ui, const TensorsModel& model, TensorsViewState* state, Rect header,
                  Rect* content) {
  const float width = std::min(kFilter, header.w / 2);
  Rect line = header.cut_right(static_cast<float>(model.filters.size()) * (width + 8) - 8);
  for (const auto& filter : model.filters) {
    draw_filter(ui, filter, state,
                ui.display.touch_layout ? content->cut_top(sizes::kControlTouch, 6)
                                        : line.cut_left(width, 8).inset(0, -2));
  }
  for (const auto& filter : model.filters) {
    if (filter.error.empty()) continue;
    text_in(ui, content->cut_top(20), filter.error, ui.colors().bad, sizes::kSmall);
  }
  if (model.filters_wait && ui.display.touch_layout) {
    text_in(ui, content->cut_top(20), kWait, ui.colors().text_dim, sizes::kSmall);
  }
}

// The memory held by queues, left of the filters if there is room.
void draw_held(Ui& ui, const TensorsModel& model, Rect header) {
  if (model.most_held_bytes == 0) return;
  const float filters = ui.display.touch_layout ? 0
                                                : static_cast<float>(model.filters.size()) *
                                                      (std::min(kFilter, header.w / 2) + 8);
  const Rect place = {header.x + 8, header.y, header.w - filters - 16, header.h};
  const auto bytes = [](std::int64_t count) { return format_bytes(count); };
  const std::string text =
      "Queues hold " + bytes(model.held_bytes) + ", at most " + bytes(model.most_held_bytes);
  if (text_width(ui, text, sizes::kSmall) > place.w) return;
  ui.rects.publish("tensors/held", place);
  text_in(ui, place, text, ui.colors().text_dim, sizes::kSmall);
}

// A count of NaN or infinite values, highlighted if it is not 0.
void draw_flag(Ui& ui, const Rect& cell, std::int64_t count) {
  const Theme& theme = ui.colors();
  const std::string text = format_count(count);
  if (count == 0) {
    text_in(ui, cell, text, theme.text_dim, sizes::kSmall, ui.fonts.mono, Align::right);
    return;
  }
  const float width = text_width(ui, text, sizes::kSmall, ui.fonts.mono) + 10;
  const Rect pill = {cell.right() + 5 - width, cell.center_y() - 8, width, 16};
  fill_rect(ui, pill, theme.not_finite, 4);
  text_in(ui, pill, text, IM_COL32_WHITE, sizes::kSmall, ui.fonts.mono, Align::center);
}

void draw_figures(Ui& ui, const inspect::Statistics& s, ImU32 ink, Rect line, float width) {
  const Theme& theme = ui.colors();
  for (const std::int64_t flag : {s.num_infs, s.num_nans}) {
    draw_flag(ui, line.cut_right(0.7f * width, 4), flag);
  }
  const std::array<double, 4> figures = {static_cast<double>(s.maximum),
                                         static_cast<double>(s.minimum), s.std, s.mean};
  for (const double figure : figures) {
    const bool fine = figure - figure == 0;
    text_in(ui, line.cut_right(width, 4), format_value(figure), fine ? ink : theme.not_finite,
            sizes::kSmall, ui.fonts.mono, Align::right);
  }
}

void draw_row(Ui& ui, const TensorsModel& model, int index, Rect row) {
  const Theme& theme = ui.colors();
  const auto& tensor = item(model.tensors, index);
  const bool broken = tensor.statistics.nans() || tensor.statistics.infs();
  const bool old = !tensor.stopped.empty();
  const std::string name = "tensors/" + std::to_string(index);
  ui.rects.publish(name, row);
  if (invisible_button(name, row)) select(ui, model, index);
  const bool warm = ImGui::IsItemHovered();
  if (warm) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (old)
    tooltip_for_last_item(ui, "Its filter has held back all values since then, so these are old");
  if (index == model.selected || warm) fill_rect(ui, row, theme.hover, 5);
  fill_rect(ui, {row.x + 3, row.y + 4, index == model.selected ? 5.0f : 3.0f, row.h - 8},
            broken ? theme.not_finite : queue_color(theme, tensor.queue), 2);
  row = row.inset(14, 0);
  const ImU32 plain = old ? theme.text_dim : theme.text;
  const ImU32 ink = broken ? theme.not_finite : plain;
  ImFont* font = index == model.selected || broken ? ui.fonts.strong : nullptr;
  if (ui.display.touch_layout) {
    Rect line = row.cut_top(row.h / 2);
    const Rect shape = line.cut_right(0.52f * line.w, 6);
    if (old) ui.rects.publish(name + "/stopped", shape);
    text_in(ui, line, tensor.key, ink, sizes::kSmall, font);
    text_in(ui, shape, tensor.latest(), theme.text_dim, sizes::kTiny, nullptr, Align::right);
    draw_figures(ui, tensor.statistics, plain, row, (row.w - 24) / 5.4f);
    return;
  }
  Rect figures = row.cut_right(4 * (kFigure + 4) + 2 * (0.7f * kFigure + 4));
  draw_figures(ui, tensor.statistics, plain, figures, kFigure);
  const Rect shape = row.cut_right(std::min(kShape, row.w / 2), 8);
  if (old) ui.rects.publish(name + "/stopped", shape);
  text_in(ui, shape, tensor.latest(), theme.text_dim, sizes::kSmall);
  text_in(ui, row, tensor.key, ink, sizes::kSmall, font);
}

void draw_heads(Ui& ui, bool filters_wait, Rect line) {
  const ImU32 dim = ui.colors().text_dim;
  line = line.inset(14, 0);
  const float width = ui.display.touch_layout ? (line.w - 24) / 5.4f : kFigure;
  for (std::size_t i = kFigures.size(); i-- > 0;) {
    const auto& [name, help] = kFigures[i];
    explained_heading(ui, line.cut_right(i >= 4 ? 0.7f * width : width, 4), name, help);
  }
  if (ui.display.touch_layout) return;
  text_in(ui, line.cut_right(std::min(kShape, line.w / 2), 8), "Latest values", dim, sizes::kTiny,
          ui.fonts.strong);
  text_in(ui, line.cut_left(48), "Tensor", dim, sizes::kTiny, ui.fonts.strong);
  if (filters_wait) text_in(ui, line, kWait, dim, sizes::kTiny);
}

// Why there are no tensors yet, and how long to wait for them.
void draw_no_tensors(Ui& ui, const TensorsModel& model, Rect content) {
  const ImU32 dim = ui.colors().text_dim;
  content = content.inset(0, 8);
  if (model.run_steps == 0) {
    text_wrapped(ui, content,
                 model.running
                     ? model.filters.empty() ? "Tensors appear here when the host dequeues them"
                                             : "Tensors appear here when the host dequeues them. "
                                               "If none ever comes, the filters let none pass."
                     : "Run the experiment (Space): the tensors that its program outfeeds appear "
                       "here when the host dequeues them.",
                 dim);
    return;
  }
  const std::string wait =
      model.run_step < model.run_steps
          ? "Tensors wait in the outfeed until the host reads them, after this engine run: step " +
                format_count(model.run_step) + " of " + format_count(model.run_steps)
          : "All steps of this engine run are done. The host reads their tensors with what comes "
            "next: Run, or one step more.";
  const float height = text_wrapped(ui, content, wait, dim);
  const Rect bar = {content.x, content.y + height + 8, std::min(320.0f, content.w), 4};
  const float done = static_cast<float>(model.run_step) / static_cast<float>(model.run_steps);
  ui.rects.publish("tensors/wait", bar);
  fill_rect(ui, bar, ui.colors().hover, 2);
  fill_rect(ui, {bar.x, bar.y, bar.w * done, bar.h}, ui.colors().ink, 2);
}

}  // namespace

ImU32 queue_color(const Theme& theme, const std::string& queue) {
  return queue == "gradients"     ? activity_color(theme, Activity::backward)
         : queue == "activations" ? activity_color(theme, Activity::forward)
                                  : theme.with_feeds;
}

void handle_tensors_keys(Ui& ui, const TensorsModel& model) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || io.KeyCtrl || io.KeyAlt || io.KeySuper || model.selected < 0) return;
  const auto way = [](ImGuiKey less, ImGuiKey more) {
    return (ImGui::IsKeyPressed(more) ? 1 : 0) - (ImGui::IsKeyPressed(less) ? 1 : 0);
  };
  const int row = way(ImGuiKey_UpArrow, ImGuiKey_DownArrow);
  const int last = static_cast<int>(model.tensors.size()) - 1;
  if (row != 0) select(ui, model, std::clamp(model.selected + row, 0, last));
  const int step = way(ImGuiKey_LeftArrow, ImGuiKey_RightArrow) * (io.KeyShift ? 10 : 1);
  const std::int64_t to = model.element + step;
  if (step != 0) {  // the newest element remains "the newest"
    ui.ask(action::kInspectElement,
           to >= model.count - 1 ? -1 : static_cast<double>(std::max<std::int64_t>(0, to)));
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Home)) ui.ask(action::kInspectElement, 0);
  if (ImGui::IsKeyPressed(ImGuiKey_End)) ui.ask(action::kInspectElement, -1);
}

float tensors_height(Ui& ui, const TensorsModel& model) {
  const auto rows = static_cast<float>(std::max<std::size_t>(2, model.tensors.size()));
  return 20 + sizes::kCardHeader + sizes::kHalf + kHeads + rows * row_height(ui) +
         filters_height(ui, model);
}

void draw_tensors(Ui& ui, const TensorsModel& model, TensorsViewState* state, const Rect& area) {
  const Theme& theme = ui.colors();
  Rect header;
  Rect content = card(ui, "tensors", area, "Outfeed tensors", &header);
  std::int64_t broken = 0;
  for (const auto& tensor : model.tensors) {
    broken += tensor.statistics.nans() || tensor.statistics.infs() ? 1 : 0;
  }
  if (broken > 0) {
    const std::string text =
        "NaN or infinity in " + std::to_string(broken) + (broken == 1 ? " tensor" : " tensors");
    const float width = text_width(ui, text, sizes::kSmall, ui.fonts.strong) + 16;
    const Rect pill = header.cut_left(width, 8).inset(0, 2);
    ui.rects.publish("tensors/not-finite", pill);
    fill_rect(ui, pill, theme.not_finite, 5);
    text_in(ui, pill, text, IM_COL32_WHITE, sizes::kSmall, ui.fonts.strong, Align::center);
  }
  draw_held(ui, model, header);
  draw_filters(ui, model, state, header, &content);
  if (model.tensors.empty()) {
    draw_no_tensors(ui, model, content);
    return;
  }
  draw_heads(ui, model.filters_wait, content.cut_top(kHeads));
  ImGui::SetCursorScreenPos({content.x, content.y});
  ImGui::BeginChild("tensors", {content.w, content.h});
  ui.wheel_used = ui.wheel_used || (ImGui::IsWindowHovered() && ImGui::GetScrollMaxY() > 0);
  const float height = row_height(ui);
  Rect body = {content.x, content.y - ImGui::GetScrollY(), content.w, 1e6f};
  for (std::size_t i = 0; i < model.tensors.size(); ++i) {
    draw_row(ui, model, static_cast<int>(i), body.cut_top(height));
  }
  if (state->scrolled_to != model.selected) {  // a row selected by key may be out of sight
    const float top = height * static_cast<float>(model.selected);
    ImGui::SetScrollY(std::max(std::min(ImGui::GetScrollY(), top), top + height - content.h));
    state->scrolled_to = model.selected;
  }
  ImGui::EndChild();
}

}  // namespace pipette::app::tensors_scene
