// A host program that can be observed: it does engine runs in slices and reports its state.
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
// The program puts its results into the record. How its work is divided into slices changes no
// number and no cycle.
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

  // Runs until the budget is spent; returns true when the program has ended.
  virtual bool advance(const Budget& budget) = 0;
  virtual bool finished() const = 0;

  virtual std::int64_t runs_finished() const = 0;  // engine runs
  virtual std::int64_t num_runs() const = 0;
  virtual std::int64_t num_steps() const = 0;
  // The steps finished; without a value, the machine's count of steps is used.
  virtual std::optional<std::int64_t> steps_done() const { return std::nullopt; }

  // Mini-batches of a replica in an epoch; 0 if the program has no epochs.
  virtual std::int64_t mini_batches_in_epoch() const { return 0; }

  virtual const InfeedQueue* infeed() const { return nullptr; }
  virtual const OutfeedQueue* outfeed() const { return nullptr; }  // the queue of the losses
  // None if the program's engine runs are not pipelines, or no pipeline is known yet.
  virtual std::optional<pipelining::PipelineOutline> pipeline() const { return std::nullopt; }
};

}  // namespace pipette
