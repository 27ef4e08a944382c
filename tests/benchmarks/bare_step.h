// One training step of the MNIST network by bare kernels: what the emulator's step is measured
// against, and what the golden hash of the kernels is taken from.
//
//   BareStep step(784, 128, 10, /*seed=*/1);
//   float loss = step.run(images, labels, 32, 0.01f);   // images [32, 784], labels [32]
//
// logits = relu(x W1 + b1) W2 + b2, mean softmax cross-entropy, gradients, plain SGD.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/hash.h"
#include "core/random.h"
#include "kernels/matmul.h"
#include "kernels/reduce.h"
#include "kernels/softmax.h"

namespace pipette::benchmarks {

// Glorot-uniform weights, zero biases: the same start for every implementation.
struct MlpWeights {
  std::vector<float> w1, b1, w2, b2;

  MlpWeights(int in, int hidden, int classes, std::uint64_t seed)
      : w1(glorot(in, hidden, seed, "w1")),
        b1(static_cast<std::size_t>(hidden)),
        w2(glorot(hidden, classes, seed, "w2")),
        b2(static_cast<std::size_t>(classes)) {}

  std::string hash() const {
    Hash hash;
    for (const std::vector<float>* part : {&w1, &b1, &w2, &b2}) {
      hash.add(part->data(), part->size() * sizeof(float));
    }
    return hash.hex();
  }

 private:
  static std::vector<float> glorot(int rows, int columns, std::uint64_t seed, const char* name) {
    RandomStream random(seed, name);
    const float limit = std::sqrt(6.0f / static_cast<float>(rows + columns));
    std::vector<float> values(static_cast<std::size_t>(rows * columns));
    for (float& value : values) value = random.uniform(-limit, limit);
    return values;
  }
};

// Images with about the share of zeros and the range of MNIST's, and labels that depend on them.
struct SyntheticBatches {
  static constexpr int kBatch = 32;
  int in, classes, count;
  std::vector<float> images;         // [count, 32, in]
  std::vector<std::int32_t> labels;  // [count, 32]

  SyntheticBatches(int in_, int classes_, int count_) : in(in_), classes(classes_), count(count_) {
    RandomStream random(3, "synthetic batches");
    for (int i = 0; i < count * kBatch; ++i) {
      const auto label =
          static_cast<std::int32_t>(random.uniform_int(static_cast<unsigned>(classes)));
      labels.push_back(label);
      for (int j = 0; j < in; ++j) {
        const bool ink = random.uniform_int(10) < (j % classes == label ? 5u : 2u);
        images.push_back(ink ? random.uniform() : 0.0f);
      }
    }
  }
  const float* image_batch(int i) const { return images.data() + (i % count) * kBatch * in; }
  const std::int32_t* label_batch(int i) const { return labels.data() + (i % count) * kBatch; }
};

class BareStep {
 public:
  BareStep(int in, int hidden, int classes, std::uint64_t seed)
      : weights(in, hidden, classes, seed), in_(in), hidden_(hidden), classes_(classes) {}

  float run(const float* x, const std::int32_t* labels, int batch, float learning_rate) {
    using namespace kernels;
    const auto rows = static_cast<std::size_t>(batch);
    h_.resize(rows * static_cast<std::size_t>(hidden_));
    d_h_.resize(h_.size());
    logits_.resize(rows * static_cast<std::size_t>(classes_));
    d_logits_.resize(logits_.size());
    const Epilogue sgd{.store = Epilogue::Store::sgd, .learning_rate = learning_rate};
    float loss = 0;

    // [batch, in] x [in, hidden], [batch, hidden] x [hidden, classes]
    matmul(batch, hidden_, in_, row_major(x, in_), row_major(weights.w1.data(), hidden_), h_.data(),
           hidden_, {.bias = weights.b1.data(), .activation = Activation::relu});
    matmul(batch, classes_, hidden_, row_major(h_.data(), hidden_),
           row_major(weights.w2.data(), classes_), logits_.data(), classes_,
           {.bias = weights.b2.data()});
    softmax_cross_entropy(logits_.data(), labels, batch, classes_,
                          {.mean_loss = &loss,
                           .gradient = d_logits_.data(),
                           .gradient_scale = 1.0f / static_cast<float>(batch)});
    // [batch, classes] x [classes, hidden]: before w2 changes
    matmul(batch, hidden_, classes_, row_major(d_logits_.data(), classes_),
           transposed(weights.w2.data(), classes_), d_h_.data(), hidden_, {.relu_mask = h_.data()});
    // [hidden, batch] x [batch, classes], [in, batch] x [batch, hidden]
    matmul(hidden_, classes_, batch, transposed(h_.data(), hidden_),
           row_major(d_logits_.data(), classes_), weights.w2.data(), classes_, sgd);
    column_sum(d_logits_.data(), batch, classes_, weights.b2.data(), sgd.store, learning_rate);
    matmul(in_, hidden_, batch, transposed(x, in_), row_major(d_h_.data(), hidden_),
           weights.w1.data(), hidden_, sgd);
    column_sum(d_h_.data(), batch, hidden_, weights.b1.data(), sgd.store, learning_rate);
    return loss;
  }

  MlpWeights weights;

 private:
  int in_, hidden_, classes_;
  std::vector<float> h_, d_h_, logits_, d_logits_;
};

}  // namespace pipette::benchmarks
