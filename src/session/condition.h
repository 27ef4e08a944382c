// A condition on the results of a run so far: where to stop, or a goal that a user set.
//
//   const Condition goal = Condition::parse("accuracy >= 90% and steps <= 2000");
//   goal.holds(session);                    // false also while a result is not available
//   goal.found(session);                    // "accuracy is 0.84, steps is 1200"
//
// Comparisons are joined by "and". Each has a name, one of < <= > >= == != and a value: a number, a
// percentage, or a word. A name is that of a result, or of a field of the experiment
// (experiment/field.h) that holds one number, switch or word.
//
// parse() throws InvalidArgument and says what is missing; it lists the results, and for an unknown
// name gives the nearest. A condition is a plain value.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pipette {

class Session;

struct ResultName {
  const char* name;
  const char* help;  // description, with its unit
};
// The results that a condition can compare, besides the experiment's fields.
const std::vector<ResultName>& result_names();
std::string names_of_results();  // "loss, mean_loss, ..."

class Condition {
 public:
  static constexpr std::size_t kMostLetters = 200;
  static Condition parse(const std::string& text);

  // "accuracy >= 0.9 and steps <= 2000": parse() accepts it and returns an equal condition.
  const std::string& text() const { return text_; }
  // True if the accuracy is compared, which requires evaluating all test images.
  bool needs_accuracy() const;
  // `accuracy`, 0..1, if it has been measured; a comparison with a missing result is false.
  bool holds(const Session& session, std::optional<double> accuracy = {}) const;
  // The current values of the compared names: "accuracy is 0.84, steps is 1200".
  std::string found(const Session& session, std::optional<double> accuracy = {}) const;

 private:
  struct Comparison;
  using Comparisons = std::vector<Comparison>;
  Condition(Comparisons all, std::string text);

  std::shared_ptr<const Comparisons> all_;
  std::string text_;
};

}  // namespace pipette
