#include "profile/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/format_quantity.h"
#include "core/item.h"
#include "profile/measures.h"
#include "profile/units.h"

namespace pipette::profile {

namespace {

// Where this is worth less, nothing is advised.
constexpr double kLeastGain = 0.05;

class Advices {
 public:
  explicit Advices(const Profile& profile) : p_(profile) {}

  // Nothing where the program does not have the figure, or hardly gains.
  Advice* add(AdviceKind kind, Measure measure, int ipu, std::string text) {
    Advice advice;
    advice.kind = kind;
    advice.text = std::move(text);
    advice.promise = {measure, ipu, 0, 0};
    const std::optional<double> from = measured(advice.promise, p_);
    if (!from || *from <= 0) return nullptr;
    advice.promise.from = *from;
    made_.push_back(std::move(advice));
    return &made_.back();
  }

  std::vector<Advice> take() {
    std::erase_if(made_, [](const Advice& advice) {
      return advice.promise.to > (1 - kLeastGain) * advice.promise.from;
    });
    return std::move(made_);
  }

 private:
  const Profile& p_;
  std::vector<Advice> made_;
};

// What making elements of infeeds took, in cycles; all but the data pipeline is as it is.
struct HostWork {
  double element = 0;   // E
  double pipeline = 0;  // the data pipeline's part of it
  double device = 0;    // D: what the device does with one
  double waits = 0;     // of IPU 0
  double elements = 0, runs = 0, steps = 0;

  explicit HostWork(const Profile& p) {
    const Execution& e = p.execution;
    elements = static_cast<double>(std::max<std::int64_t>(1, e.elements));
    runs = static_cast<double>(e.profiled_runs);
    steps = static_cast<double>(e.profiled_steps());
    waits = static_cast<double>(item(e.lanes[0].waits, WaitReason::infeed_empty));
    pipeline = static_cast<double>(item(e.host_cycles, SpanKind::host_pipeline)) / elements;
    element = pipeline + static_cast<double>(item(e.host_cycles, SpanKind::host_staging) +
                                             item(e.host_cycles, SpanKind::host_handshake)) /
                             elements;
    device = (static_cast<double>(e.profiled_cycles) - waits) / elements;
  }
};

// Two digits: what a person would write.
double rounded(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::round(value / unit) * unit;
}

void advise_prefetch(const HostWork& work, Advices& advices) {
  Advice* made = advices.add(AdviceKind::prefetch, Measure::element_waits, -1,
                             "Let the host make elements of the infeed ahead, while the device "
                             "works.");
  if (made == nullptr) return;
  const double later = std::max(0.0, work.element - work.device);
  made->promise.to = (work.runs * work.element + (work.elements - work.runs) * later) / work.steps;
}

void advise_faster_host(const Profile& p, const HostWork& work, Advices& advices) {
  constexpr double kFastest = 0.1;  // of what it takes now
  const double spared = std::min(work.element - work.device, (1 - kFastest) * work.pipeline);
  if (spared <= 0 || work.pipeline <= 0) return;
  const double element_us = rounded(p.target.host.element_us * (1 - spared / work.pipeline));
  Advice* made =
      advices.add(AdviceKind::faster_host, Measure::element_waits, -1,
                  fmt::format("Let the host's data pipeline make an element in {:g} µs instead of "
                              "{:g} µs: the device takes one every {}.",
                              element_us, p.target.host.element_us,
                              format_time_us(1e6 * work.device / p.target.clock_hz)));
  if (made == nullptr) return;
  made->amount = element_us;
  const double really = work.pipeline * (1 - element_us / p.target.host.element_us);
  made->promise.to = std::max(0.0, work.waits - work.elements * really) / work.steps;
}

std::int64_t stash_of(const MemoryReport& memory, bool (*stays)(const std::string& name)) {
  std::int64_t bytes = 0;
  for (const TensorMemory& tensor : memory.tensors) {
    const bool counts = tensor.kind == MemoryKind::stash && tensor.is_live(memory.peak_step);
    if (counts && stays(tensor.name)) bytes += tensor.mapping.bytes;
  }
  return bytes;
}

bool is_copied(const std::string& name) { return name.ends_with("stage_copy"); }
bool is_given(const std::string& name) { return is_copied(name) || name.ends_with("infeed"); }

}  // namespace

std::vector<Advice> advice_on_cut(const Profile& profile, const StageCut& cut) {
  const StageCut best = best_cut(cut);
  Advices advices(profile);
  const double steps = static_cast<double>(profile.execution.profiled_steps());
  if (Advice* made = advices.add(AdviceKind::cut_stages, Measure::slowest_stage, -1,
                                 fmt::format("Cut the stages so: {}.", best.to_string()))) {
    made->stages = best.stages();
    made->promise.to = static_cast<double>(best.bound()) / steps;
  }
  return advices.take();
}

std::vector<Advice> advice_on_waits(const Profile& profile) {
  constexpr double kMoreSteps = 10;
  Advices advices(profile);
  const HostWork work(profile);
  if (!profile.target.host.prefetch_data_streams) advise_prefetch(work, advices);
  if (work.elements > 1) advise_faster_host(profile, work, advices);
  advices.add(AdviceKind::use_feeds, Measure::handshake_waits, -1,
              "Bring data through an infeed and take results through an outfeed, in a loop on the "
              "device.");
  if (Advice* made =
          advices.add(AdviceKind::more_steps_per_run, Measure::calls, -1,
                      fmt::format("Do {:g} times as many steps in each engine run.", kMoreSteps))) {
    made->amount = kMoreSteps;
    made->promise.to = made->promise.from / kMoreSteps;
  }
  return advices.take();
}

std::vector<Advice> advice_on_stash(const Profile& profile, int ipu) {
  const MemoryReport& memory = item(profile.memory, ipu);
  std::int64_t all = 0, forward = 0;
  for (const Operation& o : profile.operations) {
    all += o.cycles;
    if (o.phase == Phase::forward) forward += o.cycles;
  }
  Advices advices(profile);
  const bool is_last = ipu + 1 == to_int(profile.memory.size());
  Advice* recompute = advices.add(
      AdviceKind::recompute, Measure::stash, ipu,
      fmt::format("Recompute activations in the backward pass: only what a stage is "
                  "given is kept, and at most the forward pass is done once more, {:.1f} "
                  "% of the cycles that were recorded.",
                  percent(forward, all)));
  if (recompute != nullptr) {
    recompute->promise.to =
        is_last ? recompute->promise.from : static_cast<double>(stash_of(memory, is_given));
  }
  Advice* offload =
      advices.add(AdviceKind::offload_activations, Measure::stash, ipu,
                  fmt::format("Offload activations: they are moved to streaming memory and back "
                              "for each mini-batch, at {:.0f} GB/s.",
                              profile.target.remote_bytes_per_second / 1e9));
  if (offload != nullptr) {
    offload->promise.to = static_cast<double>(stash_of(memory, is_copied));
  }
  return advices.take();
}

std::vector<Advice> advice_on_state(const Profile& profile, int ipu) {
  const std::int64_t bytes = item(profile.memory, ipu).bytes_of(MemoryKind::optimizer_state);
  Advices advices(profile);
  advices.add(AdviceKind::offload_optimizer_state, Measure::always_live_state, ipu,
              fmt::format("Offload the optimizer's state: it is moved twice for each weight "
                          "update, which at {:.0f} GB/s takes at least {}.",
                          profile.target.remote_bytes_per_second / 1e9,
                          format_time_us(2e6 * static_cast<double>(bytes) /
                                         profile.target.remote_bytes_per_second)));
  return advices.take();
}

}  // namespace pipette::profile
