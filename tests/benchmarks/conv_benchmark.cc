// Convolutions: one training step of the loops tutorial's network by bare kernels beside the same
// step by Eigen, which writes patches down (im2col), and its single kernels.
//
//   build/native/tests/benchmarks/conv_benchmark [--rounds N] [--filter TEXT] [--json]
//   node build/wasm-benchmark/tests/benchmarks/conv_benchmark.js
//   node tests/benchmarks/run_in_chromium.mjs
//   build/wasm-benchmark/tests/benchmarks/conv_benchmark.js
//
// Both must learn the same: a step's losses may differ by rounding only, or the program fails.
#include <cmath>
#include <cstdio>

#include "benchmarks/bare_conv_step.h"
#include "benchmarks/bench.h"
#include "benchmarks/eigen_step.h"

namespace pipette::benchmarks {
namespace {

constexpr float kRate = 0.01f;

std::vector<const EigenBuild*> eigen_builds() {
  std::vector<const EigenBuild*> builds{&eigen_native()};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("fma")) builds.push_back(&eigen_avx2_fma());
  builds.push_back(&eigen_avx2());
#endif
  return builds;
}

// 20 steps from the same start.
bool agrees(const EigenBuild& build, const SyntheticBatches& batches) {
  BareConvStep ours(1);
  const auto theirs = build.make_conv_step(1);
  for (int i = 0; i < 20; ++i) {
    const float a = ours.run(batches.image_batch(i), batches.label_batch(i), 0.001f);
    const float b = theirs->run(batches.image_batch(i), batches.label_batch(i), 0.001f);
    if (!(std::abs(a - b) <= 1e-3f * std::abs(b))) {
      std::fprintf(stderr, "%s: step %d has loss %g here, %g there\n", build.name, i,
                   static_cast<double>(a), static_cast<double>(b));
      return false;
    }
  }
  return true;
}

std::vector<float> random_floats(int count, const char* name) {
  RandomStream random(4, name);
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& v : values) v = random.uniform(-1, 1);
  return values;
}

struct Layer {
  explicit Layer(int channels)
      : conv(conv_3x3(channels)),
        x(random_floats(ConvNetwork::kBatch * ConvNetwork::kPixels * channels, "x")),
        w(random_floats(9 * channels * ConvNetwork::kFilters, "w")),
        y(random_floats(ConvNetwork::kBatch * ConvNetwork::kFeatures, "y")),
        result(y.size()) {}
  kernels::Conv2d conv;
  std::vector<float> x, w, y, result;
};

void add_kernels(Bench& bench, Layer& l, const std::string& layer) {
  const double flop =
      2.0 * 9 * static_cast<double>(l.y.size()) * static_cast<double>(l.conv.in_channels);
  bench.add(layer + " forward", "pipette", flop,
            [&l] { conv2d(l.conv, l.x.data(), l.w.data(), l.result.data()); });
  std::vector<std::shared_ptr<EigenConv>> theirs;
  for (const EigenBuild* build : eigen_builds()) {
    theirs.push_back(build->make_conv(static_cast<int>(l.conv.in_channels)));
    theirs.back()->forward(l.x.data(), l.w.data(), l.result.data());
    bench.add(layer + " forward", build->name, flop, [&l, eigen = theirs.back()] {
      eigen->forward(l.x.data(), l.w.data(), l.result.data());
    });
  }
  bench.add(layer + " input gradient", "pipette", flop,
            [&l] { conv2d_input_gradient(l.conv, l.y.data(), l.w.data(), l.result.data()); });
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    bench.add(layer + " input gradient", eigen_builds()[i]->name, flop, [&l, eigen = theirs[i]] {
      eigen->input_gradient(l.y.data(), l.w.data(), l.result.data());
    });
  }
  bench.add(layer + " filter gradient", "pipette", flop,
            [&l] { conv2d_filter_gradient(l.conv, l.x.data(), l.y.data(), l.result.data()); });
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    bench.add(layer + " filter gradient", eigen_builds()[i]->name, flop,
              [&l, eigen = theirs[i]] { eigen->filter_gradient(l.y.data(), l.result.data()); });
  }
}

int compare(int argc, char** argv) {
  const SyntheticBatches batches(ConvNetwork::kPixels, ConvNetwork::kClasses, 16);
  Bench bench;
  int i = 0;
  BareConvStep bare(1);
  bench.add("convolutional step", "bare kernels", 2 * ConvNetwork::kMultiplyAdds, [&] {
    bare.run(batches.image_batch(i), batches.label_batch(i), kRate);
    ++i;
  });
  for (const EigenBuild* build : eigen_builds()) {
    if (!agrees(*build, batches)) return 1;
    const std::shared_ptr<EigenConvStep> step = build->make_conv_step(1);
    bench.add("convolutional step", build->name, 2 * ConvNetwork::kMultiplyAdds, [&, step] {
      step->run(batches.image_batch(i), batches.label_batch(i), kRate);
      ++i;
    });
  }
  Layer first(1), second(ConvNetwork::kFilters);
  add_kernels(bench, first, "conv 1 -> 8");
  add_kernels(bench, second, "conv 8 -> 8");
  bench.run(argc, argv);
  return 0;
}

}  // namespace
}  // namespace pipette::benchmarks

int main(int argc, char** argv) { return pipette::benchmarks::compare(argc, argv); }
