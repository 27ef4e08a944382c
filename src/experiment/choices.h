// The words of an experiment's choices, said once: what JSON, flags and JavaScript call a value,
// and what people read.
//
//   to_word(OptimizerName::rmsprop);                     // "rmsprop"
//   to_label(OptimizerName::rmsprop);                    // "RMSprop"
//   from_word<OptimizerName>("optimizer", "momentum");   // InvalidArgument lists the words
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "core/error.h"
#include "experiment/experiment.h"
#include "inspect/outfeed_optimizer.h"

namespace pipette {

template <class Enum>
struct Choice {
  Enum value;
  const char* word;
  const char* label;
};

// Specialised with an array kChoices for each enumeration, in the order of its values.
template <class Enum>
struct Choices;

template <>
struct Choices<OutfeedMode> {
  static constexpr Choice<OutfeedMode> kChoices[] = {{OutfeedMode::all, "all", "All"},
                                                     {OutfeedMode::last, "last", "Last"}};
};
template <>
struct Choices<DequeueTime> {
  static constexpr Choice<DequeueTime> kChoices[] = {
      {DequeueTime::at_end, "at_end", "At the end"},
      {DequeueTime::each_run, "each_run", "After each run"},
      {DequeueTime::continuous, "continuous", "While it runs"}};
};
template <>
struct Choices<OptimizerName> {
  static constexpr Choice<OptimizerName> kChoices[] = {
      {OptimizerName::sgd, "sgd", "SGD"},
      {OptimizerName::momentum, "momentum", "Momentum"},
      {OptimizerName::adam, "adam", "Adam"},
      {OptimizerName::rmsprop, "rmsprop", "RMSprop"}};
};
template <>
struct Choices<pipelining::PipelineSchedule> {
  using Schedule = pipelining::PipelineSchedule;
  static constexpr Choice<Schedule> kChoices[] = {
      {Schedule::grouped, "grouped", "Grouped"},
      {Schedule::interleaved, "interleaved", "Interleaved"},
      {Schedule::sequential, "sequential", "Sequential"}};
};
template <>
struct Choices<ModelType> {
  static constexpr Choice<ModelType> kChoices[] = {
      {ModelType::sequential, "Sequential", "Sequential"},
      {ModelType::model, "Model", "Functional"}};
};
template <>
struct Choices<Reduction> {
  static constexpr Choice<Reduction> kChoices[] = {
      {Reduction::sum, "sum", "Sum"},
      {Reduction::mean, "mean", "Mean"},
      {Reduction::running_mean, "running_mean", "Running mean"}};
};
template <>
struct Choices<Padding> {
  static constexpr Choice<Padding> kChoices[] = {{Padding::valid, "valid", "Valid"},
                                                 {Padding::same, "same", "Same"}};
};
template <>
struct Choices<inspect::OutfeedOptimizerMode> {
  using Mode = inspect::OutfeedOptimizerMode;
  static constexpr Choice<Mode> kChoices[] = {
      {Mode::after_compute, "after_compute", "After compute"},
      {Mode::before_apply, "before_apply", "Before apply"}};
};
template <>
struct Choices<LayerKind> {
  static constexpr Choice<LayerKind> kChoices[] = {
      {LayerKind::flatten, "flatten", "Flatten"},
      {LayerKind::dense, "dense", "Dense"},
      {LayerKind::conv2d, "conv2d", "Conv2D"},
      {LayerKind::max_pooling2d, "max_pooling2d", "MaxPooling2D"},
      {LayerKind::dropout, "dropout", "Dropout"},
      {LayerKind::reshape, "reshape", "Reshape"},
      {LayerKind::activation, "activation", "Activation"}};
};

template <class Enum>
const Choice<Enum>& choice_of(Enum value) {
  for (const Choice<Enum>& choice : Choices<Enum>::kChoices) {
    if (choice.value == value) return choice;
  }
  PIPETTE_CHECK(false, std::to_string(static_cast<int>(value)));
}
template <class Enum>
const char* to_word(Enum value) {
  return choice_of(value).word;
}
template <class Enum>
const char* to_label(Enum value) {
  return choice_of(value).label;
}

template <class Enum>
Enum from_word(std::string_view field, std::string_view word) {
  std::string known;
  for (const Choice<Enum>& choice : Choices<Enum>::kChoices) {
    if (word == choice.word) return choice.value;
    known += fmt::format("{}\"{}\"", known.empty() ? "" : ", ", choice.word);
  }
  throw InvalidArgument(fmt::format("\"{}\" must be one of {}, not \"{}\"", field, known, word));
}

}  // namespace pipette
