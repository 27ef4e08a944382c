// Traces JavaScript's functions: bodies of loops, stages of pipelines.
//
//   Tracing tracing;
//   Function step = tracing.function("step", callback, keep);
//   Json results = tracing.repeat(R"({"count":10})", inputs, body, nullptr);
//
// A callback takes JSON and returns JSON (traced_values.h). A body gets [values by position, a dict
// of values by name] and returns a list of values, then operations; a function gets and returns one
// structure. A callback is called once, while the function is traced, and its exceptions reach its
// caller.
//
// After an error leaves a body, the function being traced can no longer be compiled, even if
// JavaScript catches the error: FailedPrecondition is thrown at its end.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/traced_values.h"
#include "feeds/infeed_queue.h"
#include "pipeline/pipeline.h"
#include "pipeline/pipeline_outline.h"
#include "program/function.h"

namespace pipette::bindings {

using Callback = std::function<Json(const Json&)>;

// The dtype of each variable's accumulator, which a callback returns for the variable's name.
AccumulationDType dtype_function(const Callback& callback);

// Objects that a traced function uses for as long as it may run, and those that observers read.
struct TracedParts {
  std::vector<std::shared_ptr<void>> queues;
  const InfeedQueue* infeed = nullptr;    // the first that it reads
  const OutfeedQueue* outfeed = nullptr;  // the first that it fills
  // The first pipeline, without the function.
  struct Pipeline {
    pipelining::PipelineSchedule schedule;
    pipelining::DeviceLists stage_devices;
    std::vector<std::string> stage_names;
    std::int64_t gradient_accumulation_count;
  };
  std::optional<Pipeline> pipeline;
};

class Tracing {
 public:
  // A function whose parts are recorded in `parts`, which must outlive it.
  Function function(const std::string& name, const Callback& body, TracedParts& parts);

  TracedValues& values() { return values_; }
  // The parts of the function being traced. Throws RuntimeError if there is none.
  TracedParts& parts();
  bool active() const { return parts_ != nullptr; }
  void use(const std::shared_ptr<InfeedQueue>& queue);
  // `owner` keeps the queue alive.
  void use(const std::shared_ptr<void>& owner, const OutfeedQueue& queue);

  // `inputs` is a list of tensors, and so are the results. The options are name, and count, a whole
  // number or a tensor.
  Json repeat(const std::string& options, const Json& inputs, const Callback& body,
              InfeedQueue* infeed);
  // The only option is maximumIterations.
  Json while_loop(const std::string& options, const Json& inputs, const Callback& condition,
                  const Callback& body, InfeedQueue* infeed);

  // The branches get no arguments; the results are a list of tensors.
  Json cond(const Json& predicate, const Callback& true_branch, const Callback& false_branch);

  struct PipelineStages {
    std::vector<std::vector<Callback>> members;  // by stage
    std::vector<std::string> names;
    AccumulationDType dtype = {};  // of accumulators, if a function provides it
  };
  using OptimizerFunction = std::function<pipelining::OptimizerFunctionOutput(const Json&)>;
  // Options are those of pipelining::PipelineOptions in camelCase; queues and the optimizer
  // function are passed separately, and are null if absent.
  Json pipeline(const std::string& options, const Json& inputs, const PipelineStages& stages,
                InfeedQueue* infeed, OutfeedQueue* outfeed, const OptimizerFunction& optimizer);

  // A scope that what follows is in, until leave_scope(): "shard" (graph/shard.h), "name" or
  // "pipeline stage" (keras/symbolic.h). Returns the number of scopes that are open then.
  int enter_scope(const std::string& kind, int index, const std::string& name);
  // Ends the scope that enter_scope() numbered so. Throws RuntimeError unless it is the innermost.
  void leave_scope(int number);

 private:
  // Calls the program; scopes that it enters end with it. Throws RuntimeError if one is still open.
  Json called(const Callback& program, const Json& arguments);
  loops::LoopBody body_of(const Callback& callback);
  // Calls code that traces parts of a function, and records if an error leaves them unfinished.
  template <class F>
  auto guarded(const F& trace);

  TracedValues values_;
  TracedParts* parts_ = nullptr;
  bool unfinished_ = false;
  std::vector<std::shared_ptr<void>> scopes_;  // open ones, the innermost last
};

}  // namespace pipette::bindings
