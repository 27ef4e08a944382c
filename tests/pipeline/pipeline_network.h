// A small network in layers, to be cut into stages, and batches to train it with.
#pragma once

#include <string>
#include <vector>

#include "core/random.h"
#include "pipeline/pipeline_fixture.h"
#include "training/initializers.h"

namespace pipette::pipelining::testing_support {

inline constexpr std::int64_t kBatch = 4, kInputs = 12, kClasses = 5;

// A stack of dense layers; the last one gives logits.
struct Network {
  explicit Network(const std::vector<std::int64_t>& widths) {
    std::int64_t inputs = kInputs;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::string name = "dense_" + std::to_string(i);
      kernels.emplace_back(name + "/kernel",
                           glorot_uniform(Shape{inputs, widths[i]}, RandomStream(3, name)));
      biases.emplace_back(name + "/bias", Array::zeros(DType::f32, Shape{widths[i]}));
      inputs = widths[i];
    }
  }
  Tensor layer(std::size_t i, const Tensor& x) const {
    const Tensor y = matmul(x, kernels[i]) + biases[i];
    return i + 1 == kernels.size() ? y : relu(y);
  }
  std::vector<Variable> variables() const {
    std::vector<Variable> all = kernels;
    all.insert(all.end(), biases.begin(), biases.end());
    return all;
  }
  std::vector<float> weights() const {
    std::vector<float> all;
    for (const Variable& v : variables()) {
      for (const float x : floats(v.value())) all.push_back(x);
    }
    return all;
  }
  std::vector<Variable> kernels, biases;
};

inline Dataset batches(std::int64_t rows = kBatch) {
  RandomStream random(17, "batches");
  Array x(ArraySpec{DType::f32, Shape{10 * kBatch, kInputs}});
  for (float& v : x.span<float>()) v = random.uniform(-1, 1);
  Array y(ArraySpec{DType::i32, Shape{10 * kBatch}});
  for (std::int32_t& v : y.span<std::int32_t>()) {
    v = static_cast<std::int32_t>(random.uniform(0, static_cast<float>(kClasses)));
  }
  return Dataset::from_tensor_slices(Element::tuple({x, y})).batch(rows, true).repeat();
}

inline Tensor loss_of(const Tensor& logits, const Tensor& labels) {
  return reduce_mean(sparse_softmax_cross_entropy_with_logits(labels, logits));
}

inline const std::vector<std::int64_t> kWidths{16, 14, 9, kClasses};

}  // namespace pipette::pipelining::testing_support
