#include "scenes/model/builder_parts.h"

#include <algorithm>
#include <cfloat>

#include "cards/actions.h"
#include "core/item.h"
#include "ui/widgets.h"

namespace pipette::app::model_scene {
namespace {

// The height of the buttons below an error, with the gaps around them.
float mend_height(const Ui& ui) { return ui.row() + 6; }

// A field without its label; its tooltip explains it.
void draw_field(Ui& ui, const ParameterField& field, const Rect& area) {
  if (field.kind == FieldKind::choice) {
    const int chosen =
        choice_box(ui, field.name, area, field.text, field.options, static_cast<int>(field.value));
    if (chosen >= 0) ask_model(ui, field.name, 0, item(field.options, chosen));
    return;
  }
  if (field.kind == FieldKind::text) {
    std::string text = field.text;
    if (text_field(ui, field.name, area, false, &text)) ask_model(ui, field.name, 0, text);
    return;
  }
  double value = field.value;
  const NumberLook look = {.integer = field.kind == FieldKind::integer,
                           .minimum = field.minimum,
                           .maximum = field.maximum,
                           .doubles = field.doubles};
  if (number_field(ui, field.name, area, look, &value)) ask_model(ui, field.name, value);
}

// The width at which a text field shows all of its text; 0 for other fields.
float width_of_text(Ui& ui, const ParameterField& field) {
  if (field.kind != FieldKind::text) return 0;
  return text_width(ui, field.text, sizes::kText, ui.fonts.mono) + 24;
}

// Each field's share of the line, larger for numbers than for words.
float share_of(const ParameterField& field) {
  return field.kind == FieldKind::text ? 0.75f : field.kind == FieldKind::choice ? 1.0f : 1.1f;
}

}  // namespace

void ask_model(Ui& ui, const std::string& name, double number, const std::string& text) {
  ui.intents.push_back({action::kSetParameter, name, number, text});
}

float model_problem_height(Ui& ui, const std::string& error, float width, bool mended) {
  if (error.empty()) return 0;
  const float lines = wrapped_height(ui, error, width - kGripWidth, sizes::kSmall);
  return lines + 6 + (mended ? mend_height(ui) : 0);
}

void draw_model_problem(Ui& ui, const std::string& name, const std::string& error,
                        const std::vector<Suggestion>& suggestions, Rect area) {
  if (error.empty()) return;
  area.cut_left(kGripWidth);
  Rect buttons = suggestions.empty() ? Rect() : area.cut_bottom(mend_height(ui)).inset(0, 3);
  ui.rects.publish(name + "/problem", area);
  text_wrapped(ui, area, error, ui.colors().bad, sizes::kSmall);
  for (std::size_t i = 0; i < suggestions.size(); ++i) {
    const Suggestion& use = suggestions[i];
    const ButtonLook look = {.label = use.label};
    const Rect place = buttons.cut_left(std::min(buttons.w, button_width(ui, look)), 8);
    if (button(ui, name + "/use/" + std::to_string(i), place, look)) {
      ask_model(ui, use.field, use.number, use.text);
    }
  }
}

void draw_layer_fields(Ui& ui, const std::vector<ParameterField>& fields, bool labels, Rect area) {
  float shares = 0;
  for (const ParameterField& field : fields) shares += share_of(field);
  float unit = (area.w - 6 * (static_cast<float>(fields.size()) - 1)) / std::max(0.1f, shares);
  if (!labels && !ui.thumbs()) unit = std::min(unit, 88.0f);
  for (const ParameterField& field : fields) {
    float width = unit * share_of(field);
    if (!labels) width = std::max(width, std::min(area.w, width_of_text(ui, field)));
    Rect place = area.cut_left(width, 6);
    if (labels) {
      const float label = text_width(ui, field.label, sizes::kSmall) + 6;
      text_in(ui, place.cut_left(label), field.label, ui.colors().text_dim, sizes::kSmall);
    }
    draw_field(ui, field, place);
  }
}

Grab grab(Ui& ui, const std::string& name, const Rect& area) {
  publish_control(ui, name, area, Claim::drag);
  invisible_button(name, area);
  const bool held = ImGui::IsItemActive();
  if (held || ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  if (held) ui.animate(0.1);
  return held ? Grab::held : ImGui::IsItemDeactivated() ? Grab::let_go : Grab::none;
}

}  // namespace pipette::app::model_scene
