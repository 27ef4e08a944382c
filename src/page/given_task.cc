#include "page/given_task.h"

#include <optional>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/json.h"
#include "ui/json_writer.h"

namespace pipette::app {

void GivenTask::set(Task task) {
  task_ = std::move(task);
  met_at_ = -1;
  error_.clear();
}

void GivenTask::set(const std::string& json) {
  try {
    Json members = json.empty() ? Json::object() : parse_json(json);
    if (!members.is_object()) throw InvalidArgument("a task must be a JSON object");
    Task task = take_task(&members);
    if (!members.empty()) {
      throw InvalidArgument("a task has task, goal, lock and hide, but no " +
                            members.begin().key().substr(0, 80));
    }
    set(std::move(task));
  } catch (const Error& refused) {
    error_ = refused.what();
  }
}

void GivenTask::stand_at(std::int64_t step) {
  if (step == 0 || met_at_ > step) met_at_ = -1;
}

void GivenTask::follow(Host& host, const Session& session, const AccuracyCurve& accuracies,
                       bool running) {
  std::optional<double> accuracy;
  if (!accuracies.points.empty()) accuracy = static_cast<double>(accuracies.points.back().accuracy);
  JsonWriter shown;
  if (!task_.goal.empty()) {
    const Condition goal = Condition::parse(task_.goal);
    if (met_at_ < 0 && goal.holds(session, accuracy)) {
      met_at_ = session.status().step;
      host.announce("The goal is met: " + task_.goal);
    }
    shown.add("met_at", met_at_).add("found", running ? "" : goal.found(session, accuracy));
  }
  shown.add("goal", task_.goal).add("text", task_.text);
  const std::string json = task_.empty() ? "" : shown.text();
  if (json == shown_) return;
  shown_ = json;
  host.show("task", json);
}

void GivenTask::mark(ParameterModel* parameters) const {
  if (!task_.empty()) parameters->program.clear();  // there is only the task's version
  for (ParameterGroup& group : parameters->groups) {
    std::erase_if(group.fields,
                  [&](const ParameterField& field) { return task_.hides(field.name); });
    for (ParameterField& field : group.fields) field.locked = task_.locks(field.name);
  }
  std::erase_if(parameters->groups,
                [](const ParameterGroup& group) { return group.fields.empty(); });
}

std::string GivenTask::state() const {
  JsonWriter state;
  state.add("text", task_.text).add("goal", task_.goal).add("met_at", met_at_).add("error", error_);
  state.add("results", names_of_results());  // that a goal can compare
  return state.text();
}

void StopField::set(const std::string& text, Runs& runs) {
  text_ = text;
  error_.clear();
  try {
    std::optional<Condition> condition;
    if (!text.empty()) condition = Condition::parse(text);
    runs.leader().session().stop_when(condition);
    holds_ = text_ = condition ? condition->text() : "";
  } catch (const Error& refused) {
    error_ = refused.what();
  }
}

void StopField::check_again(Runs& runs) {
  if (runs.side_by_side()) runs.follower().session().stop_when({});
  set(std::string(holds_), runs);
}

std::string StopField::said() const {
  if (!error_.empty()) return error_;
  return text_.empty() ? "Nothing stops the run" : "The run stops when " + text_;
}

std::string StopField::state() const {
  JsonWriter state;
  state.add("text", text_).add("error", error_);
  return state.text();
}

std::string GivenTask::controls_json(const ParameterModel& panel) const {
  constexpr const char* kKinds[] = {"integer", "real", "choice", "toggle", "text"};
  std::string all;
  for (const ParameterGroup& group : panel.groups) {
    for (const ParameterField& field : group.fields) {
      std::string options;
      for (const std::string& option : field.options) {
        options += (options.empty() ? "" : ",") + JsonWriter::quoted(option);
      }
      JsonWriter control;
      control.add("name", field.name)
          .add("label", field.label)
          .add("group", group.title)
          .add("help", field.help)
          .add("kind", kKinds[static_cast<std::size_t>(field.kind)])
          .add("value", field.value)
          .add("text", field.text)
          .add("unit", field.unit)
          .add("minimum", field.minimum)
          .add("maximum", field.maximum)
          .raw("options", "[" + options + "]")
          .add("error", field.error)
          .add("locked", task_.locks(field.name))
          .add("hidden", task_.hides(field.name));
      all += (all.empty() ? "" : ",") + control.text();
    }
  }
  return "[" + all + "]";
}

bool between_steps(const Session& session) {
  const Machine& machine = session.observed().machine();
  return machine.device.now() == machine.step_end_cycle;
}

}  // namespace pipette::app
