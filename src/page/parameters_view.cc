#include "page/parameters_view.h"

#include <algorithm>

#include "core/item.h"
#include "page/actions.h"
#include "page/data_view.h"
#include "ui/explained.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

constexpr float kGroupTitle = 30;
constexpr float kRowGap = 5;

constexpr float kCaption = 18;  // above a choice that does not explain itself

bool has_caption(const ParameterField& field) {
  return field.kind == FieldKind::choice && field.captioned && !field.locked;
}

float suggestions_height(const Ui& ui) { return ui.row() + 6; }

float error_height(Ui& ui, const ParameterField& field, float width) {
  const std::string& error = field.error;
  if (error.empty()) return 0;
  const char* begin = error.data();
  return ui.fonts.text->CalcTextSizeA(sizes::kSmall, FLT_MAX, width, begin, begin + error.size())
             .y +
         6 + (field.suggestions.empty() ? 0 : suggestions_height(ui));
}

// A box that opens the catalogue.
void experiment_choice(Ui& ui, const ParameterModel& model, const Rect& area) {
  if (model.title.empty()) return;
  if (choice_button(ui, "parameters/experiment", area, model.title,
                    model.description + "\nAll experiments   ( C )")) {
    ui.ask(action::kChooseExperiment);
  }
}

void choose(Ui& ui, const ParameterField& field, const Rect& row) {
  const int before = static_cast<int>(field.value);
  const int after = segmented(ui, "parameters/" + field.name, row, field.options, before);
  if (after != before) {
    ui.intents.push_back({action::kSetParameter, field.name, static_cast<double>(after)});
  }
}

// Why a value was refused, and values that would do.
void draw_error(Ui& ui, const ParameterField& field, Rect area) {
  Rect buttons =
      field.suggestions.empty() ? Rect() : area.cut_bottom(suggestions_height(ui)).inset(0, 3);
  ui.rects.publish("parameters/" + field.name + "/problem", area);
  text_wrapped(ui, area, field.error, ui.colors().bad, sizes::kSmall);
  for (std::size_t i = 0; i < field.suggestions.size(); ++i) {
    const Suggestion& use = field.suggestions[i];
    const ButtonLook look = {.label = use.label};
    const Rect place = buttons.cut_left(std::min(buttons.w, button_width(ui, look)), 8);
    if (button(ui, "parameters/" + field.name + "/use/" + std::to_string(i), place, look)) {
      ui.intents.push_back({action::kSetParameter, use.field, use.number, use.text});
    }
  }
}

// Short words and the room for a list.
constexpr float kTextLabel = 48;

std::string value_text(const ParameterField& field) {
  if (field.kind == FieldKind::text) return field.text;
  if (!field.options.empty()) return item(field.options, static_cast<int>(field.value));
  return with_unit(field.value, format_number(field.value, 6), field.unit);
}

// The value alone, where the control would be.
void locked_row(Ui& ui, const ParameterField& field, Rect row, float width) {
  ui.rects.publish("parameters/" + field.name + "/locked", row);
  text_in(ui, row.cut_right(width, 6), value_text(field), ui.colors().text_dim, sizes::kText,
          field.options.empty() ? ui.fonts.mono : nullptr, Align::right);
  explained_label(ui, row, field.label, "Locked by the link of this page. " + field.help,
                  ui.colors().text_dim);
}

void field_row(Ui& ui, const ParameterField& field, Rect row, float width) {
  if (field.locked) return locked_row(ui, field, row, width);
  if (field.kind == FieldKind::choice) return choose(ui, field, row);
  const Theme& theme = ui.colors();
  const bool words = field.kind == FieldKind::text;
  const Rect control = row.cut_right(words ? row.w - kTextLabel : width, 6);
  explained_label(ui, row, field.label, field.help, theme.text);
  if (field.kind == FieldKind::toggle) return choose(ui, field, control);
  if (words) {
    std::string entered = field.text;
    if (text_field(ui, "parameters/" + field.name, control, !field.error.empty(), &entered)) {
      ui.intents.push_back({action::kSetParameter, field.name, 0, entered});
    }
    return;
  }
  double value = field.value;
  const NumberLook look = {.integer = field.kind == FieldKind::integer,
                           .minimum = field.minimum,
                           .maximum = field.maximum,
                           .doubles = field.doubles,
                           .steps_125 = field.steps_125,
                           .unit = field.unit,
                           .error = !field.error.empty(),
                           .words = field.error.empty() ? std::string() : field.text};
  std::string typed;
  if (number_field(ui, "parameters/" + field.name, control, look, &value, &typed)) {
    ui.intents.push_back({action::kSetParameter, field.name, value});
  } else if (!typed.empty()) {
    ui.intents.push_back({action::kSetParameter, field.name, 0, typed});
  }
}

void header_buttons(Ui& ui, const TransportModel& transport, Rect header) {
  const Rect link = header.cut_right(ui.header_control(), 2).inset(0, -2);
  if (button(ui, "parameters/link", link, {.icon = Icon::link, .quiet = true},
             "Copy a link to this experiment: it gives the same bits everywhere")) {
    ui.ask(action::kCopyLink);
  }
  const Rect task = header.cut_right(ui.header_control(), 2).inset(0, -2);
  if (button(ui, "parameters/task", task, {.icon = Icon::settings, .quiet = true},
             "A link for a class: your text, a goal that checks itself, locked controls")) {
    ui.ask(action::kAskTask);
  }
  const Rect redo = header.cut_right(ui.header_control(), 2).inset(0, -2);
  const Rect undo = header.cut_right(ui.header_control(), 2).inset(0, -2);
  if (button(ui, "parameters/undo", undo,
             {.icon = Icon::undo, .enabled = transport.can_undo, .quiet = true},
             "Undo the last change   ( Ctrl + Z )")) {
    ui.ask(action::kUndo);
  }
  if (button(ui, "parameters/redo", redo,
             {.icon = Icon::redo, .enabled = transport.can_redo, .quiet = true},
             "Redo   ( Ctrl + Y )")) {
    ui.ask(action::kRedo);
  }
}

// Above the first field, as card() draws it.
float heading_height(const Ui& ui) {
  return 10 + sizes::kCardHeader + sizes::kHalf + (ui.thumbs() ? 4 : 0);
}

}  // namespace

float parameters_height(Ui& ui, const ParameterModel& model, const DataModel& data) {
  const float inner = ui.sidebar() - 2 * sizes::kPadding;
  float height = heading_height(ui) + ui.row() + 4;
  for (const ParameterGroup& group : model.groups) {
    height += kGroupTitle;
    for (const ParameterField& field : group.fields) {
      height +=
          ui.row() + kRowGap + error_height(ui, field, inner) + (has_caption(field) ? kCaption : 0);
    }
  }
  return height + kGroupTitle + data_height(ui, data, inner) + 12;
}

void draw_parameters(Ui& ui, const ParameterModel& model, const DataModel& data,
                     const TransportModel& transport, Rect area) {
  const Theme& theme = ui.colors();
  Rect header;
  Rect content = card(ui, "parameters", area, "Experiment", &header);
  header_buttons(ui, transport, header);
  const float wanted = parameters_height(ui, model, data) - heading_height(ui);
  const bool scrolls = wanted > content.h + 12;
  ImGui::SetCursorScreenPos({content.x, content.y});
  ImGui::BeginChild(
      "parameters", {content.w + (scrolls ? 10.0f : 0.0f), content.h + 8}, 0,
      scrolls ? 0 : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  Rect body = {content.x, content.y - ImGui::GetScrollY(), content.w, wanted};
  experiment_choice(ui, model, body.cut_top(ui.row(), 4));
  const float width = ui.thumbs() ? std::max(146.0f, body.w * 0.52f) : 116;
  for (const ParameterGroup& group : model.groups) {
    Rect title = body.cut_top(kGroupTitle);
    title.cut_top(8);
    text_in(ui, title, group.title, theme.text_dim, sizes::kSmall, ui.fonts.strong);
    const float word = text_width(ui, group.title, sizes::kSmall, ui.fonts.strong);
    explain_words(ui, "group", {title.x, title.y + 2, word, title.h - 4}, group.title);
    for (const ParameterField& field : group.fields) {
      if (has_caption(field)) {
        explained_label(ui, body.cut_top(kCaption), field.label, field.help, theme.text,
                        sizes::kSmall);
      }
      Rect row = body.cut_top(ui.row(), kRowGap);
      field_row(ui, field, row, width);
      const float height = error_height(ui, field, body.w);
      if (height <= 0) continue;
      draw_error(ui, field, body.cut_top(height));
      row.h = body.y - row.y;
      reveal(ui, field.name, row);
    }
  }
  Rect title = body.cut_top(kGroupTitle);
  title.cut_top(8);
  text_in(ui, title, "Data", theme.text_dim, sizes::kSmall, ui.fonts.strong);
  draw_data(ui, data, body);
  if (scrolls) {
    ImGui::SetCursorScreenPos({content.x, content.y - ImGui::GetScrollY() + wanted});
    ImGui::Dummy({1, 1});
  }
  ImGui::EndChild();
}

}  // namespace pipette::app
