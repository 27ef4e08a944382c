// Runs the host's work on several cores. Replicas share nothing between two instructions at which
// they synchronise, and the stage programs of a slot share nothing between IPUs, so each may run
// ahead on a core of its own. The modelled clocks follow instruction by instruction, in the order
// of the tree.
//
//   ahead.execute(at, pipeline_run, limit);      // runs what comes next on all cores, if that pays
//   bool done = ahead.claim(at);               // for each instruction: has it been done?
//
// Work done ahead gives the same bits as work done in turn. An exception from a kernel is thrown by
// claim() when the walk gets there, one from a stream that refuses an element when the walk asks.
//
// Part of the engine (engine.h).
#pragma once

#include <exception>
#include <span>
#include <vector>

#include "program/pipeline_run.h"
#include "program/replicas.h"
#include "program/stream_port.h"

namespace pipette {

// A position of a walk: before children[child] of a sequence.
struct TreePosition {
  const Instruction* sequence = nullptr;
  std::size_t child = 0;

  const Instruction& next() const { return sequence->children[child]; }
};

class RunAhead {
 public:
  RunAhead(const Executable& executable, Replicas& replicas, StreamPort& streams);
  RunAhead(const RunAhead&) = delete;
  RunAhead& operator=(const RunAhead&) = delete;

  // `limit` is the number of instructions that will certainly be executed before the run may be
  // inspected.
  void execute(const TreePosition& at, const PipelineRun& pipeline, std::int64_t limit) {
    if (several_cores_ && owed_ == 0) execute_next(at, pipeline, limit);
  }
  // True if the work of the instruction at `at` is done; it then counts as claimed.
  bool claim(const TreePosition& at) { return owed_ > 0 && claim_owed(at); }
  // True if work is done that the walk has not reached.
  bool owes() const { return owed_ > 0; }
  // True if some of it belongs to the sequence, whose counters are then set and perhaps already
  // used.
  bool is_ahead_in(const Instruction& sequence) const;
  void abandon();

 private:
  // The children of a sequence up to `end` are done, for a stage program's mini-batch.
  struct Lead {
    const Instruction* sequence;
    std::size_t end;
    std::int64_t mini_batch;
  };
  void execute_next(const TreePosition& at, const PipelineRun& pipeline, std::int64_t limit);
  bool claim_owed(const TreePosition& at);
  void execute_sequence(const TreePosition& at, std::int64_t limit);
  void execute_slot(const PipelineRun& pipeline);
  std::vector<Lead> leads_of_slot(const PipelineRun& pipeline) const;
  // IPUs of a replica, those with the most work first; empty if it does not pay.
  std::vector<int> ipus_worth_it(const std::vector<Lead>& leads) const;
  void read(const PipelineRun& pipeline, std::vector<Lead>& leads);
  void run(const PipelineRun& pipeline, const std::vector<Lead>& leads,
           const std::vector<int>& ipus);

  const Executable& executable_;
  Replicas& replicas_;
  StreamPort& streams_;
  const bool several_cores_;
  std::vector<Lead> leads_;
  std::int64_t owed_ = 0;     // instructions of the leads that the walk has not claimed
  std::int32_t failed_ = -1;  // the first instruction that failed, and its exception
  std::exception_ptr failure_;
};

}  // namespace pipette
