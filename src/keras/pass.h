// One pass of a model over data: executions of one program, one engine run each, with the means of
// their results and the callbacks between them. Resumable.
//
//   Pass pass(strategy, program, {.num_executions = 6});
//   while (!pass.advance(BudgetMeter(budget, strategy.machine()))) draw_frame();
//   pass.logs()["loss"];                   // the mean over all mini-batches
//
// Metrics. The device returns the values of each mini-batch; their means are taken here, in double,
// for each replica. Inaccuracy: upstream keeps totals and counts on the device, which takes a few
// more cycles there.
#pragma once

#include <functional>
#include <vector>

#include "keras/model_program.h"
#include "program/budget_meter.h"
#include "training/loss_record.h"

namespace pipette::keras {

struct PassHooks {
  std::function<void(std::int64_t batch)> batch_begin = {};
  std::function<void(std::int64_t batch, const Logs& logs)> batch_end = {};
  std::function<bool()> stop = {};   // called between executions
  std::function<bool()> pause = {};  // called after the hooks: advance() returns
};

struct PassOptions {
  std::int64_t num_executions = 1;
  std::vector<std::string> names = {"loss"};  // of the values in an outfeed element
  ReplicatedMetricReduction reduction = ReplicatedMetricReduction::none;
  bool asynchronous = false;   // hooks for each mini-batch, during an execution
  bool keep_elements = false;  // predictions: elements are kept, nothing is averaged
};

class Pass {
 public:
  Pass(Strategy& strategy, ModelProgram& program, PassOptions options, PassHooks hooks);
  ~Pass();  // abandons a run that is under way
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;

  // Returns true when the pass is finished. An exception from a run ends the pass and is passed on.
  bool advance(const BudgetMeter& meter);
  bool finished() const { return finished_; }
  std::int64_t steps_done() const { return steps_done_; }  // mini-batches of completed executions

  Logs logs() const;
  const LossRecord& losses() const { return losses_; }              // by element, mean of replicas
  const std::vector<Array>& elements() const { return elements_; }  // keep_elements

 private:
  void record(const std::vector<Array>& leaves, std::int64_t cycle);
  void record_pending();
  void end_execution();

  Strategy& strategy_;
  ModelProgram& program_;
  PassOptions options_;
  PassHooks hooks_;
  bool begun_ = false;  // batch_begin has been called for the next execution
  bool in_execution_ = false;
  bool finished_ = false;
  std::int64_t executions_done_ = 0;
  std::int64_t steps_done_ = 0;
  std::int64_t elements_taken_ = 0;
  std::vector<std::vector<double>> totals_;  // [name][replica]
  LossRecord losses_;
  std::vector<Array> elements_;
};

}  // namespace pipette::keras
