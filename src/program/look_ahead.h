// The host's work on several cores. Replicas share nothing between two instructions at which they
// meet, and the stage programs of a slot share nothing between IPUs, so each may run ahead on a
// core of its own. The modelled clocks follow instruction by instruction, in the order of the tree.
//
//   ahead.look(at, pipeline_run, limit);      // runs what comes next on all cores, if that pays
//   bool done = ahead.take(at);               // for each instruction: has it been done?
//
// What is done ahead has the same bits as what is done in turn. What a kernel throws comes from
// take() when the walk gets there; a stream that refuses an element does so when the walk asks.
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

// Where a walk stands: before children[child] of a sequence.
struct TreePosition {
  const Instruction* sequence = nullptr;
  std::size_t child = 0;

  const Instruction& next() const { return sequence->children[child]; }
};

class LookAhead {
 public:
  LookAhead(const Executable& executable, Replicas& replicas, StreamPort& streams);
  LookAhead(const LookAhead&) = delete;
  LookAhead& operator=(const LookAhead&) = delete;

  // `limit` is how many instructions will certainly be executed before the run may be looked at.
  void look(const TreePosition& at, const PipelineRun& pipeline, std::int64_t limit) {
    if (several_cores_ && owed_ == 0) look_further(at, pipeline, limit);
  }
  // True when the work of the instruction at `at` is done; it then counts as taken.
  bool take(const TreePosition& at) { return owed_ > 0 && take_owed(at); }
  // Whether work is done that the walk has not come to.
  bool owes() const { return owed_ > 0; }
  // Whether some of it is the sequence's, whose counters are then set, and maybe used up.
  bool is_ahead_in(const Instruction& sequence) const;
  void abandon();

 private:
  // The children of a sequence up to `end` are done, for a stage program's mini-batch.
  struct Lead {
    const Instruction* sequence;
    std::size_t end;
    std::int64_t mini_batch;
  };
  void look_further(const TreePosition& at, const PipelineRun& pipeline, std::int64_t limit);
  bool take_owed(const TreePosition& at);
  void look_along_sequence(const TreePosition& at, std::int64_t limit);
  void look_along_slot(const PipelineRun& pipeline);
  std::vector<Lead> leads_of_slot(const PipelineRun& pipeline) const;
  // IPUs of a replica, those with the most work first; none when it does not pay.
  std::vector<int> ipus_worth_it(const std::vector<Lead>& leads) const;
  void read(const PipelineRun& pipeline, std::vector<Lead>& leads);
  void run(const PipelineRun& pipeline, const std::vector<Lead>& leads,
           const std::vector<int>& ipus);

  const Executable& executable_;
  Replicas& replicas_;
  StreamPort& streams_;
  const bool several_cores_;
  std::vector<Lead> leads_;
  std::int64_t owed_ = 0;     // instructions of the leads that the walk has not taken
  std::int32_t failed_ = -1;  // the first instruction that failed, and how
  std::exception_ptr failure_;
};

}  // namespace pipette
