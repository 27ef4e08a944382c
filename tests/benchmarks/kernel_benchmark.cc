// The matrix products and the training step of the MNIST network: our kernels under every
// instruction set, Eigen beside them, and the ceiling of the processor.
//
//   build/native/tests/benchmarks/kernel_benchmark [--rounds N] [--filter forward] [--json]
//   node build/wasm-benchmark/tests/benchmarks/kernel_benchmark.js
//   node tests/benchmarks/run_in_chromium.mjs
//   build/wasm-benchmark/tests/benchmarks/kernel_benchmark.js
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/bare_step.h"
#include "benchmarks/bench.h"
#include "benchmarks/ceiling.h"
#include "benchmarks/eigen_step.h"
#include "core/half.h"
#include "data/digits.h"
#include "kernels/elementwise.h"
#include "kernels/instruction_set.h"
#include "kernels/optimizer.h"

namespace pipette::benchmarks {
namespace {

using kernels::Epilogue;
using kernels::InstructionSet;
using kernels::matmul;
using kernels::row_major;
using kernels::transposed;

constexpr float kTinyRate = 1e-7f;  // updates cost the same, and weights stay finite

std::vector<const EigenBuild*> eigen_builds() {
  std::vector<const EigenBuild*> builds{&eigen_native()};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("fma")) builds.push_back(&eigen_avx2_fma());
  builds.push_back(&eigen_avx2());
#endif
  return builds;
}

std::vector<float> random(int count, const char* name) {
  RandomStream stream(5, name);
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) value = stream.uniform(-1, 1);
  return values;
}

// Operands of the three kinds of product of a dense layer: x [m, k], w [k, n], d [m, n]. More than
// one x, side by side, take turns.
struct Layer {
  int m, n, k;
  std::vector<float> x, w, d;
  Layer(int m_, int n_, int k_)
      : m(m_), n(n_), k(k_), x(random(m * k, "x")), w(random(k * n, "w")), d(random(m * n, "d")) {}
  double flop() const { return 2.0 * m * n * k; }
  const float* next_x() {
    at = (at + m * k) % static_cast<int>(x.size());
    return x.data() + at;
  }

 private:
  int at = 0;
};

// Batches of generated digits, pixels from 0 to 1: different ones, as a predictor of branches
// learns a single one by heart.
std::vector<float> digit_batches(int count) {
  const DigitSource source(1, DigitSet::train, count * SyntheticBatches::kBatch);
  const LabelledImages digits = all_digits(source);
  std::vector<float> pixels;
  for (const std::uint8_t pixel : digits.images.span<std::uint8_t>()) {
    pixels.push_back(static_cast<float>(pixel) / 255.0f);
  }
  return pixels;
}

// Ours first, under every set, then Eigen.
template <class Ours, class Theirs>
void add_case(Bench& bench, const std::string& group, double flop, Ours ours, Theirs theirs) {
  std::vector<InstructionSet> sets = kernels::available();
  for (auto set = sets.rbegin(); set != sets.rend(); ++set) {
    bench.add(group, std::string("pipette ") + to_word(*set), flop, [ours, set = *set] {
      kernels::select(set);
      ours();
    });
  }
  for (const EigenBuild* eigen : eigen_builds()) {
    bench.add(group, eigen->name, flop, [theirs, eigen] { theirs(*eigen); });
  }
}

void add_product(Bench& bench, const std::string& group, Layer& l) {
  add_case(
      bench, group, l.flop(),
      [&l] {
        matmul(l.m, l.n, l.k, row_major(l.next_x(), l.k), row_major(l.w.data(), l.n), l.d.data(),
               l.n);
      },
      [&l](const EigenBuild& eigen) {
        eigen.product(l.m, l.n, l.k, l.next_x(), l.w.data(), l.d.data());
      });
}

void add_update(Bench& bench, const std::string& group, Layer& l) {
  add_case(
      bench, group, l.flop(),
      [&l] {
        matmul(l.k, l.n, l.m, transposed(l.next_x(), l.k), row_major(l.d.data(), l.n), l.w.data(),
               l.n, {.store = Epilogue::Store::sgd, .learning_rate = kTinyRate});
      },
      [&l](const EigenBuild& eigen) {
        eigen.update(l.m, l.n, l.k, l.next_x(), l.d.data(), l.w.data(), kTinyRate);
      });
}

void add_back(Bench& bench, const std::string& group, Layer& l) {
  add_case(
      bench, group, l.flop(),
      [&l] {
        matmul(l.m, l.k, l.n, row_major(l.d.data(), l.n), transposed(l.w.data(), l.n), l.x.data(),
               l.k);
      },
      [&l](const EigenBuild& eigen) {
        eigen.back(l.m, l.n, l.k, l.d.data(), l.w.data(), l.x.data());
      });
}

// Forward, loss, gradients and update of one batch of 32.
void add_step(Bench& bench, const SyntheticBatches& data) {
  constexpr double kFlop = 2.0 * 32 * (2 * 784 * 128 + 3 * 128 * 10);
  const auto bare = std::make_shared<BareStep>(784, 128, 10, 1);
  const auto next = std::make_shared<int>(0);
  std::vector<std::shared_ptr<EigenStep>> steps;
  for (const EigenBuild* eigen : eigen_builds()) {
    steps.push_back(eigen->make_step(784, 128, 10, 1, SyntheticBatches::kBatch));
  }
  add_case(
      bench, "training step", kFlop,
      [bare, next, &data] {
        const int i = ++*next;
        bare->run(data.image_batch(i), data.label_batch(i), SyntheticBatches::kBatch, 0.01f);
      },
      [steps, next, &data](const EigenBuild& build) {
        const std::vector<const EigenBuild*> builds = eigen_builds();
        for (std::size_t b = 0; b < builds.size(); ++b) {
          if (builds[b] != &build) continue;
          const int i = ++*next;
          steps[b]->run(data.image_batch(i), data.label_batch(i), 0.01f);
        }
      });
}

// Elements in the place of operations: conversions, and Adam's update, whose limit is one square
// root and one division an element ("Adam, root and division alone").
constexpr std::int64_t kElements = 100'000;

void add_elementwise(Bench& bench) {
  struct Arrays {
    std::vector<float> w, g, m, v;
    std::vector<Half> halves;
  };
  const auto arrays = std::make_shared<Arrays>();
  for (std::vector<float>* each : {&arrays->w, &arrays->g, &arrays->m, &arrays->v})
    each->assign(kElements, 0.5f);
  arrays->halves.assign(kElements, Half(0.25f));
  const auto add = [&bench](const std::string& group, auto ours) {
    const std::vector<InstructionSet> sets = kernels::available();
    for (auto set = sets.rbegin(); set != sets.rend(); ++set) {
      bench.add(group, std::string("pipette ") + to_word(*set), static_cast<double>(kElements),
                [ours, set = *set] {
                  kernels::select(set);
                  ours();
                });
    }
  };
  add("float16 to float32", [arrays] {
    kernels::cast(arrays->halves.data(), DType::f16, arrays->w.data(), DType::f32, kElements);
  });
  add("float32 to float16", [arrays] {
    kernels::cast(arrays->w.data(), DType::f32, arrays->halves.data(), DType::f16, kElements);
  });
  bench.add("float16 to float32", "core/half.h, one by one", static_cast<double>(kElements),
            [arrays] {
              for (std::size_t i = 0; i < arrays->w.size(); ++i) arrays->w[i] = arrays->halves[i];
            });
  bench.add("float32 to float16", "core/half.h, one by one", static_cast<double>(kElements),
            [arrays] {
              for (std::size_t i = 0; i < arrays->w.size(); ++i)
                arrays->halves[i] = Half(arrays->w[i]);
            });
  add("Adam", [arrays] {
    kernels::adam_update(arrays->w.data(), arrays->g.data(), arrays->m.data(), arrays->v.data(),
                         kElements, {.learning_rate = kTinyRate}, 1);
  });
  add("Adam, root and division alone", [arrays] {
    kernels::unary(kernels::UnaryOp::rsqrt, DType::f32, arrays->v.data(), arrays->w.data(),
                   kElements);
  });
}

int run(int argc, char** argv) {
  Layer first(32, 128, 784);
  Layer second(32, 10, 128);
  Layer sparse(32, 128, 784);
  sparse.x = digit_batches(64);
  Layer wide(32, 256, 784), wide_sparse(32, 256, 784);
  wide_sparse.x = sparse.x;
  std::vector<Layer> squares;
  for (const int size : {256, 512, 1024}) squares.emplace_back(size, size, size);
  const SyntheticBatches data(784, 10, 64);

  Bench bench;
  for (const Ceiling& ceiling : ceilings()) {
    bench.add("ceiling", ceiling.name, ceiling.flop, [run = ceiling.run] {
      [[maybe_unused]] static volatile float sink;
      sink = run();
    });
  }
  add_product(bench, "forward 784-128", first);
  add_update(bench, "weight gradient 784-128", first);
  add_product(bench, "forward 784-128, digits", sparse);
  add_update(bench, "weight gradient, digits", sparse);
  add_product(bench, "forward 784-256", wide);
  add_product(bench, "forward 784-256, digits", wide_sparse);
  add_product(bench, "forward 128-10", second);
  add_update(bench, "weight gradient 128-10", second);
  add_back(bench, "input gradient 128-10", second);
  add_step(bench, data);
  add_elementwise(bench);
  for (Layer& square : squares) {
    add_product(bench, "square " + std::to_string(square.m), square);
  }
  bench.run(argc, argv);
  return 0;
}

}  // namespace
}  // namespace pipette::benchmarks

int main(int argc, char** argv) { return pipette::benchmarks::run(argc, argv); }
