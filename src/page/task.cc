#include "page/task.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/nearest_name.h"
#include "experiment/field.h"
#include "session/condition.h"

namespace pipette::app {
namespace {

constexpr std::string_view kCounts[] = {"stages", "hidden_layers"};
constexpr std::size_t kMostListed = 4000;  // letters

std::string take_text(Json* address, const char* name, std::size_t most) {
  const auto at = address->find(name);
  if (at == address->end()) return {};
  const Json value = std::move(*at);
  address->erase(at);
  if (!value.is_string()) {
    throw InvalidArgument(std::string(name) + " must be words, not " +
                          shown_json(value).substr(0, 80));
  }
  std::string text = value.get<std::string>();
  if (text.size() > most) {
    throw InvalidArgument(std::string(name) + " has " + std::to_string(text.size()) +
                          " letters; the most are " + std::to_string(most));
  }
  return text;
}

void require_control(const std::string& member, const std::string& name) {
  std::vector<std::string_view> known(std::begin(kCounts), std::end(kCounts));
  for (const Field& field : fields()) known.emplace_back(field.name);
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  throw InvalidArgument(member + " names controls, but none is called \"" + name.substr(0, 80) +
                        "\"; the nearest is " +
                        std::string(nearest_name(std::string_view(name).substr(0, 80), known)));
}

// "batch_size,steps"
std::vector<std::string> take_controls(Json* address, const char* member) {
  const std::string text = take_text(address, member, kMostListed);
  std::vector<std::string> names;
  for (std::size_t at = 0; !text.empty() && at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string name = text.substr(at, end - at);
    require_control(member, name);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    at = end + 1;
  }
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
  return text;
}

std::string refusal(const std::string& control) {
  std::string label = control;
  for (const Field& field : fields()) {
    if (field.name == control && !field.label.empty()) label = field.label;
  }
  return label + " is locked by the link of this page. Open the page without the link to change it";
}

}  // namespace

bool Task::hides(const std::string& control) const { return contains(hidden, control); }
bool Task::locks(const std::string& control) const {
  return contains(locked, control) || hides(control);
}

std::string Task::why_locked(const std::string& change) const {
  if (locks(change)) return refusal(change);
  const bool in_model = change.find('/') != std::string::npos;
  return in_model && locks("layers") ? refusal("layers") : "";
}

std::string Task::why_locked(const Experiment& from, const Experiment& to) const {
  for (const Field& field : fields()) {
    if (locks(field.name) && field.get(from) != field.get(to)) return refusal(field.name);
  }
  if (locks("stages") && from.num_stages() != to.num_stages()) return refusal("stages");
  if (locks("hidden_layers") && from.model.hidden_units.size() != to.model.hidden_units.size()) {
    return refusal("hidden_layers");
  }
  return {};
}

Task take_task(Json* address) {
  Task task;
  task.text = take_text(address, "task", Task::kMostLetters);
  task.goal = take_text(address, "goal", Condition::kMostLetters);
  if (!task.goal.empty()) {
    try {
      task.goal = Condition::parse(task.goal).text();
    } catch (const InvalidArgument& refused) {
      throw InvalidArgument(std::string("its goal: ") + refused.what());
    }
  }
  task.locked = take_controls(address, "lock");
  task.hidden = take_controls(address, "hide");
  return task;
}

void put_task(const Task& task, Json* address) {
  if (!task.text.empty()) (*address)["task"] = task.text;
  if (!task.goal.empty()) (*address)["goal"] = task.goal;
  if (!task.locked.empty()) (*address)["lock"] = joined(task.locked);
  if (!task.hidden.empty()) (*address)["hide"] = joined(task.hidden);
}

}  // namespace pipette::app
