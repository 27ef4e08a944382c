// How the fields of the parameter panel read and write an experiment.
#pragma once

#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "app/view_models.h"
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

// Fields that every experiment has. What a step is, and so what these two are called, differs.
ParameterBinding bind_steps(const char* group, const char* label, const char* help);
ParameterBinding bind_steps_per_run(const char* group, const char* help);
ParameterBinding bind_batch_size(const char* group);
ParameterBinding bind_learning_rate(const char* group);
ParameterBinding bind_seed(const char* group);
ParameterBinding bind_prefetch_depth(const char* group);

// Of "mnist-pipelined" (pipeline_panel.cc).
std::vector<ParameterBinding> pipeline_bindings();

// Of "inspect-keras" and its like (inspector_panel.cc).
std::vector<ParameterBinding> inspection_bindings(bool filters);

}  // namespace pipette::app
