// What the views show, as plain values: no emulator types, no ownership of anything that runs.
//
// app.cc fills these from two sessions (with feeds and without); tests fill them by hand. Pointers
// are borrowed for one frame and may be null where a comment says so. Times are modelled
// microseconds unless the name says `real`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/builder_model.h"
#include "app/inspector_model.h"
#include "app/parameter_model.h"
#include "app/pipeline_model.h"
#include "app/scene.h"
#include "app/theme.h"
#include "render/span_batch.h"

namespace pipette::app {

// The programs that are shown side by side.
enum class RunKind : std::uint8_t { kWithFeeds, kWithoutFeeds, kPipelined, kInspected };
constexpr std::size_t kNumRuns = 2;  // side by side; the others stand alone
inline const char* run_title(RunKind run) {
  constexpr const char* kTitles[] = {"With feeds", "Without feeds", "Pipelined", "Training"};
  return kTitles[static_cast<int>(run)];
}
inline ImU32 run_color(const Theme& theme, RunKind run) {
  return run == RunKind::kWithoutFeeds ? theme.without_feeds : theme.with_feeds;
}

struct TransportModel {
  bool running = false;
  bool finished = false;
  bool pipelined = false;  // steps are weight updates, and slots can be stepped
  std::int64_t step = 0;
  std::int64_t total_steps = 0;
  int speed = 0;                 // notch of SpeedScale
  std::string status = {};       // one short line: "Waiting for infeed", "Done"
  std::string fingerprint = {};  // of the weights; empty until something ran
  double real_steps_per_second = 0;
  bool can_undo = false;
  bool refused = false;  // a value, or a model that does not fit: what undo takes back first
  bool can_redo = false;
  std::string error = {};  // of the last action; empty when fine
};

struct LossModel {
  struct Series {
    RunKind run = RunKind::kWithFeeds;
    const std::vector<float>* losses = nullptr;    // one per step; may be null
    const std::vector<double>* seconds = nullptr;  // modelled time of each; same length
  };
  std::vector<Series> series;
  std::int64_t total_steps = 0;
  const char* empty = "The loss of every step appears here";
};

struct AccuracyModel {
  struct Point {
    std::int64_t step = 0;
    float accuracy = 0;  // 0..1
  };
  std::vector<Point> points;
  std::int64_t total_steps = 0;
  std::int64_t test_digits = 0;
};

// A bounded first-in first-out queue between host and IPU.
struct QueueModel {
  int capacity = 0;
  int filled = 0;
  std::int64_t oldest = 0;        // number of the element that leaves next
  std::int64_t passed = 0;        // elements that have gone through
  std::string stall = {};         // "IPU waited 240 µs"; empty where it did not
  std::string stall_detail = {};  // the whole sentence, for who points at it
};

struct LossToken {
  std::int64_t step = 0;
  float loss = 0;
};

// The hero picture: host | infeed | IPU | outfeed | host.
struct FlowModel {
  RunKind run = RunKind::kWithFeeds;
  bool has_queues = true;  // without feeds each batch is handed over by the host
  bool running = false;
  std::string host_activity = {};  // "Preparing batch 1,243"
  float host_progress = 0;         // 0..1 of the element being prepared, modelled time
  QueueModel infeed;
  Activity ipu_activity = Activity::kIdle;
  std::string ipu_instruction = {};  // "MatMul  [32, 784] x [784, 128]"
  std::int64_t ipu_step = 0;
  std::int64_t engine_run = 0;  // number of the current Engine::run
  std::string ipu_reason = {};  // why it waits; empty while it works
  QueueModel outfeed;
  std::vector<LossToken> latest;  // newest last; a few dozen at most
  std::string host_result = {};   // "1,240 losses dequeued"
};

// What a span says when it is wide enough to be labelled, or pointed at.
class TraceText {
 public:
  struct Detail {
    std::string name = {};    // "dense_1/MatMul"
    std::string reason = {};  // why a wait was a wait; or empty
    double cycles = 0;        // 0 for the host
    double bytes = 0;
  };
  virtual ~TraceText() = default;
  virtual std::string name(std::uint32_t tag) const = 0;
  virtual Detail detail(std::uint32_t tag) const = 0;
};

// One run's trace; rows are lanes times flame depth, laid out by whoever fills it.
struct TraceModel {
  struct Row {
    std::string lane = {};  // label at the first row of a lane: "IPU 0", "Host"
    bool header = false;    // row of Engine::run bars
  };
  RunKind run = RunKind::kWithFeeds;
  const render::SpanBatch* spans = nullptr;  // tag: what `text` is asked for; kind: Activity
  const TraceText* text = nullptr;           // may be null when spans is
  std::vector<Row> rows;
  double duration_us = 0;
};

struct TracePairModel {
  std::vector<TraceModel> tracks;  // drawn on one time axis
  bool same_steps = false;         // both show the same training steps: their lengths compare
  std::string caption = {};        // "10 steps: 3.0 ms vs 12.4 ms"
};

struct DigitsModel {
  struct Digit {
    const float* pixels = nullptr;  // 28 x 28, 0..1; may be null
    int label = 0;
    int prediction = -1;  // -1: not asked yet
    float confidence = 0;
  };
  std::vector<Digit> digits;
  std::uint64_t version = 0;  // changes when pictures change
};

struct DrawingModel {
  bool classified = false;
  std::array<float, 10> probabilities{};
  std::int64_t trained_steps = 0;
};

enum class DataKind : std::uint8_t { kGenerated, kFiles, kUrl };

struct DataModel {
  DataKind kind = DataKind::kGenerated;
  std::string summary = {};        // "Generated digits, 60,000 + 10,000"
  float progress = -1;             // 0..1 while loading, negative otherwise
  std::string progress_text = {};  // "train-images 3.1 of 9.9 MB"
  std::string error = {};
};

struct PageModel {
  std::vector<Scene> scenes = {Scene::kFeeds};  // that the program has
  Scene scene = Scene::kFeeds;                  // the one that is shown
  PipelineModel pipeline;
  InspectorModel inspector;
  BuilderModel builder;
  TransportModel transport;
  ParameterModel parameters;
  FlowModel flow;
  TracePairModel traces;
  LossModel loss;
  AccuracyModel accuracy;
  DigitsModel digits;
  DrawingModel drawing;
  DataModel data;
};

}  // namespace pipette::app
