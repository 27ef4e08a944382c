#include "profile/profile_json.h"

#include <fmt/format.h>

#include "core/item.h"
#include "core/json.h"
#include "profile/measures.h"
#include "program/span_words.h"

namespace pipette::profile {

namespace {

Json target_json(const Target& target) {
  return {{"architecture", target.architecture},
          {"clockHz", target.clock_hz},
          {"numIpus", target.num_ipus},
          {"numReplicas", target.num_replicas},
          {"ipusPerReplica", target.ipus_per_replica},
          {"usedIpus", target.used_ipus},
          {"tilesPerIpu", target.tiles_per_ipu},
          {"ioTiles", target.io_tiles},
          {"peakFlops", target.peak_flops_f32},
          {"bytesPerTile", target.tile_memory_bytes},
          {"bytesPerIpu", target.ipu_memory_bytes()}};
}

Json graph_json(const GraphFigures& graph) {
  return {{"name", graph.name},
          {"fingerprint", graph.fingerprint},
          {"numComputeSets", graph.compute_sets},
          {"numVertices", graph.vertices},
          {"numVars", graph.variables},
          {"numConstants", graph.constants},
          {"numValues", graph.values},
          {"numInstructions", graph.instructions}};
}

Json memory_json(const MemoryReport& memory, int ipu) {
  Json kinds = Json::object();
  for (const auto& kind : kChoices<MemoryKind>) {
    kinds[to_key(kind.value)] = memory.bytes_of(kind.value);
  }
  Json steps = Json::array();
  Json bytes = Json::array();
  for (const MemoryStep& step : memory.curve) {
    steps.push_back(step.step);
    bytes.push_back(step.bytes);
  }
  Json tensors = Json::array();
  for (const TensorMemory& t : memory.tensors) {
    if (t.mapping.bytes == 0) continue;
    Json made = {{"name", t.name},
                 {"kind", to_key(t.kind)},
                 {"bytes", t.mapping.bytes},
                 {"alwaysLive", t.always_live},
                 {"firstTile", t.mapping.first_tile},
                 {"tiles", t.mapping.tiles},
                 {"largestTileBytes", t.mapping.largest_tile_bytes()}};
    if (!t.always_live) {
      made["firstStep"] = t.first_step;
      made["lastStep"] = t.last_step;
    }
    tensors.push_back(std::move(made));
  }
  return {
      {"ipu", ipu},
      {"limitBytes", memory.limit_bytes()},
      {"fits", memory.fits()},
      {"totalBytes", memory.total_bytes()},
      {"alwaysLiveBytes", memory.total_always_live_bytes},
      {"peakNotAlwaysLiveBytes", memory.peak_not_always_live_bytes},
      {"peakStep", memory.peak_step},
      {"largestTile", memory.largest_tile},
      {"largestTileBytes", memory.largest_tile_bytes},
      {"bytesAtPeak", std::move(kinds)},
      {"tiles",
       {{"alwaysLive", memory.always_live_bytes}, {"notAlwaysLive", memory.not_always_live_bytes}}},
      {"liveness", {{"steps", std::move(steps)}, {"notAlwaysLive", std::move(bytes)}}},
      {"variables", std::move(tensors)}};
}

Json node_json(const ProgramNode& node) {
  Json made = {{"kind", to_label(node.kind)},  {"name", node.name},
               {"phase", to_key(node.phase)},  {"ipu", node.ipu},
               {"cycles", node.cycles},        {"bytes", node.bytes},
               {"executions", node.executions}};
  if (node.instruction >= 0) made["instruction"] = node.instruction;
  if (node.count) made["count"] = *node.count;
  if (node.children.empty()) return made;
  Json children = Json::array();
  for (const ProgramNode& child : node.children) children.push_back(node_json(child));
  made["children"] = std::move(children);
  return made;
}

// Only what is not zero, by the keys of the choices.
template <class Enum, std::size_t n>
Json counts_json(const std::array<std::int64_t, n>& counts) {
  Json made = Json::object();
  for (const auto& choice : kChoices<Enum>) {
    const std::int64_t count = item(counts, choice.value);
    if (count != 0) made[to_key(choice.value)] = count;
  }
  return made;
}

Json operation_json(const Operation& o) {
  Json made = {{"name", o.name},
               {"layer", o.layer},
               {"tensorflowLayer", o.tensorflow_layer},
               {"kind", o.kind},
               {"tracedName", o.traced_name},
               {"phase", to_key(o.phase)},
               {"instructions", o.instructions},
               {"lanes", o.lanes},
               {"calls", o.calls},
               {"cycles", o.cycles},
               {"cyclesByKind", counts_json<SpanKind>(o.cycles_by_kind)},
               {"waits", counts_json<WaitReason>(o.waits)},
               {"flops", o.flops},
               {"flopsPerCycle", o.flops_per_cycle()},
               {"bytes", o.bytes},
               {"tiles", o.tiles},
               {"tileBalance", o.tile_balance}};
  if (!o.sources.empty()) made["sources"] = o.sources;
  return made;
}

Json spans_json(const Execution& execution) {
  Json begin = Json::array(), length = Json::array(), lane = Json::array(), kind = Json::array(),
       activity = Json::array(), name = Json::array(), instruction = Json::array(),
       run = Json::array(), step = Json::array(), mini_batch = Json::array(),
       reason = Json::array();
  std::int64_t before = 0;
  for (const Span& span : execution.spans) {
    begin.push_back(span.begin - before);
    before = span.begin;
    length.push_back(span.end - span.begin);
    lane.push_back(span.lane);
    kind.push_back(static_cast<int>(span.kind));
    activity.push_back(static_cast<int>(activity_of(span.kind, span.phase)));
    name.push_back(span.name);
    instruction.push_back(span.instruction);
    run.push_back(span.run);
    step.push_back(span.step);
    mini_batch.push_back(span.mini_batch);
    reason.push_back(static_cast<int>(span.reason));
  }
  Json kinds = Json::array(), reasons = Json::array(), activities = Json::array();
  for (const auto& choice : kChoices<SpanKind>) kinds.push_back(to_label(choice.value));
  for (const auto& choice : kChoices<WaitReason>) reasons.push_back(to_label(choice.value));
  for (const theme::ActivityEntry& entry : theme::kActivities) activities.push_back(entry.key);
  return {{"count", execution.spans.size()},
          {"leftOut", execution.spans_left_out},
          {"kinds", std::move(kinds)},
          {"reasons", std::move(reasons)},
          {"activities", std::move(activities)},
          {"names", execution.names},
          {"begin", std::move(begin)},
          {"length", std::move(length)},
          {"lane", std::move(lane)},
          {"kind", std::move(kind)},
          {"activity", std::move(activity)},
          {"name", std::move(name)},
          {"instruction", std::move(instruction)},
          {"run", std::move(run)},
          {"step", std::move(step)},
          {"miniBatch", std::move(mini_batch)},
          {"reason", std::move(reason)}};
}

// Nothing where the spans tell everything.
Json overview_json(const Execution& execution) {
  const bool all = execution.spans_left_out == 0 && execution.runs_left_out == 0 &&
                   execution.profiled_runs == std::ssize(execution.runs);
  const Overview& overview = execution.overview;
  if (all || overview.lanes().empty()) return nullptr;
  Json lanes = Json::array();
  for (const auto& [lane, buckets] : overview.lanes()) {
    Json cycles = Json::object();
    for (const theme::ActivityEntry& entry : theme::kActivities) {
      std::vector<std::int64_t> of_buckets;
      bool any = false;
      for (const Overview::Bucket& bucket : buckets) {
        of_buckets.push_back(item(bucket, entry.activity));
        any = any || of_buckets.back() > 0;
      }
      if (any) cycles[entry.key] = std::move(of_buckets);
    }
    lanes.push_back({{"lane", lane}, {"cycles", std::move(cycles)}});
  }
  return {{"begin", 0}, {"bucketCycles", overview.bucket_cycles()}, {"lanes", std::move(lanes)}};
}

std::string lane_name(int lane) {
  return fmt::format("IPU {}{}", ipu_of_lane(lane), is_io_lane(lane) ? " I/O tiles" : "");
}

Json execution_json(const Profile& profile) {
  const Execution& execution = profile.execution;
  Json runs = Json::array();
  for (const RecordedRun& run : execution.runs) {
    runs.push_back({{"run", run.run},
                    {"hostBegin", run.host_begin},
                    {"setUpBegin", run.set_up_begin},
                    {"callBegin", run.call_begin},
                    {"begin", run.begin},
                    {"end", run.end},
                    {"waitCycles", run.wait_cycles},
                    {"steps", run.steps},
                    {"finished", run.finished}});
  }
  Json lanes = Json::array();
  for (const LaneFigures& lane : execution.lanes) {
    lanes.push_back({{"lane", lane.lane},
                     {"name", lane_name(lane.lane)},
                     {"cycles", counts_json<SpanKind>(lane.cycles)},
                     {"waits", counts_json<WaitReason>(lane.waits)},
                     {"idleCycles", lane.idle_cycles},
                     {"busyTileCycles", lane.busy_tile_cycles}});
  }
  Json counters = Json::array();
  for (const Series& series : execution.series) {
    counters.push_back(
        {{"name", series.name}, {"cycles", series.cycles}, {"values", series.values}});
  }
  Json tracepoints = Json::array();
  for (const Tracepoint& point : execution.tracepoints) {
    tracepoints.push_back({{"name", point.name}, {"cycle", point.cycle}});
  }
  return {{"profiledRuns", execution.profiled_runs},
          {"profiledCycles", execution.profiled_cycles},
          {"runs", std::move(runs)},
          {"runsLeftOut", execution.runs_left_out},
          {"lanes", std::move(lanes)},
          {"tilesAtWork", execution.tiles_at_work},
          {"counters", std::move(counters)},
          {"tracepoints", std::move(tracepoints)},
          {"overview", overview_json(execution)},
          {"spans", spans_json(execution)}};
}

Json measure_json(Measure measure, int ipu) {
  Json made = {
      {"measure", to_key(measure)}, {"label", to_label(measure)}, {"unit", unit_of(measure)}};
  if (ipu >= 0) made["ipu"] = ipu;
  return made;
}

Json advice_json(const Advice& advice) {
  Json promise = measure_json(advice.promise.measure, advice.promise.ipu);
  promise["from"] = advice.promise.from;
  promise["to"] = advice.promise.to;
  return {{"kind", to_key(advice.kind)},
          {"title", to_label(advice.kind)},
          {"text", advice.text},
          {"changes", advice.changes.empty() ? Json(nullptr) : parse_json(advice.changes)},
          {"promise", std::move(promise)}};
}

Json insight_json(const Insight& insight) {
  Json advice = Json::array();
  for (const Advice& each : insight.advice) advice.push_back(advice_json(each));
  Json select = nullptr;
  if (!insight.operation.empty()) select = {{"operation", insight.operation}};
  if (insight.ipu >= 0) select = {{"ipu", insight.ipu}};
  if (insight.tile >= 0) select["tile"] = insight.tile;
  return {{"kind", to_key(insight.kind)}, {"title", to_label(insight.kind)},
          {"text", insight.text},         {"tab", insight.tab},
          {"select", std::move(select)},  {"advice", std::move(advice)}};
}

}  // namespace

Json measures_json(const Profile& profile) {
  Json measures = Json::array();
  for (const Measured& m : measures_of(profile)) {
    measures.push_back(measure_json(m.measure, m.ipu));
    measures.back()["value"] = m.value;
  }
  return measures;
}

Json profile_json(const Profile& profile) {
  Json ipus = Json::array();
  for (std::size_t ipu = 0; ipu < profile.memory.size(); ++ipu) {
    ipus.push_back(memory_json(profile.memory[ipu], to_int(ipu)));
  }
  Json operations = Json::array();
  for (const Operation& operation : profile.operations) {
    operations.push_back(operation_json(operation));
  }
  Json insights = Json::array();
  for (const Insight& insight : profile.insights) insights.push_back(insight_json(insight));
  return {{"version", kProfileVersion},
          {"compilation",
           {{"target", target_json(profile.target)},
            {"graph", graph_json(profile.graph)},
            {"seconds", profile.compile_seconds},
            {"ipus", std::move(ipus)},
            {"program", node_json(profile.program)}}},
          {"insights", std::move(insights)},
          {"measures", measures_json(profile)},
          {"operations", std::move(operations)},
          {"execution", execution_json(profile)},
          {"engineOptions", profile.engine_options.texts()}};
}

}  // namespace pipette::profile
