// How the fields of the parameter panel read and write an experiment.
#pragma once

#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "cards/parameter_model.h"
#include "session/catalogue.h"
#include "session/experiment.h"

namespace pipette::app {

struct ParameterBinding {
  const char* group;
  ParameterField field;  // without its value
  std::function<double(const Experiment&)> get;
  std::function<void(Experiment&, double)> set;
  // Of a text field, instead of the two above.
  std::function<std::string(const Experiment&)> get_text = {};
  std::function<void(Experiment&, const std::string&)> set_text = {};
};

template <class Member>
ParameterBinding bind_integer(const char* group, ParameterField field, Member Experiment::*member) {
  field.kind = FieldKind::kInteger;
  return {group, std::move(field),
          [member](const Experiment& e) { return static_cast<double>(e.*member); },
          [member](Experiment& e, double value) {
            // A value the member cannot hold becomes its largest, which validate() refuses.
            const auto most = static_cast<double>(std::numeric_limits<Member>::max());
            e.*member =
                value >= most ? std::numeric_limits<Member>::max() : static_cast<Member>(value);
          }};
}

// One of several words; the value is the number of one.
template <class Member>
ParameterBinding bind_options(const char* group, ParameterField field, Member Experiment::*member) {
  const auto most = static_cast<double>(field.options.size() - 1);
  field.maximum = most;
  return {
      group, std::move(field),
      [member](const Experiment& e) { return static_cast<double>(static_cast<int>(e.*member)); },
      [member, most](Experiment& e, double value) {
        e.*member = static_cast<Member>(static_cast<int>(value > most ? most : value));
      }};
}

// Fields that every experiment has. What a step is, and so what these two are called, differs.
ParameterBinding bind_steps(const char* group, const char* label, const char* help);
ParameterBinding bind_steps_per_run(const char* group, const char* help);
ParameterBinding bind_batch_size(const char* group);
ParameterBinding bind_learning_rate(const char* group);
ParameterBinding bind_seed(const char* group);
ParameterBinding bind_prefetch_depth(const char* group);

// Of "mnist-pipelined" (pipeline_panel.cc), and what it shares with models that have stages.
std::vector<ParameterBinding> pipeline_bindings();
ParameterBinding bind_schedule(const char* group);
ParameterBinding bind_mini_batches(const char* group);
ParameterBinding bind_mapping(const char* group);
ParameterBinding bind_optimizer(const char* group);
ParameterBinding bind_reduction(const char* group);
void add_memory_bindings(std::vector<ParameterBinding>* bindings);

// Of "inspect-pipelined" and its like, and of programs that only print (inspector_panel.cc).
std::vector<ParameterBinding> inspection_bindings(ProgramKind kind);
void add_filter_bindings(std::vector<ParameterBinding>* bindings);

// Of "inspect-keras" and other models with layers (model_panel.cc).
std::vector<ParameterBinding> model_bindings(bool staged);

}  // namespace pipette::app
