#include "page/fake_models.h"

#include <cmath>

#include "core/format_quantity.h"
#include "ui/format.h"

namespace pipette::app {
namespace {

ParameterModel fake_parameters() {
  ParameterModel model;
  model.title = "MNIST with and without feeds";
  model.groups = {
      {"Training",
       {{.name = "steps", .label = "Steps", .value = 10000, .minimum = 1, .maximum = 1e6},
        {.name = "steps_per_execution",
         .label = "Steps per execution",
         .value = 10,
         .minimum = 1,
         .maximum = 1000},
        {.name = "batch_size",
         .label = "Batch size",
         .value = 32,
         .minimum = 1,
         .maximum = 1024,
         .doubles = true},
        {.name = "learning_rate",
         .label = "Learning rate",
         .kind = FieldKind::real,
         .value = 0.01,
         .minimum = 1e-6,
         .maximum = 10},
        {.name = "seed", .label = "Seed", .value = 1, .minimum = 0, .maximum = 4e9},
        {.name = "prefetch_depth",
         .label = "Prefetch depth",
         .value = 3,
         .minimum = 1,
         .maximum = 255}}},
      {"Modelled host",
       {{.name = "engine_run_us",
         .label = "Engine run",
         .kind = FieldKind::real,
         .value = 620,
         .minimum = 0,
         .maximum = 1e6,
         .unit = "µs"},
        {.name = "element_us",
         .label = "Prepare a batch",
         .kind = FieldKind::real,
         .value = 240,
         .minimum = 0,
         .maximum = 1e6,
         .unit = "µs"},
        {.name = "compile_s",
         .label = "Compile",
         .kind = FieldKind::real,
         .value = 11.2,
         .minimum = 0,
         .maximum = 1e4,
         .unit = "s"}}}};
  return model;
}

feeds_scene::FlowModel fake_flow() {
  feeds_scene::FlowModel flow;
  flow.running = true;
  flow.host_activity = "Preparing 1,246";
  flow.host_progress = 0.6f;
  flow.infeed = {.capacity = 3, .filled = 2, .oldest = 1244, .passed = 1243, .stall = ""};
  flow.ipu_activity = Activity::backward;
  flow.ipu_instruction = "MatMulGradWeights [784, 32] x [32, 128]";
  flow.ipu_step = 1243;
  flow.engine_run = 125;
  flow.outfeed = {.capacity = 3, .filled = 1, .oldest = 1242, .passed = 1241, .stall = ""};
  for (int i = 0; i < 12; ++i) {
    flow.latest.push_back({1231 + i, 0.41f + 0.05f * static_cast<float>(std::sin(i * 1.7))});
  }
  flow.host_result = "1,241 losses read";
  return flow;
}

}  // namespace

FakePage::FakePage() {
  shell.transport = {.step = 1243,
                     .total_steps = 10000,
                     .speed = 4,
                     .status = "Paused",
                     .fingerprint = "89896557",
                     .can_undo = true};
  shell.parameters = fake_parameters();
  feeds.model().flow = fake_flow();
  for (int i = 0; i < 1243; ++i) {
    const double base = 0.28 + 2.1 * std::exp(-i / 140.0);
    const double noise = 0.5 * base * std::sin(i * 12.9898) * std::sin(i * 78.233);
    losses_.push_back(static_cast<float>(base + 0.6 * noise));
    with_feeds_.add(losses_.back(), i + 1, i * 340e-6);
    without_feeds_.add(losses_.back(), i + 1, i * 1250e-6);
  }
  shell.loss.series = {{RunKind::on_device, "With feeds", &losses_, &with_feeds_},
                       {RunKind::by_calls, "Without feeds", &losses_, &without_feeds_}};
  for (int i = 0; i <= 12; ++i) {
    shell.accuracy.points.push_back({i * 100, static_cast<float>(0.91 - 0.8 * std::exp(-i / 2.0))});
  }
  shell.accuracy.test_digits = 10000;
  for (int i = 0; i < 40; ++i) {
    std::array<float, 784>& picture = pictures_.emplace_back();
    for (int p = 0; p < 784; ++p) {
      const double x = p % 28 - 13.5;
      const double y = static_cast<double>(p / 28) - 13.5;
      const double ring = std::fabs(std::hypot(x * (1 + 0.05 * (i % 10)), y) - 8);
      picture[static_cast<std::size_t>(p)] = static_cast<float>(std::max(0.0, 1.6 - ring));
    }
  }
  for (int i = 0; i < 40; ++i) {
    feeds.model().digits.digits.push_back(
        {pictures_[static_cast<std::size_t>(i)].data(), i % 10, i % 9 == 4 ? 3 : i % 10, 0.93f});
  }
  feeds.model().digits.version = 1;
  feeds.model().drawing.trained_steps = 1243;
  shell.data.summary = "60,000 training and 10,000 test digits, drawn here from seed 1";
  record_traces(10, 10);
}

void FakePage::record_traces(int steps, int per_run) {
  record(RunKind::on_device, steps, per_run, &with_);
  record(RunKind::by_calls, steps, 1, &without_);
  feeds.model().traces.tracks.clear();
  feeds.model().traces.totals.clear();
  for (const RunKind run : {RunKind::on_device, RunKind::by_calls}) {
    const Track& track = run == RunKind::on_device ? with_ : without_;
    TraceModel trace;
    trace.run = run;
    trace.title = run == RunKind::on_device ? "With feeds" : "Without feeds";
    feeds.model().traces.totals.push_back({run, trace.title, 1243, 0.42, 0.5});
    trace.spans = &track.batch;
    trace.text = &track;
    trace.duration_us = track.batch.end_us();
    trace.rows = {{"", true}, {"Host", false}, {"IPU 0", false}, {"", false}};
    feeds.model().traces.tracks.push_back(trace);
  }
  feeds.model().traces.same_steps = true;
  feeds.model().traces.caption = std::to_string(steps) +
                                 " steps: " + format_time_us(with_.batch.end_us()) + " vs " +
                                 format_time_us(without_.batch.end_us());
}

void FakePage::record(RunKind run, int steps, int per_run, Track* track) {
  std::vector<render::SpanInput> spans;
  track->details.clear();
  const auto add = [&](int row, Activity activity, double start, double duration,
                       const std::string& name, const std::string& reason = {}) {
    spans.push_back({start, duration, static_cast<std::uint8_t>(row),
                     static_cast<std::uint8_t>(activity),
                     static_cast<std::uint32_t>(track->details.size())});
    track->details.push_back({name, reason, duration * 1850, 0});
  };
  double now = 0;
  double run_start = 0;
  for (int step = 0; step < steps; ++step) {
    if (step % per_run == 0) {
      run_start = now;
      add(1, Activity::host, now, 620, "Engine::run call");
      now += 620;
    }
    const double begin = run == RunKind::on_device && step % per_run != 0 ? 20 : 310;
    add(2, Activity::stream_copy, now, begin + 31 + 4, "StreamCopy");
    add(3, Activity::stream_begin, now, begin, "Begin", "Waiting for the host's batch");
    add(3, Activity::stream_mid, now + begin, 31, "Mid");
    add(3, Activity::stream_end, now + begin + 31, 4, "End");
    now += begin + 35;
    add(2, Activity::forward, now, 34, "dense/MatMul");
    add(3, Activity::exchange, now, 6, "exchange");
    add(3, Activity::sync, now + 6, 0.4, "sync");
    add(3, Activity::forward, now + 6.4, 27, "MatMul");
    now += 34;
    add(2, Activity::backward, now, 52, "dense/MatMulGrad");
    add(3, Activity::exchange, now, 9, "exchange");
    add(3, Activity::backward, now + 9, 43, "MatMulGradWeights");
    now += 52;
    add(2, Activity::update, now, 14, "SGD");
    now += 14;
    if (step % per_run == per_run - 1) {
      add(0, Activity::engine_run, run_start, now - run_start,
          "Engine::run #" + std::to_string(step / per_run));
    }
  }
  track->batch.assign(std::move(spans));
}

}  // namespace pipette::app
