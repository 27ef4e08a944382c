// A host program that can be watched: it does engine runs in slices and tells where it stands.
//
//   class Example : public HostProgram {
//     bool advance(const Budget& budget) override { return strategy_.advance(budget); }
//     bool finished() const override { return !strategy_.running(); }
//     ...
//   };
//   ObservedRun run(config, [](Strategy& strategy, Record& record) {
//     return std::make_unique<Example>(strategy, record);
//   });
//
// The program puts its results into the record. How its work is cut into slices changes no number
// and no cycle.
#pragma once

#include <cstdint>
#include <optional>

#include "feeds/infeed_queue.h"
#include "feeds/outfeed_queue.h"
#include "pipeline/pipeline_outline.h"
#include "program/engine.h"

namespace pipette {

class HostProgram {
 public:
  virtual ~HostProgram() = default;

  // Goes on until the budget is spent; true when the program has ended.
  virtual bool advance(const Budget& budget) = 0;
  virtual bool finished() const = 0;

  virtual std::int64_t runs_finished() const = 0;  // engine runs
  virtual std::int64_t num_runs() const = 0;
  virtual std::int64_t num_steps() const = 0;
  // The steps that have finished; without a value they are those that the machine has counted.
  virtual std::optional<std::int64_t> steps_done() const { return std::nullopt; }

  // Mini-batches of a replica in an epoch; 0 where the program knows of none.
  virtual std::int64_t mini_batches_in_epoch() const { return 0; }

  virtual const InfeedQueue* infeed() const { return nullptr; }
  virtual const OutfeedQueue* outfeed() const { return nullptr; }  // of the losses
  // Gives nothing when the program's engine runs are not pipelines, or no pipeline is known yet.
  virtual std::optional<pipelining::PipelineOutline> pipeline() const { return std::nullopt; }
};

}  // namespace pipette
