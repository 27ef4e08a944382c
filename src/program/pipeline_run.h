// One run of a pipeline: slot after slot, with a barrier after each, then the weight update.
//
//   run.begin(instruction);                                   // of kind pipeline
//   while (const Instruction* next = run.enter_next()) {      // a stage program, or the update
//     ...                                                     // executes its children
//     run.leave();
//   }
//
// Entering a stage program selects its mini-batch, for the recorder and for the entries of all
// rings. After a slot the IPUs of a replica synchronise, and the results go to the next stages, all
// at once. Pipelines do not nest, so there is at most one run.
//
// Recomputations of stages are entered like their programs, and send nothing.
//
// With overlapped I/O, host transfers are parts of the plan too. They advance the clocks of the I/O
// tiles, from the beginning of the slot on, and the slot ends when both clocks of each IPU have
// reached its end.
//
// Errors: begin() throws FailedPrecondition for a count of mini-batches that the plan does not
// allow (PipelinePlan::check_count). Part of the engine (engine.h).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/item.h"
#include "device/links.h"
#include "program/recorder.h"
#include "program/replicas.h"

namespace pipette {

class PipelineRun {
 public:
  PipelineRun(const Executable& executable, Machine& machine, Replicas& replicas,
              Recorder& recorder);
  PipelineRun(const PipelineRun&) = delete;
  PipelineRun& operator=(const PipelineRun&) = delete;

  void begin(const Instruction& pipeline);
  const Instruction* enter_next();  // null at the end
  void leave();                     // the part entered last
  void abandon();

  // Null if no pipeline is being run.
  const Instruction* pipeline() const { return instruction_; }
  std::int64_t slot() const { return slot_; }  // running or next; past the last: the weight update
  // Mini-batches done, by part of the plan: stage programs, host transfers, recomputations.
  const std::vector<std::int64_t>& done() const { return done_; }
  std::int64_t begin_cycle() const { return begin_cycle_; }

  // The mini-batch of the current stage program; -1 in the weight update.
  std::int64_t mini_batch() const { return recorder_.mini_batch(); }
  // For looking ahead: the remaining parts of the slot, beginning with the current one (empty in
  // the weight update), and the instruction of a part.
  std::span<const int> rest_of_slot() const;
  const Instruction& child(int part) const {
    return item(instruction_->children, pipeline_->plan.place_of(part));
  }
  const std::vector<BufferId>& rings() const { return pipeline_->rings; }

 private:
  bool updates() const { return slot_ == pipeline_->plan.num_slots(mini_batches_); }
  const PipelinePlan::Slot& programs() const { return pipeline_->plan.slot(slot_, mini_batches_); }
  void enter(int part);
  void end_slot();
  // What the barrier of a replica waits for.
  struct Latest {
    std::int64_t cycle = 0;
    int ipu = 0;  // of the replica
    Tiles tiles = Tiles::compute;
  };
  Latest latest_of(int replica) const;
  const Instruction* last_on(const Latest& latest) const;  // what ran there last; null: nothing
  WaitReason idle_reason(int ipu) const;                   // of an IPU of a replica, at the barrier
  void end();

  const Executable& executable_;
  Machine& machine_;
  Replicas& replicas_;
  Recorder& recorder_;
  const Instruction* instruction_ = nullptr;
  const Pipeline* pipeline_ = nullptr;        // the instruction's fields
  std::optional<LinkExchange> exchange_;      // of the programs of a slot
  const Instruction* exchange_of_ = nullptr;  // the pipeline of those programs
  std::int64_t mini_batches_ = 0;
  std::int64_t slot_ = 0;
  std::size_t position_ = 0;  // in the slot, of the current part
  std::vector<std::int64_t> done_;
  std::int64_t begin_cycle_ = 0;
  std::vector<std::int64_t> entered_at_;  // cycle, by IPU of the device
  std::vector<std::int64_t> slot_begin_;  // the same for the slot
};

}  // namespace pipette
