// Runs functions on the machine: trace, compile, one engine run per call.
//
//   Strategy strategy(machine);
//   for (int i = 0; i < 1000; ++i) strategy.run(training_loop);      // compiles once
//   Nest<Array> y = strategy.run(inference, Nest<Array>::tuple({x}));
//
//   strategy.start(training_loop);                                    // the same, in slices
//   while (!strategy.advance(Budget::microseconds(6000))) draw_frame();
//   Nest<Array> result = strategy.result();
//
// The first call with arguments of a given structure, shapes and dtypes compiles; later calls reuse
// the executable. Arguments and results travel with the call, after a full handshake; streams
// (infeeds, outfeeds) do not.
//
// Errors: TypeError for float64 or int64 arguments; FailedPrecondition for start() during a run and
// for result() before the run has ended, or if it was abandoned or failed; whatever tracing,
// compiling and running throw. One thread. Objects that a Function captures must outlive its runs.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "program/engine.h"
#include "program/function.h"

namespace pipette {

class Strategy {
 public:
  struct Options {
    bool synthetic_data = false;  // no transfers: streams give zeros and accept nothing
  };

  explicit Strategy(Machine& machine) : Strategy(machine, Options{}) {}
  Strategy(Machine& machine, const Options& options);
  ~Strategy();

  Nest<Array> run(const Function& function, const Nest<Array>& arguments = {});

  void start(const Function& function, const Nest<Array>& arguments = {});
  bool advance(const Budget& budget);  // true if no run is under way any more
  bool running() const;
  Nest<Array> result() const;         // of the completed run
  std::int64_t result_cycle() const;  // modelled clock: when the host had that result
  void abandon();

  Machine& machine() { return machine_; }
  const Machine& machine() const { return machine_; }
  bool synthetic_data() const { return options_.synthetic_data; }
  // The engine of the latest start(), or null.
  const Engine* engine() const;
  std::uint64_t function_uid() const;  // of its function; 0: none
  // Compiles without running, and returns the executable.
  const Executable& compiled(const Function& function, const Nest<ArraySpec>& arguments = {});
  // Drops the compiled programs of a function. Throws FailedPrecondition while it runs.
  void forget(const Function& function);
  int num_compilations() const { return static_cast<int>(programs_.size()); }

 private:
  struct CompiledFunction;
  CompiledFunction& program_for(const Function& function, const Nest<ArraySpec>& spec);

  Machine& machine_;
  Options options_;
  std::vector<std::unique_ptr<CompiledFunction>> programs_;
  CompiledFunction* current_ = nullptr;
  bool has_result_ = false;  // the latest run was completed
};

}  // namespace pipette
