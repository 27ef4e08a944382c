// The engine runs an executable on a machine: real arithmetic, modelled time.
//
//   Engine engine(executable, machine);
//   engine.start();                                        // one Engine::run
//   while (!engine.advance(Budget::microseconds(6000))) draw_frame();
//
// The engine walks the instruction tree with a stack of its own, so it can stop after any
// instruction: pausing and single-stepping are budgets, and outfeeds may be read in between. How
// the budget is cut never changes numbers or cycles.
//
// Errors: the constructor throws InvalidArgument when the device's IPUs are not a multiple of those
// that the executable needs, rounded up to a power of two. start() throws ResourceExhausted when
// the program does not fit, what a stream's check_ready() throws, and FailedPrecondition when a run
// is going on. An exception from a stream or kernel ends the run, is passed on, and leaves the
// engine ready for the next start(); variables keep what had been written.
//
// A device of several times the executable's IPUs runs that many replicas in lockstep, each with
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

#include <exception>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "kernels/elementwise.h"
#include "program/executable.h"
#include "program/machine.h"

namespace pipette {

// How far to go; whichever limit is reached first.
struct Budget {
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
  double real_us = std::numeric_limits<double>::infinity();  // of the host's own clock
  std::int64_t instruction_count = kNoLimit;
  std::int64_t step_count = kNoLimit;   // training steps
  std::int64_t slot_count = kNoLimit;   // of pipelines; a weight update counts as one
  std::int64_t until_cycle = kNoLimit;  // of the modelled clock
  // For what does several engine runs: none begins when that many have begun (Machine::runs).
  std::int64_t until_run = kNoLimit;

  static Budget unlimited() { return {}; }
  static Budget microseconds(double us);
  static Budget instructions(std::int64_t count);
  static Budget steps(std::int64_t count);
  static Budget slots(std::int64_t count);
  static Budget cycles(std::int64_t until);
};

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

  bool running() const { return !frames_.empty(); }
  // Where the pipeline stands that is being run; `pipeline` is null when none is.
  struct PipelineState {
    const Instruction* pipeline = nullptr;
    std::int64_t slot = 0;           // that runs or comes next; all of them: the weight update
    std::vector<std::int64_t> done;  // mini-batches, by stage program
    std::int64_t begin_cycle = 0;
  };
  PipelineState pipeline_state() const;
  // What comes next; null when no run is going on.
  const Instruction* next_instruction() const;
  const Executable& executable() const { return *executable_; }
  int num_replicas() const { return static_cast<int>(replicas_.size()); }
  int ipus_per_replica() const { return ipus_per_replica_; }
  // What a buffer of replica 0 holds now, as a view (tests, inspection). Not for bound buffers
  // before their stream.
  Array buffer_value(BufferId id) const;

 private:
  // Memory of one replica.
  struct Replica {
    Array arena;
    Array index;                      // i32 scalar
    std::vector<std::byte*> buffers;  // by buffer
    // By stream_in instruction and entry (Buffer::entries): keeps stream arrays alive.
    std::vector<std::vector<std::vector<Array>>> bound;
    std::vector<std::vector<std::byte*>> bound_entries;  // by bound buffer and entry
  };

  struct Frame {
    const Instruction* parent;
    std::size_t next_child = 0;   // pipeline: position in the slot
    std::int64_t iteration = 0;   // pipeline: slot
    std::int64_t trip_count = 0;  // pipeline: mini-batches
  };

  void make_replica(int index);

  // ---- walking the tree: engine_walk.cc ----
  std::int64_t value_of(const Count& count) const;
  void push(const Instruction& instruction);
  void settle();
  const Instruction* child_of(Frame& frame);
  const Instruction* child_of_loop(Frame& frame);
  const Instruction* child_of_pipeline(Frame& frame);
  void finish_child();
  void set_counters(const Instruction& body, std::int64_t iteration);
  bool is_due(const Instruction& every) const;
  bool is_training_loop(const Frame& frame) const;
  void execute(const Instruction& instruction);
  void compute(const Instruction& instruction, bool done);
  void finish_run();
  void close_sinks();

  // ---- the host's work on all cores: engine_parallel.cc ----
  // How far a stage program of the current slot runs ahead.
  struct Lead {
    int program;
    std::int64_t mini_batch;
    std::size_t count;  // of its instructions, from the first on
  };
  void look_ahead(const Instruction& next);
  void run_sequence_ahead();
  void run_slot_ahead();
  std::vector<Lead> leads_of_slot(const Frame& pipeline) const;
  void read_ahead(const Instruction& pipeline, std::vector<Lead>& leads);
  void run_ahead(const Instruction& pipeline, const std::vector<Lead>& leads,
                 const std::vector<int>& ipus);
  bool done_ahead(const Instruction& instruction);

  // ---- streams: engine_streams.cc ----
  void stream_in(const Instruction& instruction, bool done);
  void read_elements(const Instruction& instruction);
  const std::vector<Array>& read_element(const Instruction& instruction, Replica& replica);
  void stream_out(const Instruction& instruction);
  void move_data(const Instruction& instruction, std::int64_t bytes, int ipu);
  void wait_for_element(const Instruction& instruction, int ipu);
  void begin_handshake(const Instruction& instruction);
  void trace_call(const CallStart& call);
  void trace_production(const Ready& ready, std::int64_t bytes);

  // ---- pipelines: engine_pipeline.cc ----
  struct Pipeline {
    std::vector<std::int64_t> done;  // mini-batches, by stage program
    std::int64_t begin_cycle = 0;
    std::vector<std::int64_t> entered_at;  // the running stage program, by IPU of the device
    std::vector<std::int64_t> ahead;       // see ahead_; by stage program, in the current slot
  };
  void begin_pipeline(const Instruction& pipeline);
  void enter_stage_program(const Instruction& pipeline, int program);
  void select_entries(const Instruction& pipeline, std::int64_t mini_batch, const Replica& replica,
                      std::vector<std::byte*>& buffers) const;
  void end_stage_program(const Frame& frame);
  WaitReason idle_reason(const Instruction& pipeline, const PipelinePlan::Slot& slot, int ipu,
                         std::int64_t count) const;
  void end_slot(const Instruction& pipeline, const Frame& frame);
  void end_pipeline(const Instruction& pipeline);

  // ---- between IPUs and replicas: engine_exchange.cc ----
  // An all_reduce between this many replicas.
  struct AllReduce {
    Cost cost;
    kernels::Broadcast add, divide;
    Array num_replicas;  // scalar of the value's dtype; for the mean
  };
  void plan_all_reduces(const Instruction& instruction);
  void all_reduce(const Instruction& instruction);
  void inter_ipu_copy(const Instruction& instruction);
  void gather_shares(const Instruction& instruction);
  void remote_transfer(const Instruction& instruction);
  // `count` IPUs from `first` on, `stride` apart, wait for the last of them and spend `cost`.
  void meet(const Instruction& instruction, int first, int stride, int count, WaitReason reason,
            const Cost& cost);

  int ipu_of(int replica, const Instruction& instruction) const {
    return replica * ipus_per_replica_ + instruction.ipu;
  }
  std::int32_t name_of(const Instruction& instruction) const {
    return names_[static_cast<std::size_t>(instruction.id)][0];
  }
  Span span(SpanKind kind, std::int64_t begin, std::int64_t end, std::int32_t name,
            int ipu = 0) const;

  std::shared_ptr<const Executable> executable_;
  Machine& machine_;
  bool synthetic_data_;
  int ipus_per_replica_ = 1;
  std::vector<Replica> replicas_;
  std::vector<std::vector<std::int32_t>> names_;  // by instruction id: trace names of supersteps
  std::vector<Frame> frames_;
  std::map<std::int32_t, AllReduce> all_reduces_;  // by instruction id
  std::map<std::int32_t, Pipeline> pipelines_;     // by instruction id, while they run
  std::int64_t mini_batch_ = -1;                   // of the running stage program; -1: none
  // Instructions to come whose work on the host is done, so that only the clocks have to follow: in
  // the sequence that is walked, and in all. The first that failed, and how.
  std::int64_t ahead_ = 0;
  std::int64_t owed_ = 0;
  std::int32_t failed_ = -1;
  std::exception_ptr failure_;
  std::int64_t lookahead_ = 1;  // instructions that this advance() will execute for certain
  std::vector<Array> leaves_;   // scratch of stream_out
  std::int64_t run_begin_ = 0;
  std::int64_t run_ = 0;
  bool handshake_open_ = false;
  bool stepped_ = false;  // a training loop finished at least one iteration in this run
};

}  // namespace pipette
