// The engine runs an executable on a machine: real arithmetic, modelled time.
//
//   Engine engine(executable, machine);
//   engine.start();                                        // one Engine::run
//   while (!engine.advance(Budget::microseconds(6000))) draw_frame();
//
// It consists of parts, each with its own state: TreeWalk determines the next instruction, Replicas
// where values are stored, StreamPort talks to the host, Exchange synchronises IPUs and replicas,
// PipelineRun runs the slots of a pipeline, RunAhead uses all cores, and Recorder advances clocks
// and writes the trace.
//
// The engine can stop after any instruction: pausing and single-stepping are budgets, and outfeeds
// may be read in between. How budgets divide a run never changes numbers or cycles.
//
// Errors: the constructor throws InvalidArgument if the number of the device's IPUs is not a
// multiple of the number that the executable needs, rounded up to a power of two. start() throws
// ResourceExhausted if the program does not fit, what a stream's check_ready() throws, and
// FailedPrecondition during a run. An exception from a stream or kernel ends the run, is passed on,
// and leaves the engine ready for the next start(); variables keep the values written so far.
//
// A device with several times the executable's IPUs runs that many replicas in lockstep, each with
// its own variables (Variable::storage) and its own IPUs: replica r has those from r *
// ipus_per_replica() on. Streams deal elements to replicas in turn; the elements of a sink have a
// leading axis of replicas if there are several. Conditions and counts are read from replica 0.
// Replicas synchronise where the program says so (all_reduce), and get the same bits as the result.
// A stream that has been used with one number of replicas cannot be used with another
// (FailedPrecondition from start()). If it pays, native builds run the kernels of replicas, and of
// a pipeline's stages on different IPUs, on all cores, with the same bits; after an exception some
// variables may then be ahead of the clock by the rest of the slot or sequence.
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
  bool advance(const Budget& budget);  // true if no run is under way any more
  void abandon();                      // ends the current run immediately

  bool running() const;
  // The state of the pipeline being run; `pipeline` is null if there is none.
  struct PipelineState {
    const Instruction* pipeline = nullptr;
    std::int64_t slot = 0;           // current or next; past the last: the weight update
    std::vector<std::int64_t> done;  // mini-batches, by stage program
    std::int64_t begin_cycle = 0;
  };
  PipelineState pipeline_state() const;
  // The next instruction; null if no run is under way.
  const Instruction* next_instruction() const;
  const Executable& executable() const { return *executable_; }
  int num_replicas() const;
  int ipus_per_replica() const;
  // The current value of a buffer of replica 0, as a view (tests, inspection). Not for bound
  // buffers before their stream_in.
  Array buffer_value(BufferId id) const;

 private:
  struct Parts;

  void execute_next(std::int64_t limit);
  void finish_run();
  void release();  // the resources of a run

  std::shared_ptr<const Executable> executable_;
  Machine& machine_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace pipette
