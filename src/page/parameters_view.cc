#include "page/parameters_view.h"

#include <algorithm>

#include "page/actions.h"
#include "page/data_view.h"
#include "page/experiment_panel.h"
#include "runs/speed_scale.h"
#include "ui/explained.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

constexpr float kGroupTitle = 30;
constexpr float kRowGap = 5;

constexpr float kCaption = 18;  // above a choice that needs an explanation
constexpr float kMoreGap = 10;  // above the button that unfolds the rest

bool has_caption(const ParameterField& field) {
  return field.kind == FieldKind::choice && field.captioned && !field.locked;
}

float suggestions_height(const Ui& ui) { return ui.row() + 6; }

float error_height(Ui& ui, const ParameterField& field, float width) {
  if (field.error.empty()) return 0;
  return wrapped_height(ui, field.error, width, sizes::kSmall) + 6 +
         (field.suggestions.empty() ? 0 : suggestions_height(ui));
}

// A box that opens the catalogue.
void experiment_choice(Ui& ui, const ParameterModel& model, const Rect& area) {
  if (model.title.empty()) return;
  if (choice_button(ui, "parameters/experiment", area, model.title,
                    model.description + "\nAll experiments   ( C )")) {
    ui.ask(action::kChooseExperiment);
  }
}

// The choice between the page's version of the program and the tutorial's.
void version_choice(Ui& ui, const ParameterModel& model, Rect area) {
  explained_label(ui, area.cut_top(kCaption), "Version",
                  "Easy to watch: the host is uneven and about as fast as the IPU, so that the "
                  "queue fills and drains.\nAs in the tutorial: its figures, and a host as slow as "
                  "was measured. The run goes at full speed then, and its result has the lines "
                  "that the tutorial's programs print.",
                  ui.colors().text, sizes::kSmall);
  const int after = segmented(ui, "parameters/version", area,
                              {"Easy to watch", "As in the tutorial"}, model.version);
  if (after == model.version) return;
  ui.intents.push_back({action::kSelectExperiment, {}, after + 1.0, model.program});
  const int speed = after == 0 ? kDefaultSpeed : kFullSpeed;
  ui.intents.push_back({action::kSetSpeed, {}, static_cast<double>(speed)});
}

float version_height(const Ui& ui, const ParameterModel& model) {
  return model.program.empty() ? 0 : kCaption + ui.row() + kRowGap;
}

void choose(Ui& ui, const ParameterField& field, const Rect& row) {
  const int before = static_cast<int>(field.value);
  const int after = segmented(ui, "parameters/" + field.name, row, field.options, before);
  if (after != before) {
    ui.intents.push_back({action::kSetParameter, field.name, static_cast<double>(after)});
  }
}

// The error of a refused value, and buttons with valid ones.
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

// For short labels, so that a list has room.
constexpr float kTextLabel = 48;

// The value alone, in the place of the control.
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

// Above the first field, as drawn by card().
float heading_height(const Ui& ui) {
  return 10 + sizes::kCardHeader + sizes::kHalf + (ui.thumbs() ? 4 : 0);
}

// The fields that are folded under "More".
struct Folded {
  int fields = 0, changed = 0;
  bool wrong = false;
};

Folded folded_of(const ParameterModel& model) {
  Folded folded;
  for (const ParameterGroup& group : model.groups) {
    if (!group.more) continue;
    for (const ParameterField& field : group.fields) {
      ++folded.fields;
      folded.changed += field.changed ? 1 : 0;
      folded.wrong |= !field.error.empty();
    }
  }
  return folded;
}

bool is_open(const ParameterModel& model, const ParametersViewState& state, const Folded& folded) {
  if (folded.wrong) return true;
  const bool as_left = state.more && state.title == model.title;
  return as_left ? *state.more : folded.changed > 0;
}

float group_height(Ui& ui, const ParameterGroup& group, float width) {
  float height = kGroupTitle;
  for (const ParameterField& field : group.fields) {
    height +=
        ui.row() + kRowGap + error_height(ui, field, width) + (has_caption(field) ? kCaption : 0);
  }
  return height;
}

void group_title(Ui& ui, const std::string& words, Rect* body) {
  Rect title = body->cut_top(kGroupTitle);
  title.cut_top(8);
  text_in(ui, title, words, ui.colors().text_dim, sizes::kSmall, ui.fonts.strong);
  const float word = text_width(ui, words, sizes::kSmall, ui.fonts.strong);
  explain_words(ui, "group", {title.x, title.y + 2, word, title.h - 4}, words);
}

void draw_group(Ui& ui, const ParameterGroup& group, Rect* body) {
  const float width = ui.thumbs() ? std::max(146.0f, body->w * 0.52f) : 116;
  group_title(ui, group.title, body);
  for (const ParameterField& field : group.fields) {
    if (has_caption(field)) {
      explained_label(ui, body->cut_top(kCaption), field.label, field.help, ui.colors().text,
                      sizes::kSmall);
    }
    Rect row = body->cut_top(ui.row(), kRowGap);
    field_row(ui, field, row, width);
    const float height = error_height(ui, field, body->w);
    if (height > 0) draw_error(ui, field, body->cut_top(height));
    row.h = body->y - row.y;
    reveal(ui, field.name, row);
  }
}

// Unfolds "More" if a field inside must be shown; an error keeps its group unfolded anyway.
void unfold_what_is_revealed(const Ui& ui, const ParameterModel& model,
                             ParametersViewState* state) {
  if (ui.reveal.frames <= 0) return;
  for (const ParameterGroup& group : model.groups) {
    for (const ParameterField& field : group.fields) {
      if (!group.more || field.name != ui.reveal.field || !field.error.empty()) continue;
      state->title = model.title;
      state->more = true;
    }
  }
}

// "More: 15 settings", which opens them, or "Fewer settings".
void more_button(Ui& ui, const ParameterModel& model, const Folded& folded, bool open,
                 ParametersViewState* state, const Rect& area) {
  std::string label =
      "More: " + format_count(folded.fields) + (folded.fields == 1 ? " setting" : " settings");
  if (open) label = "Fewer settings";
  if (!open && folded.changed > 0) label += ", " + format_count(folded.changed) + " changed";
  if (button(ui, "parameters/more", area,
             {.label = label, .enabled = !folded.wrong, .selected = open})) {
    state->title = model.title;
    state->more = !open;
  }
}

}  // namespace

float parameters_height(Ui& ui, const ParameterModel& model, const DataModel& data,
                        const ParametersViewState& state) {
  const float inner = ui.sidebar() - 2 * sizes::kPadding;
  const Folded folded = folded_of(model);
  const bool open = is_open(model, state, folded);
  float height = heading_height(ui) + ui.row() + 4 + version_height(ui, model);
  for (const ParameterGroup& group : model.groups) {
    if (open || !group.more) height += group_height(ui, group, inner);
  }
  if (folded.fields > 0) height += kMoreGap + ui.row();
  if (data.used) height += kGroupTitle + data_height(ui, data, state.data, inner);
  return height + 12;
}

void draw_parameters(Ui& ui, const ParameterModel& model, const DataModel& data,
                     const TransportModel& transport, ParametersViewState* state, Rect area) {
  Rect header;
  Rect content = card(ui, "parameters", area, "Experiment", &header);
  header_buttons(ui, transport, header);
  unfold_what_is_revealed(ui, model, state);
  const float wanted = parameters_height(ui, model, data, *state) - heading_height(ui);
  const bool scrolls = wanted > content.h + 12;
  ImGui::SetCursorScreenPos({content.x, content.y});
  ImGui::BeginChild(
      "parameters", {content.w + (scrolls ? 10.0f : 0.0f), content.h + 8}, 0,
      scrolls ? 0 : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  Rect body = {content.x, content.y - ImGui::GetScrollY(), content.w, wanted};
  experiment_choice(ui, model, body.cut_top(ui.row(), 4));
  if (const float height = version_height(ui, model); height > 0) {
    version_choice(ui, model, body.cut_top(height - kRowGap, kRowGap));
  }
  for (const ParameterGroup& group : model.groups) {
    if (!group.more) draw_group(ui, group, &body);
  }
  if (data.used) {
    group_title(ui, "Data", &body);
    const Rect data_area = body.cut_top(data_height(ui, data, state->data, body.w));
    reveal(ui, "data", data_area);
    draw_data(ui, data, &state->data, data_area);
  }
  if (const Folded folded = folded_of(model); folded.fields > 0) {
    const bool open = is_open(model, *state, folded);
    body.cut_top(kMoreGap);
    more_button(ui, model, folded, open, state, body.cut_top(ui.row()));
    for (const ParameterGroup& group : model.groups) {
      if (open && group.more) draw_group(ui, group, &body);
    }
  }
  if (scrolls) {
    ImGui::SetCursorScreenPos({content.x, content.y - ImGui::GetScrollY() + wanted});
    ImGui::Dummy({1, 1});
  }
  ImGui::EndChild();
}

}  // namespace pipette::app
