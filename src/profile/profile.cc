#include "profile/profile.h"

#include <algorithm>

#include "core/hash.h"
#include "core/item.h"
#include "profile/compute_sets.h"
#include "profile/insights.h"

namespace pipette::profile {

namespace {

Target target_of(const Executable& executable, const Machine& machine) {
  const Architecture& arch = machine.device.arch();
  Target target;
  target.architecture = arch.name;
  target.clock_hz = arch.clock_hz;
  target.tiles_per_ipu = arch.tiles;
  target.io_tiles = arch.io_tiles;
  target.tile_memory_bytes = arch.tile_memory_bytes;
  target.num_ipus = machine.device.num_ipus();
  target.ipus_per_replica = ipus_per_replica(executable.num_ipus);
  target.num_replicas = target.num_ipus / target.ipus_per_replica;
  target.used_ipus = executable.num_ipus;
  target.peak_flops_f32 = arch.peak_flops(DType::f32);
  target.host = machine.device.config().host;
  target.remote_bytes_per_second = arch.remote_bytes_per_second_per_ipu;
  return target;
}

void count_compute_sets(const Instruction& instruction, GraphFigures& graph) {
  for (const Superstep& step : instruction.supersteps()) {
    if (step.cost.compute_cycles == 0) continue;
    ++graph.compute_sets;
    graph.vertices += step.cost.tiles;
  }
  for (const Instruction& child : instruction.children) count_compute_sets(child, graph);
}

GraphFigures graph_of(const Executable& executable) {
  GraphFigures graph;
  graph.name = executable.name;
  const std::string listing = to_string(executable.root);
  Hash hash;
  hash.add(listing.data(), listing.size());
  graph.fingerprint = hash.hex();
  graph.instructions = executable.num_instructions;
  graph.variables = to_int(executable.variables.size());
  for (const Buffer& buffer : executable.buffers) {
    graph.constants += buffer.kind == BufferKind::constant;
    graph.values += buffer.kind == BufferKind::arena || buffer.kind == BufferKind::bound;
  }
  count_compute_sets(executable.root, graph);
  return graph;
}

// IPUs first, in their order, then I/O tiles.
bool stands_before(int a, int b) {
  return is_io_lane(a) != is_io_lane(b) ? is_io_lane(b) : ipu_of_lane(a) < ipu_of_lane(b);
}

LaneFigures& lane_at(std::vector<LaneFigures>& lanes, int lane) {
  const auto at = std::find_if(lanes.begin(), lanes.end(),
                               [&](const LaneFigures& l) { return !stands_before(l.lane, lane); });
  if (at != lanes.end() && at->lane == lane) return *at;
  const auto made = lanes.insert(at, LaneFigures());
  made->lane = lane;
  return *made;
}

Execution execution_of(const RecordedProgram& recorded, const Machine& machine) {
  Execution made;
  made.runs = recorded.runs;
  made.runs_left_out = recorded.runs_left_out;
  made.profiled_runs = recorded.profiled_runs;
  made.host_cycles = recorded.host_cycles;
  made.elements = recorded.elements;
  for (std::int64_t i = 0; i < recorded.profiled_runs; ++i) {
    made.profiled_cycles += item(recorded.runs, i).end - item(recorded.runs, i).begin;
  }
  for (int ipu = 0; ipu < machine.device.num_ipus(); ++ipu) lane_at(made.lanes, ipu);
  const ComputeSets compute_sets(recorded.executable->root);
  const int num_tiles = machine.device.arch().tiles;
  for (const Tally& tally : recorded.tallies) {
    LaneFigures& lane = lane_at(made.lanes, tally.lane);
    for (std::size_t i = 0; i < kNumSpanKinds; ++i) lane.cycles[i] += tally.cycles[i];
    for (std::size_t i = 0; i < kNumWaitReasons; ++i) lane.waits[i] += tally.waits[i];
    const std::int64_t compute = item(tally.cycles, SpanKind::compute);
    const ComputeSets::Figures* sets = compute_sets.find(tally, machine.trace);
    const double tiles = sets == nullptr ? 0 : sets->mean_tiles();
    lane.busy_tile_cycles += static_cast<double>(compute) * tiles / num_tiles;
    const int classes = to_int(made.tiles_at_work.size());
    const int number = std::min(static_cast<int>(tiles * classes / num_tiles), classes - 1);
    item(made.tiles_at_work, number) += compute;
  }
  for (LaneFigures& lane : made.lanes) {
    lane.idle_cycles = made.profiled_cycles;
    for (const std::int64_t cycles : lane.cycles) lane.idle_cycles -= cycles;
  }
  made.spans = recorded.spans;
  made.spans_left_out = recorded.spans_left_out;
  std::int32_t last_name = 0;
  for (const Span& span : made.spans) last_name = std::max(last_name, span.name);
  for (std::int32_t name = 0; name <= last_name; ++name) {
    made.names.push_back(machine.trace.name(name));
  }
  return made;
}

}  // namespace

std::int64_t Execution::profiled_steps() const {
  std::int64_t steps = 0;
  for (std::int64_t i = 0; i < profiled_runs; ++i) steps += item(runs, i).steps;
  return steps;
}

std::int64_t Execution::call_cycles() const {
  std::int64_t cycles = 0;
  for (std::int64_t i = 0; i < profiled_runs; ++i) {
    cycles += item(runs, i).begin - item(runs, i).host_begin;
  }
  return cycles;
}

Profile make_profile(const RunRecorder& recorder, std::size_t number, const Machine& machine) {
  const RecordedProgram& recorded = recorder.programs().at(number);
  const Executable& executable = *recorded.executable;
  Profile profile;
  profile.target = target_of(executable, machine);
  profile.graph = graph_of(executable);
  profile.compile_seconds = machine.device.config().host.compile_seconds;
  profile.engine_options = machine.device.config().engine_options;
  profile.memory = executable.memory;
  profile.program = program_tree(recorded, machine.trace);
  profile.operations = operations_of(recorded, machine);
  profile.execution = execution_of(recorded, machine);
  profile.execution.overview = recorder.overview();
  profile.insights = insights_of(profile);
  return profile;
}

}  // namespace pipette::profile
