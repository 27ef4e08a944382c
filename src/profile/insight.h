// An insight of a profile in one sentence, and the program changes that it advises.
//
//   for (const Advice& advice : insight.advice) {
//     advice.promise.measure;                    // which figure, with its old and new value
//     measured(advice.promise, other_profile);   // what it became (measures.h)
//   }
//
// Advice says in the profile's terms what to change: which layers each stage should have, by how
// many times to lengthen an engine run. The program's author knows the corresponding fields:
// `changes` is empty until the author fills it in (observe/observed_run.h).
//
// Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/choices.h"

namespace pipette::profile {

enum class InsightKind : std::uint8_t {
  fullest_tile,
  costliest_operation,
  worst_balance,
  pipeline_bound,
  waiting_for_host,
  stashed_activations,
  optimizer_state,
};
constexpr auto choices_of(InsightKind) {
  return std::to_array<Choice<InsightKind>>(
      {{InsightKind::fullest_tile, "fullest_tile", "Fullest tile"},
       {InsightKind::costliest_operation, "costliest_operation", "Most expensive operation"},
       {InsightKind::worst_balance, "worst_balance", "Worst balance over tiles"},
       {InsightKind::pipeline_bound, "pipeline_bound", "What bounds the pipeline"},
       {InsightKind::waiting_for_host, "waiting_for_host", "Waiting for the host"},
       {InsightKind::stashed_activations, "stashed_activations", "Stashed activations"},
       {InsightKind::optimizer_state, "optimizer_state", "Optimizer state"}});
}

// Figures that advice can reduce. Figures of time are per training step, over the profiled runs;
// figures of memory are for one IPU.
enum class Measure : std::uint8_t {
  slowest_stage,      // forward and backward work of the slowest stage
  calls,              // from the host's first work on a run until the device begins
  element_waits,      // of IPU 0, for elements of infeeds
  handshake_waits,    // of IPU 0, for streams that come with a call
  stash,              // activations at the peak
  always_live_state,  // of the optimizer
};
constexpr auto choices_of(Measure) {
  return std::to_array<Choice<Measure>>(
      {{Measure::slowest_stage, "slowest_stage", "work of the slowest stage"},
       {Measure::calls, "calls", "time between engine runs"},
       {Measure::element_waits, "element_waits", "waiting for elements"},
       {Measure::handshake_waits, "handshake_waits", "waiting for handshakes"},
       {Measure::stash, "stash", "stashed activations"},
       {Measure::always_live_state, "always_live_state", "optimizer state always live"}});
}
constexpr bool is_memory(Measure measure) {
  return measure == Measure::stash || measure == Measure::always_live_state;
}
constexpr const char* unit_of(Measure measure) {
  return is_memory(measure) ? "bytes" : "cycles a step";
}

struct Promise {
  Measure measure = Measure::calls;
  int ipu = -1;  // of memory
  double from = 0, to = 0;

  // True if at least nine tenths of the promise came true.
  bool kept(double came) const { return came <= to + 0.1 * (from - to); }
};

enum class AdviceKind : std::uint8_t {
  cut_stages,  // as in `stages`
  use_feeds,   // and a loop on the device
  more_steps_per_run,
  faster_host,
  prefetch,
  recompute,
  offload_activations,
  offload_optimizer_state,
};
constexpr auto choices_of(AdviceKind) {
  return std::to_array<Choice<AdviceKind>>(
      {{AdviceKind::cut_stages, "cut_stages", "Cut stages elsewhere"},
       {AdviceKind::use_feeds, "use_feeds", "Use feeds"},
       {AdviceKind::more_steps_per_run, "more_steps_per_run", "More steps in each run"},
       {AdviceKind::faster_host, "faster_host", "Faster host"},
       {AdviceKind::prefetch, "prefetch", "Prefetch"},
       {AdviceKind::recompute, "recompute", "Recompute"},
       {AdviceKind::offload_activations, "offload_activations", "Offload activations"},
       {AdviceKind::offload_optimizer_state, "offload_optimizer_state",
        "Offload optimizer state"}});
}

struct Advice {
  AdviceKind kind = AdviceKind::use_feeds;
  std::string text;                              // a sentence that recommends it
  std::vector<std::vector<std::string>> stages;  // cut_stages: the layers of each stage
  double amount = 0;  // more_steps_per_run: factor; faster_host: microseconds per element
  Promise promise;
  std::string changes;  // JSON: fields with their new values, from the program's author
};

struct Insight {
  InsightKind kind;
  std::string text;
  std::string tab;        // of the viewer: "memory", "operations", "execution"
  std::string operation;  // selected there; "" for none
  int ipu = -1;           // selected there; -1 for none
  int tile = -1;
  std::vector<Advice> advice = {};
};

}  // namespace pipette::profile
