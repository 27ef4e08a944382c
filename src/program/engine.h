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
// Errors: start() throws what a stream's check_ready() throws, FailedPrecondition when a run is
// going on. An exception from a stream or kernel ends the run, is passed on, and leaves the engine
// ready for the next start(); variables keep what had been written.
//
// Threads: one thread drives an engine and its machine.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "program/executable.h"
#include "program/machine.h"

namespace pipette {

// How far to go; whichever limit is reached first.
struct Budget {
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
  double real_us = std::numeric_limits<double>::infinity();  // of the host's own clock
  std::int64_t instruction_count = kNoLimit;
  std::int64_t step_count = kNoLimit;   // training steps
  std::int64_t until_cycle = kNoLimit;  // of the modelled clock

  static Budget unlimited() { return {}; }
  static Budget microseconds(double us);
  static Budget instructions(std::int64_t count);
  static Budget steps(std::int64_t count);
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
  // What comes next; null when no run is going on.
  const Instruction* next_instruction() const;
  const Executable& executable() const { return *executable_; }
  // What a slot holds now, as a view (tests, inspection). Not for bound slots before their stream.
  Array slot_value(SlotId id) const;

 private:
  static constexpr int kIpu = 0;  // programs for several IPUs come with Parallel instructions

  struct Frame {
    const Instruction* parent;
    std::size_t next_child = 0;
    std::int64_t iteration = 0;
    std::int64_t trip_count = 0;
  };

  void push(const Instruction& instruction);
  void settle();
  void execute(const Instruction& instruction);
  void compute(const Instruction& instruction);
  void stream_in(const Instruction& instruction);
  void stream_out(const Instruction& instruction);
  void move_data(const Instruction& instruction);
  void wait_for_element(const Instruction& instruction);
  void begin_handshake(const Instruction& instruction);
  void trace_call(const CallStart& call);
  void trace_production(const Ready& ready, std::int64_t bytes);
  void finish_run();
  void close_sinks();
  bool is_training_loop(const Frame& frame) const;
  Span span(SpanKind kind, std::int64_t begin, std::int64_t end, std::int32_t name) const;

  std::shared_ptr<const Executable> executable_;
  Machine& machine_;
  bool synthetic_data_;
  Array arena_;
  std::vector<std::byte*> buffers_;
  std::vector<std::vector<Array>> bound_;         // by instruction id: keeps stream arrays alive
  std::vector<std::vector<std::int32_t>> names_;  // by instruction id: trace names of supersteps
  std::vector<Frame> frames_;
  std::vector<Array> leaves_;  // scratch of stream_out
  std::int64_t run_begin_ = 0;
  std::int64_t run_ = 0;
  bool handshake_open_ = false;
  bool stepped_ = false;  // a training loop finished at least one iteration in this run
};

}  // namespace pipette
