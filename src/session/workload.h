// The host program of an experiment: what the tutorials' Python does around its engine runs.
//
//   std::unique_ptr<Workload> workload = make_workload(experiment, data, strategy, record);
//   while (!workload->advance(Budget::microseconds(6000))) draw_frame();
//   record.losses; record.printed;
//
// A workload refers to what make_workload() was given. How its work is cut into slices changes no
// number and no cycle.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "feeds/infeed_queue.h"
#include "feeds/outfeed_queue.h"
#include "program/strategy.h"
#include "session/image_data.h"
#include "session/record.h"

namespace pipette {

// f32 images [n, h, w] in 0..1 -> probabilities f32 [n, 10].
using Classifier = std::function<Tensor(const Tensor&)>;

class Workload {
 public:
  virtual ~Workload() = default;

  // Goes on until the budget is spent; true when the program has ended.
  virtual bool advance(const Budget& budget) = 0;
  virtual bool finished() const = 0;
  // Goes on as `changed`, which is the same apart from its outfeeds, from the next engine run on.
  // False: its outfeeds cannot be chosen.
  virtual bool continue_as(const Experiment& /*changed*/) { return false; }
  virtual std::int64_t runs_finished() const = 0;  // engine runs
  virtual std::int64_t num_runs() const = 0;
  virtual std::int64_t num_steps() const = 0;
  // Finished; none: those that the machine has counted.
  virtual std::optional<std::int64_t> steps_done() const { return std::nullopt; }

  virtual const InfeedQueue* infeed() const { return nullptr; }
  virtual const OutfeedQueue* outfeed() const { return nullptr; }  // of the losses
  virtual std::vector<Variable> variables() const { return {}; }   // that are trained
  // Empty when the program trains nothing that classifies the session's images.
  virtual Classifier classifier() const { return {}; }

  // The function whose engine runs are pipelines, null when there is none, and what its stages
  // hold: "dense 128x10, loss".
  virtual const Function* pipeline() const { return nullptr; }
  virtual std::string stage_name(std::size_t) const { return ""; }
};

std::unique_ptr<Workload> make_workload(const Experiment& experiment, const ImageData& data,
                                        Strategy& strategy, Record& record);

}  // namespace pipette
