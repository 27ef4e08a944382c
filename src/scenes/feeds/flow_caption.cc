#include "scenes/feeds/flow_caption.h"

#include <algorithm>
#include <utility>

#include "core/format_quantity.h"
#include "scenes/feeds/activities.h"
#include "ui/format.h"

namespace pipette::app::feeds_scene {
namespace {

std::string time_of(const Session& session, std::int64_t cycles) {
  return format_time_us(cycles_to_us(cycles, session.device().arch()));
}

std::string call_time(const Session& session) {
  return time_of(session, session.device().host().call_cycles());
}

// The host's activity during most of the wait.
const char* cause_of(const Ready& ready) {
  const std::pair<std::int64_t, const char*> parts[] = {
      {ready.host_busy_cycles, "the host is still busy with something else"},
      {ready.pipeline_cycles, "the host is preparing it"},
      {ready.staging_cycles, "the host is copying it into its stream"},
      {ready.handshake_cycles, "the host is in the handshake of its stream"}};
  return std::max_element(std::begin(parts), std::end(parts),
                          [](const auto& a, const auto& b) { return a.first < b.first; })
      ->second;
}

std::string at_infeed(const Session& session, const RunStatus& status, const Ready& ready) {
  const std::string batch = "batch " + format_count(ready.element + 1);
  if (ready.stall_cycles() > 0) {
    return "The IPU waits " + time_of(session, ready.stall_cycles()) + " for " + batch + ": " +
           cause_of(ready);
  }
  const int left = std::max(0, status.infeed.fill - 1);
  return "The IPU takes " + batch + ", which lies ready in the infeed queue; " +
         (left == 0   ? "none is"
          : left == 1 ? "one more is"
                      : std::to_string(left) + " more are") +
         " waiting there";
}

std::string between_runs(const Session& session, const RunStatus& status) {
  const std::string time = call_time(session);
  if (status.run == 0) {
    return status.infeed.exists
               ? "Run starts the training: the host prepares batches, the IPU learns from them"
               : "Run starts the training: the host hands over each batch with a call";
  }
  return "Between two engine runs the IPU waits " + time +
         ": the host sets the program up and calls the engine";
}

std::string in_a_run(const Session& session, const RunStatus& status) {
  if (const auto ready = next_element(session, status)) return at_infeed(session, status, *ready);
  const std::string batch = "batch " + format_count(status.step + 1);
  const std::string operation =
      status.instruction.empty() ? std::string() : " (" + status.instruction + ")";
  switch (activity_of(status)) {
    case Activity::stream_mid:
      return "The data of " + batch + " move to the IPU, after a handshake with the host of " +
             time_of(session, session.device().host().handshake_begin_cycles());
    case Activity::stream_end:
      return status.outfeed.exists
                 ? "The loss of " + batch + " goes to the outfeed queue; the IPU need not wait"
                 : "The loss of " + batch + " goes back to the host that waits for it";
    case Activity::forward:
      return "Forward: what the network makes of " + batch + operation;
    case Activity::backward:
      return "Backward: how the loss of " + batch + " depends on each weight" + operation;
    case Activity::update:
      return "Weight update: the weights move against the gradients of " + batch + operation;
    default:
      return "The IPU works on " + batch + operation;
  }
}

// The shares of the modelled time in which the IPU stood still, and why.
std::string so_far(const Session& session, const RunStatus& status) {
  if (status.cycles <= 0) return between_runs(session, status);
  const auto share = [&](std::int64_t cycles) {
    return format_percent(static_cast<double>(cycles) / static_cast<double>(status.cycles));
  };
  const std::int64_t runs = std::max<std::int64_t>(1, status.run);
  const std::string calls = share(runs * session.device().host().call_cycles());
  const std::string waits = share(status.infeed.total_wait_cycles);
  return status.infeed.exists ? "So far the IPU has waited for batches in " + waits +
                                    " of the modelled time, and for the host to call it in " + calls
                              : "So far the IPU has waited for the host to call it in " + calls +
                                    " of the modelled time, and in handshakes in " + waits;
}

}  // namespace

std::optional<Ready> next_element(const Session& session, const RunStatus& status) {
  HostTimeline host = session.device().host();  // a copy: consume() must not change the session's
  if (!status.in_run || !status.infeed.exists || host.num_infeeds() == 0) return std::nullopt;
  if (status.instruction_kind != InstructionKind::stream_in) return std::nullopt;
  if (host.infeed(0).consumed() >= host.infeed(0).num_elements()) return std::nullopt;
  return host.consume(0, status.cycles);
}

std::string flow_caption(const Session& session, const RunStatus& status, bool summary) {
  if (status.finished) {
    return "All " + format_count(status.num_steps) + " steps are done, in " +
           format_time_us(status.seconds * 1e6) + " by the modelled clock";
  }
  if (summary) return so_far(session, status);
  return status.in_run ? in_a_run(session, status) : between_runs(session, status);
}

}  // namespace pipette::app::feeds_scene
