#include "bindings/views.h"
#include "core/json.h"
#include "experiment/problems.h"

#include <cmath>

#include "experiment/catalogue.h"

namespace pipette::bindings {

namespace {

Json queue_object(const QueueStatus& queue) {
  return {{"exists", queue.exists},
          {"depth", queue.depth},
          {"fill", queue.fill},
          {"elements", queue.elements},
          {"pending", queue.pending},
          {"element_bytes", queue.element_bytes},
          {"held_bytes", queue.held_bytes},
          {"wait", queue.wait},
          {"wait_cycles", queue.wait_cycles},
          {"total_wait_cycles", queue.total_wait_cycles}};
}

Json event_object(const Event& event) {
  Json object = {{"type", to_key(event.kind)}, {"cycle", event.cycle}};
  const auto whole = static_cast<std::int64_t>(event.value);
  switch (event.kind) {
    case EventKind::compiled:
      object["compile_seconds"] = event.value;
      break;
    case EventKind::run_started:
    case EventKind::run_finished:
      object["run"] = whole;
      break;
    case EventKind::dequeued:
      object["elements"] = whole;
      break;
    case EventKind::finished:
      object["steps"] = whole;
      break;
    case EventKind::failed:
      object["message"] = event.text;
      break;
    case EventKind::created:
    case EventKind::reset:
      break;
  }
  return object;
}

}  // namespace

std::string status_json(const RunStatus& status) {
  const Json object = {{"finished", status.finished},
                       {"in_run", status.in_run},
                       {"run", status.run},
                       {"num_runs", status.num_runs},
                       {"step", status.step},
                       {"num_steps", status.num_steps},
                       {"instruction", status.instruction},
                       {"instruction_kind", to_word(status.instruction_kind)},
                       {"phase", to_key(status.phase)},
                       {"cycles", status.cycles},
                       {"seconds", status.seconds},
                       {"compile_seconds", status.compile_seconds},
                       {"infeed", queue_object(status.infeed)},
                       {"outfeed", queue_object(status.outfeed)},
                       {"held_bytes", status.held_bytes},
                       {"most_held_bytes", status.most_held_bytes}};
  return object.dump();
}

std::string events_json(const std::vector<Event>& events) {
  Json list = Json::array();
  for (const Event& event : events) list.push_back(event_object(event));
  return list.dump();
}

std::string catalogue_json() {
  Json list = Json::array();
  for (const CatalogueEntry& entry : catalogue()) {
    list.push_back({{"group", entry.group},
                    {"name", entry.name},
                    {"title", entry.title},
                    {"description", entry.description},
                    {"feeds", entry.kind != ProgramKind::without_feeds},
                    {"defaults", Json::parse(entry.defaults.to_json())}});
  }
  return list.dump();
}

std::string experiment_json(const Experiment& experiment) {
  const Json object = {{"experiment", Json::parse(experiment.to_json())},
                       {"fingerprint", experiment.fingerprint()}};
  return object.dump();
}

std::string problems_json(const Experiment& experiment) {
  Json list = Json::array();
  for (const Problem& problem : problems_of(experiment)) {
    Json ways = Json::array();
    for (const Suggestion& way : problem.suggestions) {
      ways.push_back({{"label", way.label}, {"field", way.field}, {"value", way.value}});
    }
    list.push_back({{"field", problem.field}, {"text", problem.text}, {"suggestions", ways}});
  }
  return list.dump();
}

// Letters for 26 classes, as EMNIST counts them; numbers where a class has no other name.
std::vector<std::string> class_names(const ImageData& data) {
  const int count = data.num_classes();
  if (count == 10) return {data.classes().names.begin(), data.classes().names.end()};
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    names.push_back(count == 26 ? std::string(1, static_cast<char>('A' + i)) : std::to_string(i));
  }
  return names;
}

std::string data_json(const ImageData& data) {
  const Shape shape = data.image_shape();
  const Json object = {{"name", data.name()},
                       {"train_count", data.train_count()},
                       {"test_count", data.test_count()},
                       {"height", shape[0]},
                       {"width", shape[1]},
                       {"class_names", class_names(data)}};
  return object.dump();
}

std::string engine_options_json(const EngineOptions& options) {
  std::vector<std::string> notes = options.notes();
  if (options.writes_report()) {
    notes.emplace_back(
        "autoReport writes no folder here: profiles() has the report, and <pipette-profile> and "
        "reportHtml() show it");
  }
  return Json{{"options", options.texts()}, {"notes", notes}}.dump();
}

Json any_number(double value) {
  if (std::isfinite(value)) return value;
  if (std::isnan(value)) return "NaN";
  return value > 0 ? "Infinity" : "-Infinity";
}

Json statistics_object(const std::string& name, const Shape& shape, const inspect::Statistics& s) {
  return {{"name", name},
          {"shape", shape.sizes()},
          {"count", s.count},
          {"mean", any_number(s.mean)},
          {"std", any_number(s.std)},
          {"minimum", any_number(static_cast<double>(s.minimum))},
          {"maximum", any_number(static_cast<double>(s.maximum))},
          {"nans", s.num_nans},
          {"infs", s.num_infs}};
}

std::string outfed_json(const OutfedTensor& tensor) {
  const inspect::TensorHistory& history = tensor.history;
  Json object = {
      {"queue", tensor.queue}, {"axis", tensor.axis}, {"first", history.first_of_latest()}};
  object.update(statistics_object(tensor.key, history.latest().shape(), history.statistics()));
  return object.dump();
}

}  // namespace pipette::bindings
