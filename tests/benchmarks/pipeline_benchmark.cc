// What pipelining costs here: one weight update of the 784-256-128-10 network from 16 mini-batches
// of 32, in four stages, beside the bare kernels of the same mini-batches.
//
//   build/native/tests/benchmarks/pipeline_benchmark [--rounds N] [--json]
//   node build/wasm-benchmark/tests/benchmarks/pipeline_benchmark.js
//   node tests/benchmarks/run_in_chromium.mjs
//   build/wasm-benchmark/tests/benchmarks/pipeline_benchmark.js
#include <array>

#include "benchmarks/bare_step.h"
#include "benchmarks/bench.h"
#include "benchmarks/random_images.h"
#include "kernels/optimizer.h"
#include "session/session.h"

namespace pipette::benchmarks {
namespace {

constexpr int kMiniBatches = 16;
constexpr int kBatch = SyntheticBatches::kBatch;
constexpr std::array<int, 4> kWidths{784, 256, 128, 10};
constexpr int kLayers = 3;
constexpr double kFlop =
    kMiniBatches * 2.0 * kBatch *
    (2 * 784 * 256 + 3 * 256 * 128 + 3 * 128 * 10);  // the first layer has no input gradient

// Dense layers with ReLU between them; gradients summed over the mini-batches, then one SGD update.
class BareUpdate {
 public:
  BareUpdate() {
    for (int i = 0; i < kLayers; ++i) {
      const auto in = static_cast<std::size_t>(kWidths[static_cast<std::size_t>(i)]);
      const auto out = static_cast<std::size_t>(kWidths[static_cast<std::size_t>(i) + 1]);
      Layer& layer = layers_[static_cast<std::size_t>(i)];
      RandomStream random(1, "layer");
      layer.in = static_cast<int>(in);
      layer.out = static_cast<int>(out);
      layer.w.resize(in * out);
      for (float& w : layer.w) w = random.uniform(-0.05f, 0.05f);
      layer.b.resize(out);
      layer.dw.resize(in * out);
      layer.db.resize(out);
      layer.y.resize(out * kBatch);
      layer.dy.resize(out * kBatch);
    }
  }

  float run(const SyntheticBatches& batches, int first) {
    using namespace kernels;
    float loss = 0;
    for (int k = 0; k < kMiniBatches; ++k) {
      const float* images = batches.image_batch(first + k);
      const float* x = images;
      for (Layer& l : layers_) {
        const bool last = &l == &layers_.back();
        matmul(kBatch, l.out, l.in, row_major(x, l.in), row_major(l.w.data(), l.out), l.y.data(),
               l.out,
               {.bias = l.b.data(), .activation = last ? Activation::none : Activation::relu});
        x = l.y.data();
      }
      Layer& top = layers_.back();
      softmax_cross_entropy(
          top.y.data(), batches.label_batch(first + k), kBatch, top.out,
          {.mean_loss = &loss, .gradient = top.dy.data(), .gradient_scale = 1.0f / kBatch});
      const Epilogue sum{.store = k == 0 ? Epilogue::Store::assign : Epilogue::Store::add};
      for (int i = kLayers - 1; i >= 0; --i) {
        Layer& l = layers_[static_cast<std::size_t>(i)];
        const float* below = i == 0 ? images : layers_[static_cast<std::size_t>(i) - 1].y.data();
        if (i > 0) {
          Layer& under = layers_[static_cast<std::size_t>(i) - 1];
          matmul(kBatch, l.in, l.out, row_major(l.dy.data(), l.out), transposed(l.w.data(), l.out),
                 under.dy.data(), l.in, {.relu_mask = under.y.data()});
        }
        matmul(l.in, l.out, kBatch, transposed(below, l.in), row_major(l.dy.data(), l.out),
               l.dw.data(), l.out, sum);
        column_sum(l.dy.data(), kBatch, l.out, l.db.data(), sum.store);
      }
    }
    for (Layer& l : layers_) {
      sgd_update(l.w.data(), l.dw.data(), static_cast<std::int64_t>(l.w.size()), 0.001f);
      sgd_update(l.b.data(), l.db.data(), static_cast<std::int64_t>(l.b.size()), 0.001f);
    }
    return loss;
  }

 private:
  struct Layer {
    int in = 0, out = 0;
    std::vector<float> w, b, dw, db, y, dy;
  };
  std::array<Layer, kLayers> layers_;
};

Experiment endless(std::int64_t stages) {
  Experiment e = Experiment::defaults("mnist-pipelined");
  e.pipeline.stages = stages;
  e.training.steps = 1000000000;
  e.training.steps_per_execution = 100;
  e.training.learning_rate = 0.001;
  e.training.data = "random";
  return e;
}

void compare(int argc, char** argv) {
  const SyntheticBatches batches(784, 10, 64);
  BareUpdate bare;
  int i = 0;
  Bench bench;
  const char* kCase = "16 mini-batches of 32";
  bench.add(kCase, "bare kernels", kFlop, [&] {
    bare.run(batches, i);
    i += kMiniBatches;
  });
  const ImageData data = ImageData::from_sets("random", random_images());
  Session pipelined(endless(4), data);
  bench.add(kCase, "4 stages, Grouped", kFlop, [&] { pipelined.advance(Budget::steps(1)); });
  Session plain(endless(1), data);
  bench.add(kCase, "1 IPU, accumulating", kFlop, [&] { plain.advance(Budget::steps(1)); });
  bench.run(argc, argv);
}

}  // namespace
}  // namespace pipette::benchmarks

int main(int argc, char** argv) { pipette::benchmarks::compare(argc, argv); }
