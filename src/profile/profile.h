// A profile: a compiled program's needs, and the figures of its first engine runs.
//
//   RunRecorder recorder;
//   machine.trace.watch(&recorder);
//   strategy.run(training_loop);
//   const Profile profile = make_profile(recorder, 0, machine);
//   profile.operations[0].name;  profile.memory[0].largest_tile_bytes;
//   profile_json(profile);                                       // profile_json.h
//
// All of it follows from the executable, its costs and the recorded runs: nothing is measured on
// this computer. Sums agree: cycles by operation and by lane add up to those of the runs, tiles'
// memory to the IPU's (tests/profile).
//
// Times are device cycles, sizes bytes. Plain values.
//
// Inaccuracies: a compute set has one vertex on each tile at work, since the cost model resolves
// nothing finer than tiles; it does not model edges or the bytes of code, exchange code and stacks,
// so none of these is given.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/engine_options.h"
#include "device/memory.h"
#include "profile/insight.h"
#include "profile/operations.h"
#include "profile/program_tree.h"
#include "profile/run_recorder.h"
#include "program/machine.h"

namespace pipette::profile {

struct Target {
  std::string architecture;
  double clock_hz = 0;
  int tiles_per_ipu = 0;  // that compute
  int io_tiles = 0;       // reserved, on each IPU
  std::int64_t tile_memory_bytes = 0;
  int num_ipus = 1;  // of the device
  int num_replicas = 1;
  int ipus_per_replica = 1;
  int used_ipus = 1;                   // of a replica, that the program needs
  double peak_flops_f32 = 0;           // of one IPU, per second
  double remote_bytes_per_second = 0;  // of one IPU, to and from streaming memory
  HostOptions host;

  std::int64_t ipu_memory_bytes() const { return tile_memory_bytes * tiles_per_ipu; }
};

struct GraphFigures {
  std::string name;         // of the program
  std::string fingerprint;  // FNV-1a of the listing of the tree: the same for the same program
  int compute_sets = 0;
  std::int64_t vertices = 0;
  int variables = 0;
  int constants = 0;
  int values = 0;  // tensors made during a run
  int instructions = 0;
};

// The activity of one lane in the profiled runs.
struct LaneFigures {
  int lane = 0;                                       // trace.h
  std::array<std::int64_t, kNumSpanKinds> cycles{};   // by SpanKind; leaves only
  std::array<std::int64_t, kNumWaitReasons> waits{};  // by WaitReason, of those cycles
  std::int64_t idle_cycles = 0;                       // the rest of the runs
  // Cycles of compute, weighted by the share of the IPU's tiles that were at work.
  double busy_tile_cycles = 0;
};

// Compute cycles by the share of an IPU's tiles that were at work, in ten equal classes.
using TileHistogram = std::array<std::int64_t, 10>;

// A value over the modelled time, such as the loss, shown beside the spans.
struct Series {
  std::string name;
  std::vector<std::int64_t> cycles;
  std::vector<double> values;
};

// A named moment of the modelled time, such as the end of an epoch.
struct Tracepoint {
  std::string name;
  std::int64_t cycle = 0;
};

struct Execution {
  std::vector<RecordedRun> runs;   // all, profiled runs first
  std::int64_t runs_left_out = 0;  // later ones
  std::int64_t profiled_runs = 0;
  std::int64_t profiled_cycles = 0;  // of these, by the device
  // The host's work for them, by SpanKind, and the number of infeed elements it made.
  std::array<std::int64_t, kNumSpanKinds> host_cycles{};
  std::int64_t elements = 0;
  std::vector<LaneFigures> lanes;  // IPUs first, then I/O tiles
  TileHistogram tiles_at_work{};
  std::vector<Span> spans;
  std::vector<std::string> names;  // of spans, by Span::name
  std::int64_t spans_left_out = 0;
  Overview overview;  // of all runs of all programs of the machine
  // Added by the code that ran the program.
  std::vector<Series> series;
  std::vector<Tracepoint> tracepoints;

  std::int64_t profiled_steps() const;
  // From the host's first work on each profiled run until the device began.
  std::int64_t call_cycles() const;
};

struct Profile {
  Target target;
  GraphFigures graph;
  double compile_seconds = 0;        // as given, not measured
  EngineOptions engine_options;      // those that were set
  std::vector<MemoryReport> memory;  // by IPU of a replica; each instruction has two steps
  ProgramNode program;
  std::vector<Operation> operations;  // most cycles first
  Execution execution;
  std::vector<Insight> insights;

  double seconds(std::int64_t cycles) const {
    return static_cast<double>(cycles) / target.clock_hz;
  }
};

// The profile of program `number` of the recorder; `machine` is the machine that ran it.
Profile make_profile(const RunRecorder& recorder, std::size_t number, const Machine& machine);

}  // namespace pipette::profile
