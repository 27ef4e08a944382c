// The user's edits of an experiment: versions for undo and redo, a draft whose parameters do not
// fit together yet, and refused values.
//
//   Edits edits(experiment);
//   if (edits.set(intent)) run(edits.current());       // else edits.problem_at("batch_size").text
//   edits.undo();
//
// The current experiment is the last one that could run. Parameters that depend on each other may
// not fit for a while: then shown() is a draft, with its problems and the changes that would solve
// them. A value that even a draft cannot take stays in its field beside its error. Undo first takes
// back what was refused. One thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiment/problems.h"
#include "page/shown_programs.h"
#include "page/undo_history.h"
#include "scenes/scene.h"
#include "ui/intent.h"

namespace pipette::app {

class Edits {
 public:
  explicit Edits(Experiment first) : history_(std::move(first)) {}

  const Experiment& current() const { return history_.current(); }
  const Experiment& shown() const { return draft_ ? *draft_ : history_.current(); }
  bool is_draft() const { return draft_.has_value(); }
  bool refused() const { return !refused_.empty(); }
  bool can_undo() const { return refused() || history_.can_undo(); }
  bool can_redo() const { return history_.can_redo(); }
  std::uint64_t version() const { return version_; }  // of the shown experiment

  // Sets a field, "batch_size" or "layers/2/units". True when the current experiment has changed.
  bool set(const Intent& change);
  // Takes back an experiment that failed to run after all; the change is refused like a bad value.
  void take_back(const Intent& change, const std::string& why);
  void take_back();  // the same when no field is to blame
  bool undo();       // true when the current experiment has changed
  bool redo();
  // Changes to another experiment or program. Throws what validate() throws, and then nothing
  // changes.
  void change_to(const Experiment& other);
  // A version of a program with the current data; a program that was never left has the page's.
  Experiment as_version(const std::string& program, Version version) const;
  void begin_anew(const Experiment& experiment);  // for new data: no undo beyond it

  // All problems of a field; the text is empty if there are none.
  FieldProblem problem_at(const std::string& field) const;
  std::map<std::string, std::string> errors() const;  // by field
  // The fields of the shown experiment, with errors below them and refused values in them.
  ParameterModel panel();
  // Returns, once, the problem for which the latest change was refused.
  std::optional<Problem> take_newest_problem();

 private:
  // A problem of the draft, or of a value that even the draft could not take.
  struct Refused {
    Problem problem;
    std::optional<Intent> value;
  };
  template <class Which>
  void drop_refused(Which which);
  void forget_refused();
  void refuse(Problem problem, const Intent& value);
  void refuse(std::vector<Problem> problems, const Intent& value);
  // Stores the problems of the draft; false if there are none.
  bool take_problems(std::vector<Problem> problems);
  void mark(ParameterModel* parameters) const;

  UndoHistory<Experiment> history_;
  std::map<std::string, Experiment> left_;  // by program
  std::optional<Experiment> draft_;
  std::vector<Refused> refused_;
  std::optional<Problem> newest_;
  std::uint64_t version_ = 1;
  ParameterModel panel_;        // without marks: making it reads all fields,
  std::uint64_t panel_of_ = 0;  // at this version
};

}  // namespace pipette::app
