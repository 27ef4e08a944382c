// The parameter panel of experiments whose outfed tensors are inspected.
#include "page/inspector_panel.h"

#include "page/experiment_bindings.h"
#include "session/catalogue.h"

namespace pipette::app {

namespace {

constexpr const char* kFilters = "Filters";

ParameterBinding bind_filters(const char* name, const char* queue,
                              std::vector<std::string> Experiment::*member) {
  return {kFilters,
          {.name = name, .label = queue, .kind = FieldKind::kText},
          nullptr,
          nullptr,
          [member](const Experiment& e) { return filters_text(e.*member); },
          [member](Experiment& e, const std::string& text) { e.*member = parse_filters(text); }};
}

ParameterBinding bind_pre_accumulated() {
  return {"Outfeeds",
          {.name = "outfeed_pre_accumulated_gradients",
           .label = "Gradients",
           .help = "Those of every mini-batch, or what the weight update gets: their sum",
           .kind = FieldKind::kChoice,
           .maximum = 1,
           .options = {"Accumulated", "Each mini-batch"}},
          [](const Experiment& e) { return e.outfeed_pre_accumulated_gradients ? 1.0 : 0.0; },
          [](Experiment& e, double value) { e.outfeed_pre_accumulated_gradients = value != 0; }};
}

}  // namespace

std::string filters_text(const std::vector<std::string>& filters) {
  std::string text;
  for (const std::string& filter : filters) text += (text.empty() ? "" : ", ") + filter;
  return text.empty() ? "none" : text;
}

std::vector<std::string> parse_filters(const std::string& text) {
  std::vector<std::string> filters;
  std::string word;
  for (const char c : text + " ") {
    if (c != ' ' && c != ',') {
      word += c;
    } else if (!word.empty()) {
      filters.push_back(word);
      word.clear();
    }
  }
  return filters.empty() ? std::vector<std::string>{"none"} : filters;
}

std::vector<ParameterField> take_filters(ParameterModel* parameters) {
  std::vector<ParameterField> filters;
  for (std::size_t i = parameters->groups.size(); i-- > 0;) {
    if (parameters->groups[i].title != kFilters) continue;
    for (const ParameterField& field : parameters->groups[i].fields) {
      filters.push_back(field);
    }
    parameters->groups.erase(parameters->groups.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return filters;
}

bool is_inspection(const Experiment& experiment) {
  switch (catalogue_entry(experiment.name).kind) {
    case ProgramKind::with_feeds:
      return catalogue_entry(experiment.name).prints_losses;
    case ProgramKind::without_feeds:
    case ProgramKind::pipelined:
      return false;
    default:
      return true;
  }
}

bool outfeeds(const Experiment& experiment) {
  return catalogue_entry(experiment.name).kind != ProgramKind::benchmark;
}

void add_filter_bindings(std::vector<ParameterBinding>* bindings) {
  bindings->push_back(
      bind_filters("gradients_filters", "Gradients", &Experiment::gradients_filters));
  bindings->push_back(
      bind_filters("activations_filters", "Activations", &Experiment::activations_filters));
  bindings->push_back(bind_pre_accumulated());
}

std::vector<ParameterBinding> inspection_bindings(ProgramKind kind) {
  const bool filters = kind == ProgramKind::inspected;
  const bool has_data = kind != ProgramKind::arithmetic;
  std::vector<ParameterBinding> bindings;
  if (filters) add_filter_bindings(&bindings);
  const char* training = "Training";
  bindings.push_back(bind_steps(training, "Steps", "Steps in all"));
  bindings.push_back(bind_steps_per_run(training, "Steps in one Engine::run"));
  if (filters) bindings.push_back(bind_mini_batches(training));
  if (has_data) bindings.push_back(bind_batch_size(training));
  if (has_data && kind != ProgramKind::benchmark) {
    bindings.push_back(bind_learning_rate(training));
  }
  if (has_data) bindings.push_back(bind_seed(training));
  return bindings;
}

}  // namespace pipette::app
