// The host program of an experiment: what the tutorials' Python code does around its engine runs.
//
//   std::unique_ptr<Workload> workload = make_workload(experiment, data, strategy, record);
//   while (!workload->advance(Budget::microseconds(6000))) draw_frame();
//   record.losses; record.printed;
//
// A workload refers to the arguments of make_workload().
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "experiment/experiment.h"
#include "observe/host_program.h"
#include "observe/record.h"
#include "program/strategy.h"
#include "session/batch_rates.h"
#include "session/image_data.h"
#include "session/layer_probe.h"

namespace pipette {

// f32 images [n, h, w] in 0..1 -> probabilities f32 [n, 10].
using Classifier = std::function<Tensor(const Tensor&)>;

class Workload : public HostProgram {
 public:
  // Continues as `changed`, which differs only in its outfeeds, from the next engine run on.
  // Returns false if the program's outfeeds cannot be chosen.
  virtual bool continue_as(const Experiment& /*changed*/) { return false; }
  virtual std::vector<Variable> variables() const { return {}; }  // the trained ones
  // Empty if the program trains nothing that classifies the session's images.
  virtual Classifier classifier() const { return {}; }
  virtual LayerOutputs layers() const { return {}; }  // of that classifier; or none
  // Null if the program does not measure this computer.
  virtual const BatchRates* batch_rates() const { return nullptr; }

  // ---- checkpoints, between engine runs (session/checkpoint.h) ----
  // Compiles what the engine runs execute, if that has not been done; null if nothing is compiled.
  virtual const Executable* compiled() { return nullptr; }
  // What the program knows besides the variables of compiled(). Throws FailedPrecondition if the
  // program cannot be continued.
  virtual void archive(Archive& a);
};

std::unique_ptr<Workload> make_workload(const Experiment& experiment, const ImageData& data,
                                        Strategy& strategy, Record& record);

}  // namespace pipette
