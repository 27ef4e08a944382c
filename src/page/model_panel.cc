// The parameter panel of a model with layers.
#include "page/experiment_bindings.h"
#include "scenes/model_edit.h"

namespace pipette::app {

namespace {

ParameterBinding bind_model_type() {
  return bind_options("Model",
                      {.name = "model_type",
                       .label = "Kind",
                       .kind = FieldKind::kChoice,
                       .options = {"Sequential", "Functional"}},
                      &Experiment::model_type);
}

ParameterBinding bind_stages() {
  return {"Model",
          {.name = "stages",
           .label = "Stages",
           .help = "Parts of the model, each on an IPU of its own; 1: no pipeline",
           .minimum = 1,
           .maximum = 32},
          [](const Experiment& e) { return static_cast<double>(e.num_stages()); },
          [](Experiment& e, double value) { edit_model(&e, "stages", value, ""); }};
}

}  // namespace

std::vector<ParameterBinding> model_bindings(bool staged) {
  std::vector<ParameterBinding> bindings;
  add_filter_bindings(&bindings);
  bindings.push_back(bind_model_type());
  bindings.push_back(bind_stages());
  if (staged) {
    bindings.push_back(bind_schedule("Model"));
    bindings.push_back(bind_mapping("Model"));
  }
  const char* training = "Training";
  bindings.push_back(bind_steps(training, "Steps", "Mini-batches in all"));
  bindings.push_back(
      bind_steps_per_run(training, "Mini-batches of one execution, which is an epoch here"));
  bindings.push_back(bind_mini_batches(training));
  bindings.push_back(bind_batch_size(training));
  bindings.push_back(bind_learning_rate(training));
  bindings.push_back(bind_optimizer(training));
  bindings.push_back(bind_reduction(training));
  bindings.push_back(bind_seed(training));
  bindings.push_back(bind_prefetch_depth(training));
  if (staged) add_memory_bindings(&bindings);
  return bindings;
}

}  // namespace pipette::app
