// The task of a link while the page works on it: whether its goal is met, which controls it locks,
// and what the browser shows of it. Also the condition at which the runs stop.
//
//   GivenTask given;
//   given.set("{\"goal\": \"accuracy >= 0.9\"}");     // refused: state() has the error
//   given.follow(host, session, accuracies, running);      // before each frame
//
// One thread.
#pragma once

#include <cstdint>
#include <string>

#include "cards/parameter_model.h"
#include "page/task.h"
#include "runs/evaluation.h"
#include "runs/runs.h"
#include "ui/frontend.h"

namespace pipette::app {

class GivenTask {
 public:
  const Task& task() const { return task_; }
  void set(Task task);
  // Sets the members of a task from JSON, "" for none. A refused task leaves the previous one.
  void set(const std::string& json);
  // The runs are back at that step, wherever they had been; 0: they start again.
  void stand_at(std::int64_t step);
  void follow(Host& host, const Session& session, const AccuracyCurve& accuracies, bool running);
  void mark(ParameterModel* parameters) const;  // locks controls, removes hidden ones
  // All controls of a panel, with their values, limits, help and errors, and whether the task locks
  // or hides them: [{"name": ..., "label": ..., "group": ..., "kind": "integer", "value": 32,
  // ...}].
  std::string controls_json(const ParameterModel& panel) const;

  // {"text": ..., "goal": ..., "met_at": 7, "error": ""}; `met_at` is negative until the goal is
  // met.
  std::string state() const;

 private:
  Task task_;
  std::int64_t met_at_ = -1;  // the first step at which the goal was seen to hold
  std::string error_;         // of the last refused task
  std::string shown_;         // the JSON the browser has
};

// The stop condition of the leader: the text as entered, and the condition in force.
class StopField {
 public:
  // A refused text stays beside its error; the previous condition remains in force.
  void set(const std::string& text, Runs& runs);
  void check_again(Runs& runs);  // for new runs, or another leader

  const std::string& text() const { return text_; }
  const std::string& error() const { return error_; }
  std::string said() const;   // for a screen reader
  std::string state() const;  // {"text": ..., "error": ...}

 private:
  std::string text_, error_;
  std::string holds_;  // the condition in force, "" for none
};

// Whether the session is exactly at the end of a step, where a link to that step would lead.
bool between_steps(const Session& session);

}  // namespace pipette::app
