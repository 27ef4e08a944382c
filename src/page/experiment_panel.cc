#include "page/experiment_panel.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <tuple>

#include "core/error.h"
#include "core/item.h"
#include "experiment/edit.h"
#include "experiment/field.h"
#include "page/shown_programs.h"
#include "ui/format.h"
#include "ui/intent.h"

namespace pipette::app {
namespace {

// From top to bottom; groups without fields are left out.
constexpr const char* kFilters = "Filters";
constexpr const char* kGroups[] = {kFilters, "Outfeeds", "Model",         "Pipeline",
                                   "Memory", "Training", "Modelled host", "Output"};

std::string joined(const Json& list) {
  const Json items = list.is_array() ? list : Json::array({list});
  std::string text;
  for (const Json& item : items) {
    text += (text.empty() ? "" : ", ") + (item.is_string() ? item.get<std::string>() : item.dump());
  }
  return text;
}

// A switch fits beside its label; longer words take the whole line.
FieldKind kind_of_choice(const Field& field) {
  constexpr std::size_t kMaxSwitchLetters = 14;
  if (field.type != FieldType::boolean) return FieldKind::choice;
  std::size_t letters = 0;
  for (const Word& choice : field.choices) letters += choice.label.size();
  return letters <= kMaxSwitchLetters ? FieldKind::toggle : FieldKind::choice;
}

// The control without its value.
ParameterField control_of(const Field& field, const Experiment& e) {
  ParameterField control = {.name = field.name,
                            .label = field.label,
                            .help = field.help,
                            .minimum = field.minimum,
                            .maximum = field.maximum,
                            .doubles = field.growth == Growth::doubles,
                            .steps_125 = field.growth == Growth::one_two_five,
                            .unit = field.unit,
                            .captioned = field.captioned};
  if (field.words) std::tie(control.label, control.help) = field.words(e);
  for (const Word& choice : field.choices) control.options.push_back(choice.label);
  if (field.type == FieldType::integer) {
    control.kind = FieldKind::integer;
  } else if (field.type == FieldType::real) {
    control.kind = FieldKind::real;
  } else if (!field.choices.empty()) {
    control.kind = kind_of_choice(field);
    control.maximum = static_cast<double>(field.choices.size() - 1);
  } else {
    control.kind = FieldKind::text;
  }
  return control;
}

void set_shown_value(ParameterField& control, const Field& field, const Experiment& e) {
  const Json value = field.get(e);
  if (value.is_number()) control.value = value.get<double>();
  if (value.is_boolean()) control.value = value.get<bool>() ? 1 : 0;
  for (std::size_t i = 0; i < field.choices.size(); ++i) {
    if (value == field.choices[i].word) control.value = static_cast<double>(i);
  }
  if (control.kind != FieldKind::text) return;
  control.text = joined(value);
  if (field.name != "device_mapping" || !e.pipeline.device_mapping.empty()) return;
  for (std::int64_t stage = 0; stage < e.num_stage_devices(); ++stage) {  // by default one IPU each
    control.text += (stage == 0 ? "" : ", ") + std::to_string(stage);
  }
}

// A control for a count, which is not a field but a name known to set_value().
ParameterField count(const char* name, const char* label, const char* help, std::int64_t value,
                     double minimum, double maximum) {
  return {.name = name,
          .label = label,
          .help = help,
          .value = static_cast<double>(value),
          .minimum = minimum,
          .maximum = maximum};
}

void add_counts(const Experiment& e, bool more, std::vector<ParameterField>& controls) {
  const ProgramKind kind = catalogue_entry(e.name).kind;
  if (kind == ProgramKind::keras && !more) {
    controls.insert(
        controls.begin(),
        count("stages", "Stages", "Parts of the model, each on an IPU of its own; 1: no pipeline.",
              e.num_stages(), 1, kMaxLayers));
  }
  if (kind == ProgramKind::pipelined && more) {
    controls.push_back(count("hidden_layers", "Hidden layers",
                             "More layers can be cut into more stages; "
                             "new ones are as wide as the last.",
                             static_cast<std::int64_t>(e.model.hidden_units.size()), 1,
                             kMaxHiddenLayers));
  }
}

// Whether most people change the field, or the program is about it: its catalogue entry then has
// another default than a plain experiment.
bool is_everyday(const Field& field, const CatalogueEntry& entry) {
  static const Experiment plain;
  return field.everyday.contains(entry.kind) || field.get(entry.defaults) != field.get(plain);
}

Json whole_number(const std::string& name, double value) {
  if (is_whole(value)) return static_cast<std::int64_t>(value);
  const char* wanted = value != std::floor(value) ? "a whole number"
                       : value > 0                ? "smaller"
                                                  : "larger";
  throw InvalidArgument(name + " must be " + wanted + ", but it is " + format_number(value, 6) +
                        "; the nearest valid value is " +
                        format_number(nearest_whole(name, value), 16));
}

// The value of a layer's field, or of another change of the model.
Json value_in_model(const std::string& name, double number, const std::string& text) {
  const std::string what = name.substr(name.rfind('/') + 1);
  if (what == "name" || !text.empty()) return text;
  if (what == "outfeed") return number != 0;
  if (what == "rate") return number;
  return whole_number(what, number);
}

Json value_of(const Field& field, double number, const std::string& text) {
  const bool numeric = field.type == FieldType::real || field.type == FieldType::integer;
  if (numeric && !text.empty()) return parse_typed(field.name, text);
  if (field.type == FieldType::real) return number;
  if (field.type == FieldType::boolean) return number != 0;
  if (field.type == FieldType::integer) return whole_number(field.name, number);
  if (field.type != FieldType::choice || !text.empty()) {
    return parse_typed(field.name, text);
  }
  return item(field.choices, whole_within(number, 0, std::ssize(field.choices) - 1)).word;
}

}  // namespace

ParameterModel panel_of(const Experiment& e) {
  const CatalogueEntry& entry = catalogue_entry(e.name);
  const Experiment first = first_shown(e.name);
  ParameterModel model;
  for (const bool more : {false, true}) {
    for (const char* group : kGroups) {
      std::vector<ParameterField> controls;
      for (const Field& field : fields()) {
        if (field.group != group || !field.panel.contains(entry.kind)) continue;
        if (is_everyday(field, entry) == more || !why_meaningless(field, e).empty()) continue;
        ParameterField& control = controls.emplace_back(control_of(field, e));
        set_shown_value(control, field, e);
        const Json value = field.get(e);
        control.changed = value != field.get(first) && value != field.get(entry.defaults);
      }
      if (group == std::string_view("Pipeline")) add_counts(e, more, controls);
      if (!controls.empty()) model.groups.push_back({group, std::move(controls), more});
    }
  }
  if (!has_versions(e.name)) return model;
  model.program = e.name;
  for (const Version version : {Version::page, Version::tutorial}) {
    Experiment unchanged = version_of(e.name, version);
    unchanged.training.data = e.training.data;
    if (unchanged.to_json() == e.to_json()) model.version = static_cast<int>(version) - 1;
  }
  return model;
}

std::string value_text(const ParameterField& field) {
  if (field.kind == FieldKind::text) return field.text;
  if (!field.options.empty()) return item(field.options, static_cast<int>(field.value));
  return with_unit(field.value, format_number(field.value, 6), field.unit);
}

std::vector<ParameterField> take_filters(ParameterModel* parameters) {
  std::vector<ParameterGroup>& groups = parameters->groups;
  const auto at = std::find_if(groups.begin(), groups.end(),
                               [](const ParameterGroup& group) { return group.title == kFilters; });
  if (at == groups.end()) return {};
  std::vector<ParameterField> filters = std::move(at->fields);
  groups.erase(at);
  return filters;
}

std::string experiments_json(const std::string& chosen) {
  Json list = Json::array();
  for (const CatalogueEntry& entry : catalogue()) {
    list.push_back({{"group", entry.group},
                    {"name", entry.name},
                    {"title", entry.title},
                    {"description", entry.description}});
  }
  return Json({{"chosen", chosen}, {"experiments", list}}).dump();
}

void set_parameter(Experiment* e, const std::string& name, double number, const std::string& text) {
  const bool in_model = name.find('/') != std::string::npos || name == "hidden_layers" ||
                        (name == "stages" && !e->model.layers.empty());
  set_value(
      *e, name,
      in_model ? value_in_model(name, number, text) : value_of(field_named(name), number, text));
}

Suggestion button_of(const pipette::Suggestion& suggestion) {
  Suggestion button = {suggestion.label, suggestion.field};
  const Json& value = suggestion.value;
  if (value.is_number()) button.number = value.get<double>();
  if (value.is_boolean()) button.number = value.get<bool>() ? 1 : 0;
  if (value.is_string() || value.is_array()) button.text = joined(value);
  return button;
}

bool is_whole(double value) {
  // Beyond 2^53 a double no longer holds every integer; below that a cast is exact.
  return value == std::floor(value) && std::fabs(value) <= 0x1p53;
}

double nearest_whole(const std::string& name, double value) {
  double least = 0, most = 0x1p53;
  for (const Field& field : fields()) {
    if (field.name == name) std::tie(least, most) = std::pair(field.minimum, field.maximum);
  }
  return std::isfinite(value) ? std::clamp(std::round(value), least, most) : least;
}

std::string with_labels(std::string text, const std::string& name) {
  for (const Field& field : fields()) {
    if (field.label.empty() || (field.name != name && field.name.find('_') == std::string::npos))
      continue;
    const auto part_of_a_word = [&](std::size_t at) {
      const unsigned char c = at < text.size() ? static_cast<unsigned char>(text[at]) : ' ';
      return std::isalnum(c) != 0 || c == '_' || c == '.';
    };
    for (std::size_t at = 0; (at = text.find(field.name, at)) != std::string::npos;) {
      const std::size_t end = at + field.name.size();
      const bool whole_word =
          (at == 0 || !part_of_a_word(at - 1)) && !(end < text.size() && part_of_a_word(end));
      if (whole_word) text.replace(at, field.name.size(), field.label);
      at = whole_word ? at + field.label.size() : end;
    }
  }
  return text;
}

std::string blamed_field(const std::string& name) {
  return name.starts_with("layers/") ? name.substr(0, name.find('/', 7)) : name;
}

}  // namespace pipette::app
