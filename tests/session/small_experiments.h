// Experiments of the catalogue that run in a few milliseconds.
#pragma once

#include <string>

#include "experiment/catalogue.h"
#include "experiment/experiment.h"

namespace pipette {

// As little work as each program allows.
inline Experiment least_work_of(const std::string& name) {
  Experiment e = Experiment::defaults(name);
  const ProgramKind kind = catalogue_entry(name).kind;
  e.training.steps = 4;
  e.training.steps_per_execution = catalogue_entry(e.name).calls_for_each_batch() ? 1 : 2;
  if (kind != ProgramKind::arithmetic) e.training.batch_size = 2;
  if (kind == ProgramKind::pipelined) e.model.hidden_units = {6, 5};
  if (kind == ProgramKind::with_feeds || kind == ProgramKind::without_feeds) {
    e.model.hidden_units = {6};
  }
  if (kind == ProgramKind::keras) {
    e.training.steps = 16;
    e.training.steps_per_execution = 8;
    for (LayerSpec& layer : e.model.layers) {
      if (auto* conv = layer.as<keras::Conv2dSpec>()) conv->filters = 2;
      if (auto* dense = layer.as<keras::DenseSpec>(); dense != nullptr && dense->units > 10) {
        dense->units = 7;
      }
    }
  }
  if (kind == ProgramKind::inspected && e.pipeline.stages > 1) {
    e.pipeline.gradient_accumulation_count = 4;
  }
  return e;
}

// The same with all that gives other fields a meaning: state, accumulation, replicas.
inline Experiment rich(const std::string& name) {
  Experiment e = least_work_of(name);
  if (!catalogue_entry(name).accumulates()) return e;
  e.training.optimizer = OptimizerName::momentum;
  e.training.learning_rate = 0.001;
  e.pipeline.replicas = 2;
  e.pipeline.gradient_accumulation_count = 4;
  if (catalogue_entry(name).kind == ProgramKind::keras) {
    e.training.steps = 32;
    e.training.steps_per_execution = 16;
  } else {
    e.pipeline.stages = 2;
  }
  return e;
}

}  // namespace pipette
