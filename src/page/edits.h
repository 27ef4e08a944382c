// What the user has made of an experiment: versions to go back to, a draft that does not fit
// together yet, and values that were refused.
//
//   Edits edits(experiment);
//   if (edits.set(intent)) run(edits.current());       // else edits.problem_at("batch_size").text
//   edits.undo();
//
// The current experiment is the last one that could be run. Parameters that depend on each other
// may not fit for a while: then shown() is a draft, with what is wrong and the changes that would
// do. A value that not even a draft can take stands in its field beside its error. Undo first takes
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
  std::uint64_t version() const { return version_; }  // of what is shown

  // Sets a field, "batch_size" or "layers/2/units". True when the current experiment has changed.
  bool set(const Intent& change);
  // Takes back an experiment that could not be run after all; it is refused like a value of the
  // field.
  void take_back(const Intent& change, const std::string& why);
  void take_back();  // does the same when no field is to blame
  bool undo();       // true when the current experiment has changed
  bool redo();
  // Changes to another experiment, or program. Throws what validate() throws, and then changes
  // nothing.
  void change_to(const Experiment& other);
  // A version of a program, with the data of now; one that was never left is the page's.
  Experiment as_version(const std::string& program, Version version) const;
  void begin_anew(const Experiment& experiment);  // for other data: there is nothing to go back to

  // Everything that is wrong with a field; the text is empty when nothing is.
  FieldProblem problem_at(const std::string& field) const;
  std::map<std::string, std::string> errors() const;  // by field
  // Puts errors below the fields, and refused values into them.
  void mark(ParameterModel* parameters) const;
  // Gives, once, the problem for which the latest change was refused.
  std::optional<Problem> take_newest_problem();

 private:
  // A problem of the draft, or of a value that not even the draft could take.
  struct Refused {
    Problem problem;
    std::optional<Intent> value;
  };
  template <class Which>
  void drop_refused(Which which);
  void forget_refused();
  void refuse(Problem problem, const Intent& value);
  void refuse(std::vector<Problem> problems, const Intent& value);
  // Takes the problems of the draft; false when there are none.
  bool take_problems(std::vector<Problem> problems);

  UndoHistory<Experiment> history_;
  std::map<std::string, Experiment> left_;  // by program
  std::optional<Experiment> draft_;
  std::vector<Refused> refused_;
  std::optional<Problem> newest_;
  std::uint64_t version_ = 1;
};

}  // namespace pipette::app
