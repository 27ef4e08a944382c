// What the emulator costs: one training step of the MNIST network through dataset, infeed, engine,
// trace and outfeed, beside the same step by bare kernels and by Eigen.
//
//   build/native/tests/benchmarks/step_benchmark [--rounds N] [--json]
//   build/native/tests/benchmarks/step_benchmark --steps 10000       # one whole run, timed once
//   node build/wasm-benchmark/tests/benchmarks/step_benchmark.js
//   node tests/benchmarks/run_in_chromium.mjs
//   build/wasm-benchmark/tests/benchmarks/step_benchmark.js
#include <cstdio>
#include <cstring>
#include <memory>

#include "benchmarks/bare_step.h"
#include "benchmarks/bench.h"
#include "benchmarks/eigen_step.h"
#include "benchmarks/random_images.h"
#include "session/session.h"

namespace pipette::benchmarks {
namespace {

constexpr int kStepsPerCase = 10;  // one engine run
constexpr float kRate = 0.01f;
constexpr double kFlop = kStepsPerCase * 2.0 * 32 * (2 * 784 * 128 + 3 * 128 * 10);

Experiment endless() {
  Experiment e = Experiment::defaults("mnist-with-feeds");
  e.training.steps = 1000000000;
  e.training.data = "random";
  return e;
}

void compare_steps(int argc, char** argv) {
  const SyntheticBatches batches(784, 10, 64);
  BareStep bare(784, 128, 10, 1);
  const auto eigen = eigen_native().make_step(784, 128, 10, 1, SyntheticBatches::kBatch);
  Session session(endless(), ImageData::from_sets("random", random_images()));
  int i = 0;
  Bench bench;
  bench.add("10 training steps", "bare kernels", kFlop, [&] {
    for (int n = 0; n < kStepsPerCase; ++n, ++i) {
      bare.run(batches.image_batch(i), batches.label_batch(i), SyntheticBatches::kBatch, kRate);
    }
  });
  bench.add("10 training steps", "emulated, with feeds", kFlop,
            [&] { session.advance(Budget::steps(kStepsPerCase)); });
  bench.add("10 training steps", eigen_native().name, kFlop, [&] {
    for (int n = 0; n < kStepsPerCase; ++n, ++i) {
      eigen->run(batches.image_batch(i), batches.label_batch(i), kRate);
    }
  });
  bench.run(argc, argv);
}

void run_once(std::int64_t steps) {
  Experiment e = Experiment::defaults("mnist-with-feeds");
  e.training.steps = steps;
  Session session(e);
  session.advance(Budget::unlimited());
  std::printf("%s\n", session.summary().to_json().c_str());
}

}  // namespace
}  // namespace pipette::benchmarks

int main(int argc, char** argv) {
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::strcmp(argv[i], "--steps") == 0) {
      pipette::benchmarks::run_once(std::atoll(argv[i + 1]));
      return 0;
    }
  }
  pipette::benchmarks::compare_steps(argc, argv);
}
