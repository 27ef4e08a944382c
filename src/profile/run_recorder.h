// Records the first engine runs of each program for a profile.
//
//   RunRecorder recorder({.runs = 2});
//   machine.trace.watch(&recorder);
//   strategy.run(training_loop);
//   recorder.programs()[0].tallies;          // cycles of each operation, on each lane
//
// For every run it keeps the times of the host's call and the device's work; for the first `runs`
// of a program also the figures of each operation, and the spans themselves up to a limit. If spans
// are left out, their number is kept, and sums still include them.
//
// Times are device cycles. One thread. The recorder must outlive the runs that it watches; the
// names of spans are those of the watched trace.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "profile/overview.h"
#include "program/executable.h"
#include "program/trace.h"

namespace pipette::profile {

inline constexpr std::size_t kNumSpanKinds = kChoices<SpanKind>.size();
inline constexpr std::size_t kNumWaitReasons = kChoices<WaitReason>.size();

// True for the host's work on an element of an infeed.
constexpr bool makes_elements(SpanKind kind) {
  return kind == SpanKind::host_pipeline || kind == SpanKind::host_staging ||
         kind == SpanKind::host_handshake;
}

struct RecordingLimits {
  std::int64_t runs = 2;       // of each program (autoReport.executionProfileProgramRunCount)
  std::size_t spans = 30'000;  // of each program
};

// The figures of one operation of one instruction on one lane, over all profiled runs.
struct Tally {
  std::int32_t instruction = -1;
  std::int32_t name = 0;  // Trace::name
  std::int16_t lane = 0;
  Phase phase = Phase::none;
  std::int64_t calls = 0;                             // without waits
  std::int64_t bytes = 0;                             // of streams, exchanges and streaming memory
  std::array<std::int64_t, kNumSpanKinds> cycles{};   // by SpanKind
  std::array<std::int64_t, kNumWaitReasons> waits{};  // by WaitReason, of those cycles
  std::int64_t total_cycles() const;
};

// One call of Engine::run.
struct RecordedRun {
  std::int64_t run = 0;             // its number on the machine
  std::int64_t host_begin = 0;      // the host begins with the call
  std::int64_t set_up_begin = 0;    // ... with setting the program up
  std::int64_t call_begin = 0;      // ... with starting it
  std::int64_t begin = 0, end = 0;  // of the device
  std::int64_t wait_cycles = 0;     // of IPU 0 for the host
  std::int64_t first_step = -1;     // training steps done before it; -1: not begun
  std::int64_t steps = 1;           // in this run; 1 for a program without a loop
  bool finished = false;
};

struct RecordedProgram {
  std::shared_ptr<const Executable> executable;
  std::vector<RecordedRun> runs;   // those profiled first; at most kMostRuns
  std::int64_t runs_left_out = 0;  // later ones
  std::int64_t profiled_runs = 0;  // number of runs, from the first, in the tallies
  // The host's work for them, by SpanKind, and the number of infeed elements it made.
  std::array<std::int64_t, kNumSpanKinds> host_cycles{};
  std::int64_t elements = 0;
  std::vector<Tally> tallies;  // of leaves of the tree, in the order in which they first ran
  std::vector<Span> spans;     // of profiled runs, in the order in which they ended
  std::int64_t spans_left_out = 0;
};

class RunRecorder : public TraceWatcher {
 public:
  static constexpr std::size_t kMostRuns = 2048;

  explicit RunRecorder(const RecordingLimits& limits = {}) : limits_(limits) {}

  void begin_run(const std::shared_ptr<const Executable>& executable) override;
  void add(const Span& span) override;
  void add_superstep(const Span& span, const SuperstepCycles& cycles) override;

  const RecordingLimits& limits() const { return limits_; }
  // Over all runs of all programs.
  const Overview& overview() const { return overview_; }
  // The programs started so far, in that order.
  const std::vector<RecordedProgram>& programs() const { return programs_; }

 private:
  Tally& tally_of(const Span& span);
  RecordedRun& run_of(const Span& span);
  static void count_step(RecordedRun& run, const Span& span);
  void keep(const Span& span);
  void add_host(const Span& span);

  RecordingLimits limits_;
  Overview overview_;
  std::vector<RecordedProgram> programs_;
  std::vector<std::vector<std::vector<std::int32_t>>> tallies_of_;  // program, instruction + 1
  std::size_t current_ = 0;
  std::int32_t element_ = -1;  // the latest that the host made
  bool begins_ = false;        // no span of the run has come yet
  bool profiled_ = false;      // the run is one of the first
};

}  // namespace pipette::profile
