#include "page/commands.h"

#include <algorithm>

#include "core/json.h"
#include "experiment/catalogue.h"
#include "page/actions.h"
#include "runs/speed_scale.h"

namespace pipette::app {
namespace {

Json entry_of(const std::string& group, const std::string& title, const Intent& intent) {
  return {{"group", group},          {"title", title},      {"action", intent.action},
          {"number", intent.number}, {"name", intent.name}, {"value", intent.text}};
}

void add_commands(const std::string& group, const Commands& commands, Json* entries) {
  for (const Command& command : commands) {
    if (command.intent.action.empty() || !command.possible) continue;
    if (command.intent.action == action::kOpenCommands) continue;
    Json entry = entry_of(group, command.help, command.intent);
    entry["keys"] = command.keys;
    entries->push_back(std::move(entry));
  }
}

void add_controls(const ParameterModel& panel, Json* entries) {
  for (const ParameterGroup& group : panel.groups) {
    for (const ParameterField& field : group.fields) {
      Json entry = entry_of("Controls", field.label, {action::kShowControl, field.name});
      entry["text"] = field.help;
      entry["search"] = field.name;
      entries->push_back(std::move(entry));
    }
  }
}

void add_experiments(Json* entries) {
  for (const CatalogueEntry& experiment : catalogue()) {
    Json entry = entry_of("Experiments", experiment.title,
                          {.action = action::kSelectExperiment, .text = experiment.name});
    entry["text"] = experiment.description;
    entry["search"] = experiment.name;
    entries->push_back(std::move(entry));
  }
}

}  // namespace

Commands page_commands(const TransportModel& model, ThemeKind theme) {
  const bool dark = theme == ThemeKind::dark;
  const bool rests = !model.running;
  const bool can_step = rests && !model.finished;
  const bool can_go_back = rests && model.can_go_back;
  const auto speed = [&](int change) {
    const int to = std::clamp(model.speed + change, 0, kFullSpeed);
    return Intent{action::kSetSpeed, {}, static_cast<double>(to)};
  };
  return {
      {.keys = "Space",
       .help = "Run or pause",
       .intent = {model.running ? action::kPause : action::kRun},
       .possible = model.running || !model.finished},
      {.keys = ".",
       .help = "One instruction",
       .intent = {action::kStepInstruction},
       .possible = can_step && !model.pipelined,
       .repeats = true},
      {.keys = "N",
       .help = "To the end of this phase",
       .intent = {action::kStepPhase},
       .possible = can_step,
       .repeats = true},
      {.keys = "/",
       .help = "One training step",
       .intent = {action::kStepTraining},
       .possible = can_step,
       .repeats = true},
      {.keys = "Shift + /",
       .help = "One engine run",
       .intent = {action::kStepEngineRun},
       .possible = can_step},
      {.keys = "Z",
       .help = "Back by a training step",
       .intent = {action::kStepBack},
       .possible = can_go_back,
       .repeats = true},
      {.keys = "Shift + Z",
       .help = "Back by an engine run",
       .intent = {action::kStepEngineRunBack},
       .possible = can_go_back,
       .repeats = true},
      {.keys = "G", .help = "Where the run stops"},
      {.keys = "R", .help = "Reset", .intent = {action::kReset}},
      {.keys = "-", .help = "Slower", .intent = speed(-1)},
      {.keys = "=", .help = "Faster", .intent = speed(1)},
      {.keys = "C", .help = "Choose an experiment", .intent = {action::kChooseExperiment}},
      {.keys = "Ctrl + K",
       .help = "Find a command, control, experiment or lesson",
       .intent = {action::kOpenCommands}},
      {.keys = "Ctrl + Z",
       .help = "Undo a change of a parameter",
       .intent = {action::kUndo},
       .possible = model.can_undo,
       .repeats = true},
      {.keys = "Ctrl + Y, Ctrl + Shift + Z",
       .help = "Redo",
       .intent = {action::kRedo},
       .possible = model.can_redo,
       .repeats = true},
      {.keys = "W, S", .help = "Zoom in, out along time"},
      {.keys = "A, D", .help = "Earlier, later"},
      {.keys = "F", .help = "Show all of the time"},
      {.keys = "Wheel, pinch", .help = "Zoom along time where you point"},
      {.keys = "X", .help = "Explain the next word with dots; Shift + X the one before"},
      {.keys = "E", .help = "Save the card under the pointer"},
      {.keys = "T", .help = "Light or dark", .intent = {action::kSetTheme, {}, dark ? 0.0 : 1.0}},
      {.keys = "V",
       .help = "On the wall: a card at a time, twice as large",
       .intent = {action::kPresent}},
      {.keys = "H", .help = "Help", .intent = {action::kOpenHelp}},
      {.help = "Copy a link to this page", .intent = {action::kCopyLink}},
      {.help = "Make a link for a class", .intent = {action::kAskTask}},
      {.help = "Lessons", .intent = {action::kOpenLessons}},
      {.help = "Python: run programs for TensorFlow", .intent = {action::kOpenPython}},
      {.help = "Use images from files", .intent = {action::kPickFiles}},
      {.help = "Use generated digits", .intent = {action::kUseGenerated}},
      {.help = "The result of the run",
       .intent = {action::kShowResult},
       .possible = model.finished},
  };
}

std::string palette_json(const Ui& ui, const Scene& scene, const ShellModel& shell) {
  Json entries = Json::array();
  add_commands("Commands", page_commands(shell.transport, ui.theme_kind), &entries);
  add_commands(scene.label(), scene.commands(), &entries);
  for (const ShellModel::Choice& other : shell.scenes) {
    if (std::string_view(other.name) == scene.name()) continue;
    entries.push_back(
        entry_of("Show", other.title, {.action = action::kShowScene, .text = other.name}));
  }
  add_controls(shell.parameters, &entries);
  if (!shell.parameters.title.empty()) add_experiments(&entries);
  return Json{{"entries", entries}}.dump();
}

}  // namespace pipette::app
