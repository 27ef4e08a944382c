// A machine, its strategy and the functions that JavaScript runs on it, in slices.
//
//   HostedStrategy strategy(R"({"numIpus":2})");
//   int step = strategy.add_function("step", callback, tracing);
//   strategy.start(step, Nest<Array>::tuple({x}));
//   while (!strategy.observed().advance(Budget::microseconds(6000))) draw();
//   Nest<Array> result = strategy.result();
//
// Losses, for observers, come from the first outfeed queue of a function, if its elements are one
// f32 number, alone or in a list, or a dict with an entry "loss"; they are means over replicas.
// They cover all runs, whether or not the caller dequeues them; a queue that keeps only the last
// element shows none.
//
// The options are those of the machine (device_options.h). Callbacks are those of tracing.h;
// `tracing` must outlive the strategy. Errors are those of program/strategy.h; NotFound for an
// unknown function.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "bindings/tracing.h"
#include "observe/observed_run.h"

namespace pipette::bindings {

class HostedStrategy {
 public:
  explicit HostedStrategy(const std::string& options);
  ~HostedStrategy();

  int add_function(const std::string& name, const Callback& body, Tracing& tracing);
  // Drops its compiled programs. Throws FailedPrecondition while it runs.
  void remove_function(int function);

  void start(int function, const Nest<Array>& arguments);
  Nest<Array> result();
  void abandon();

  // Steps are the machine's count: mini-batches.
  ObservedRun& observed() { return *run_; }

 private:
  class HostedProgram;
  struct Traced {
    TracedParts parts;
    std::unique_ptr<Function> function;
  };

  Traced& at(int function);

  HostedProgram* program_ = nullptr;  // owned by the run
  std::map<int, std::unique_ptr<Traced>> functions_;
  int next_ = 1;
  std::unique_ptr<ObservedRun> run_;  // destroyed first: its runs use the functions' queues
};

}  // namespace pipette::bindings
