#include <fmt/format.h>

#include "core/nearest_name.h"
#include "experiment/field_binding.h"

namespace pipette {

namespace {

std::vector<Field> make_fields() {
  std::vector<Field> all;
  Field name;
  name.name = "experiment";
  name.label = "Experiment";
  name.help = "The program, by its name in the catalogue.";
  name.has_flag = false;  // it is the command's argument
  name.programs = Programs::all_but({});
  all.push_back(bound(
      [](auto& e) -> auto& { return e.name; }, name));
  add_training_fields(all);
  add_pipeline_fields(all);
  add_inspection_fields(all);
  add_machine_fields(all);
  return all;
}

}  // namespace

const std::vector<Field>& fields() {
  static const std::vector<Field> all = make_fields();
  return all;
}

std::pair<std::string, std::string> split_name(const std::string& name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return {"", name};
  return {name.substr(0, dot), name.substr(dot + 1)};
}

const Field& field_named(const std::string& name) {
  std::vector<std::string_view> known;
  for (const Field& field : fields()) {
    if (field.name == name) return field;
    known.emplace_back(field.name);
  }
  const std::string nearest = did_you_mean(name, known);
  throw NotFound(fmt::format("an experiment has no field \"{}\"{}", name.substr(0, 80),
                             nearest.empty() ? "; docs/experiments.md lists them" : nearest));
}

std::string why_meaningless(const Field& field, const Experiment& e) {
  const CatalogueEntry& program = catalogue_entry(e.name);
  if (!field.programs.contains(program.kind)) {
    return fmt::format("has no meaning for \"{}\"", e.name);
  }
  const char* lacks = field.lacks ? field.lacks(e) : nullptr;
  return lacks == nullptr ? "" : fmt::format("has no meaning for this \"{}\": {}", e.name, lacks);
}

namespace {

template <class Which>
Experiment with_defaults(Experiment e, Which which) {
  const Experiment usual = Experiment::defaults(e.name);
  // Twice: what one field lacks may be given by another that loses its meaning.
  for (int round = 0; round < 2; ++round) {
    for (const Field& field : fields()) {
      if (which(field) && !why_meaningless(field, e).empty()) field.set(e, field.get(usual));
    }
  }
  return e;
}

}  // namespace

Experiment with_meaning(Experiment e) {
  return with_defaults(std::move(e), [](const Field&) { return true; });
}

Experiment with_meaning_kept(Experiment e, const Experiment& before) {
  return with_defaults(std::move(e),
                       [&](const Field& field) { return why_meaningless(field, before).empty(); });
}

}  // namespace pipette
