// The task that a link gave, while the page works on it: whether its goal has been met, which
// controls it locks, and what the browser shows of it. And the condition at which the runs stop.
//
//   GivenTask given;
//   given.set("{\"goal\": \"accuracy >= 0.9\"}");     // given.error(): why not
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
  // Sets the members of a task, as JSON, "" for none. A refused one leaves that of before.
  void set(const std::string& json);
  // The runs stand at that step, whatever they came to later; 0: they begin again.
  void stand_at(std::int64_t step);
  void follow(Host& host, const Session& session, const AccuracyCurve& accuracies, bool running);
  void mark(ParameterModel* parameters) const;  // locked controls; hidden ones go
  // All controls of a panel, with their values, limits, words and errors, and what the task does
  // with them: [{"name": ..., "label": ..., "group": ..., "kind": "integer", "value": 32, ...}].
  std::string controls_json(const ParameterModel& panel) const;

  // {"text": ..., "goal": ..., "met_at": 7, "error": ""}; `met_at` is negative before it is met.
  std::string state() const;

 private:
  Task task_;
  std::int64_t met_at_ = -1;  // the first step at which the goal was seen to hold
  std::string error_;         // of the task that was to be set
  std::string shown_;         // what the browser has been told
};

// Where the runs stop: the leader's condition, as it was entered and as it holds.
class StopField {
 public:
  // A refused text stays beside its error; the condition of before holds on.
  void set(const std::string& text, Runs& runs);
  void look_again(Runs& runs);  // for other runs, or another leader

  const std::string& text() const { return text_; }
  const std::string& error() const { return error_; }
  std::string said() const;   // to a screen reader
  std::string state() const;  // {"text": ..., "error": ...}

 private:
  std::string text_, error_;
  std::string holds_;  // the condition, "" for none
};

// Whether the weights are those that a link to the session's step leads to.
bool between_steps(const Session& session);

}  // namespace pipette::app
