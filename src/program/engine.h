// The engine runs an executable on a machine: real arithmetic, modelled time.
//
//   Engine engine(executable, machine);
//   engine.start();                                        // one Engine::run
//   while (!engine.advance(Budget::microseconds(6000))) draw_frame();
//
// It is made of parts, each with its own state: TreeWalk knows what comes next, Replicas where
// values lie, StreamPort talks to the host, Exchange lets IPUs and replicas meet, PipelineRun runs
// the slots of a pipeline, LookAhead uses all cores, and Recorder moves clocks and writes the
// trace.
//
// The engine can stop after any instruction: pausing and single-stepping are budgets, and outfeeds
// may be read in between. How the budget is cut never changes numbers or cycles.
//
// Errors: the constructor throws InvalidArgument when the device's IPUs are not a multiple of those
// that the executable needs, rounded up to a power of two. start() throws ResourceExhausted when
// the program does not fit, what a stream's check_ready() throws, and FailedPrecondition when a run
// is going on. An exception from a stream or kernel ends the run, is passed on, and leaves the
// engine ready for the next start(); variables keep what had been written.
//
// A device with several times the executable's IPUs runs that many replicas in lockstep, each with
// variables of its own (Variable::storage) and IPUs of its own: replica r has those from
// r * ipus_per_replica() on. Streams hand elements to replicas in turn; what a sink gets has a
// leading axis of replicas when there is more than one. Conditions and counts are those of replica
// 0. Replicas meet where the program says so (all_reduce): the result is the same bits on each. A
// stream that has been used with one number of replicas cannot be used with another
// (FailedPrecondition from start()). Where it pays, native builds run the kernels of replicas, and
// of a pipeline's stages on different IPUs, on all cores, with the same bits; after an exception
// some variables may then be ahead of the clock by what was left of the slot, or of the sequence.
//
// Threads: one thread drives an engine and its machine.
#pragma once

#include <memory>
#include <vector>

#include "program/budget.h"
#include "program/executable.h"
#include "program/machine.h"

namespace pipette {

class Engine {
 public:
  Engine(std::shared_ptr<const Executable> executable, Machine& machine,
         bool synthetic_data = false);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void start();
  bool advance(const Budget& budget);  // true when no run is going on any more
  void abandon();                      // ends a run where it is

  bool running() const;
  // Where the pipeline that is being run stands; `pipeline` is null when none is.
  struct PipelineState {
    const Instruction* pipeline = nullptr;
    std::int64_t slot = 0;           // running or coming next; past the last: the weight update
    std::vector<std::int64_t> done;  // mini-batches, by stage program
    std::int64_t begin_cycle = 0;
  };
  PipelineState pipeline_state() const;
  // What comes next; null when no run is going on.
  const Instruction* next_instruction() const;
  const Executable& executable() const { return *executable_; }
  int num_replicas() const;
  int ipus_per_replica() const;
  // What a buffer of replica 0 holds now, as a view (tests, inspection). Not for bound buffers
  // before their stream_in.
  Array buffer_value(BufferId id) const;

 private:
  struct Parts;

  void execute_next(std::int64_t limit);
  void finish_run();
  void release();  // what a run holds

  std::shared_ptr<const Executable> executable_;
  Machine& machine_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace pipette
