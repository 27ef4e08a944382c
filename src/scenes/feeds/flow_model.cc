#include "scenes/feeds/flow_model.h"

#include <algorithm>

#include "core/format_quantity.h"
#include "core/item.h"
#include "scenes/feeds/activities.h"
#include "scenes/feeds/flow_caption.h"
#include "ui/format.h"

namespace pipette::app::feeds_scene {
namespace {

constexpr std::size_t kMaxLatest = 24;

void fill_latest(const LossRecord& record, FlowModel* flow) {
  const LatestList<float>& losses = record.values;
  const std::size_t first = losses.size() - std::min(losses.kept().size(), kMaxLatest);
  for (std::size_t i = first; i < losses.size(); ++i) {
    flow->latest.push_back({record.mini_batches[i] + 1, losses[i]});
  }
}

// The host's progress on the current element, 0..1; 1 if the queue is full.
float preparation(const Session& session, std::int64_t now) {
  HostTimeline host = session.device().host();  // a copy: advance() must not change the session's
  if (host.num_infeeds() == 0) return 0;
  host.advance(now);
  const InfeedTimeline& infeed = host.infeed(0);
  if (infeed.fill(now) == infeed.depth()) return 1;
  const auto left = static_cast<float>(host.free_at() - now);
  const auto whole = static_cast<float>(infeed.latest_cost().total());
  return whole > 0 ? std::clamp(1 - left / whole, 0.0f, 1.0f) : 1;
}

// The host side that makes mini-batches, with an infeed queue.
void fill_infeed(const RunStatus& status, const Session& session, FlowModel* flow) {
  const QueueStatus& in = status.infeed;
  flow->infeed = {
      .capacity = in.depth, .filled = in.fill, .oldest = in.elements + 1, .passed = in.elements};
  const auto next = next_element(session, status);
  if (next && next->stall_cycles() > 0) {
    const double us = cycles_to_us(next->stall_cycles(), session.device().arch());
    flow->infeed.stall = "IPU waits " + format_time_us(us);
  }
  flow->infeed.last_wait = in.wait;
  const std::int64_t batch = in.elements + in.fill + 1;
  const bool ahead = session.device().config().host.prefetch_data_streams;
  flow->host_activity = status.finished      ? "Nothing left to do"
                        : !ahead             ? "Makes batch " + format_count(batch) + " when asked"
                        : in.fill < in.depth ? "Preparing batch " + format_count(batch)
                                             : "Queue full: waiting";
  flow->host_progress = status.finished ? 0 : preparation(session, status.cycles);
}

// The same if each mini-batch comes with a call.
void fill_arguments(const RunStatus& status, FlowModel* flow) {
  const int holds = status.in_run ? 1 : 0;
  flow->infeed = {.capacity = 1, .filled = holds, .oldest = status.step + 1, .passed = status.step};
  flow->host_activity = status.finished ? "Nothing left to do"
                        : holds != 0    ? "Waiting for the run"
                                        : "Preparing batch " + format_count(status.step + 1);
  flow->host_progress = static_cast<float>(holds);  // prepared in one piece
}

void fill_outfeed(const RunStatus& status, const Session& session, FlowModel* flow) {
  const QueueStatus& out = status.outfeed;
  const auto pending = static_cast<int>(out.pending);
  // The elements of one run may stay in the queue until the host reads between two runs.
  const auto per_run = static_cast<int>(
      std::min<std::int64_t>(session.experiment().training.steps_per_execution, 1 << 20));
  flow->outfeed = {.capacity = std::max({out.depth, pending, per_run}),
                   .filled = pending,
                   .oldest = out.elements - out.pending + 1,
                   .passed = out.elements - out.pending};
}

}  // namespace

FlowModel flow_of(const Runs& runs, bool running, bool too_fast_to_read) {
  const Run& run = runs.leader();
  const Session& session = run.session();
  const RunStatus status = session.status();
  const auto read = static_cast<std::int64_t>(session.losses().size());
  FlowModel flow;
  flow.run = run.kind();
  for (const auto& each : runs.all())
    item(flow.titles, static_cast<int>(each->kind())) = each->title();
  flow.running = running;
  flow.caption = flow_caption(session, status, too_fast_to_read);
  flow.has_infeed = status.infeed.exists;
  flow.has_outfeed = status.outfeed.exists;
  if (flow.has_infeed) {
    fill_infeed(status, session, &flow);
  } else {
    fill_arguments(status, &flow);
  }
  if (flow.has_outfeed) {
    fill_outfeed(status, session, &flow);
  } else {
    flow.outfeed = {.capacity = 1, .filled = 0, .oldest = read, .passed = read};
  }
  flow.ipu_activity = activity_of(status);
  flow.ipu_step = std::min(status.step + (status.in_run ? 1 : 0), status.num_steps);
  flow.engine_run = status.in_run ? status.run : std::max<std::int64_t>(0, status.run - 1);
  flow.ipu_instruction = !status.instruction.empty() ? status.instruction
                         : status.finished           ? "Done"
                                                     : "Between two runs";
  fill_latest(session.observed().record().losses, &flow);
  flow.host_result = read == 0   ? "No loss yet"
                     : read == 1 ? "1 loss read"
                                 : format_count(read) + " losses read";
  return flow;
}

}  // namespace pipette::app::feeds_scene
