// One training step of the loops tutorial's network by bare kernels: images [32, 28, 28, 1], two
// 3x3 convolutions of 8 filters with ReLU, dense 10, mean softmax cross-entropy, Adam.
//
//   BareConvStep step(/*seed=*/1);
//   float loss = step.run(images, labels, 0.01f);   // images [32, 784], labels [32]
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/random.h"
#include "kernels/conv.h"
#include "kernels/optimizer.h"
#include "kernels/reduce.h"
#include "kernels/softmax.h"

namespace pipette::benchmarks {

struct ConvNetwork {
  static constexpr int kBatch = 32, kSize = 28, kPixels = kSize * kSize, kFilters = 8;
  static constexpr int kFeatures = kPixels * kFilters, kClasses = 10;
  static constexpr int kFirst = 9, kSecond = 9 * kFilters;  // rows of the filters as matrices
  // Multiply-adds of forward pass and both gradients; the images need none.
  static constexpr double kMultiplyAdds =
      1.0 * kBatch *
      (2 * kPixels * kFirst * kFilters + 3 * kPixels * kSecond * kFilters +
       3 * kFeatures * kClasses);
};

// c1 [3, 3, 1, 8], b1, c2 [3, 3, 8, 8], b2, w [6272, 10], b: the same start for every
// implementation.
struct ConvWeights : ConvNetwork {
  std::array<std::vector<float>, 6> parts;

  explicit ConvWeights(std::uint64_t seed) {
    const int rows[] = {kFirst, 0, kSecond, 0, kFeatures, 0};
    const int columns[] = {kFilters, kFilters, kFilters, kFilters, kClasses, kClasses};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      RandomStream random(seed, "conv weights", i);
      const float limit = std::sqrt(6.0f / static_cast<float>(rows[i] + columns[i]));
      parts[i].resize(static_cast<std::size_t>(rows[i] == 0 ? columns[i] : rows[i] * columns[i]));
      for (float& v : parts[i]) v = rows[i] == 0 ? 0.0f : random.uniform(-limit, limit);
    }
  }
};

// A 3x3 convolution of the network, stride 1, "same".
inline kernels::Conv2d conv_3x3(int in_channels) {
  using N = ConvNetwork;
  return {.batch = N::kBatch,
          .in_h = N::kSize,
          .in_w = N::kSize,
          .in_channels = in_channels,
          .kernel_h = 3,
          .kernel_w = 3,
          .out_h = N::kSize,
          .out_w = N::kSize,
          .out_channels = N::kFilters,
          .pad_top = 1,
          .pad_left = 1};
}

class BareConvStep : ConvNetwork {
 public:
  explicit BareConvStep(std::uint64_t seed) : weights(seed) {
    for (std::size_t i = 0; i < weights.parts.size(); ++i) {
      gradients_[i] = m_[i] = v_[i] = std::vector<float>(weights.parts[i].size());
    }
  }

  float run(const float* x, const std::int32_t* labels, float learning_rate) {
    using namespace kernels;
    const auto w = [&](std::size_t i) { return weights.parts[i].data(); };
    const auto g = [&](std::size_t i) { return gradients_[i].data(); };
    const Conv2d first = conv_3x3(1), second = conv_3x3(kFilters);
    float loss = 0;
    conv2d(first, x, w(0), y1_.data(), {.bias = w(1), .activation = Activation::relu});
    conv2d(second, y1_.data(), w(2), y2_.data(), {.bias = w(3), .activation = Activation::relu});
    // [32, 6272] x [6272, 10]
    matmul(kBatch, kClasses, kFeatures, row_major(y2_.data(), kFeatures), row_major(w(4), kClasses),
           logits_.data(), kClasses, {.bias = w(5)});
    softmax_cross_entropy(
        logits_.data(), labels, kBatch, kClasses,
        {.mean_loss = &loss, .gradient = d_logits_.data(), .gradient_scale = 1.0f / kBatch});
    // [32, 10] x [10, 6272], [6272, 32] x [32, 10]
    matmul(kBatch, kFeatures, kClasses, row_major(d_logits_.data(), kClasses),
           transposed(w(4), kClasses), d2_.data(), kFeatures, {.relu_mask = y2_.data()});
    matmul(kFeatures, kClasses, kBatch, transposed(y2_.data(), kFeatures),
           row_major(d_logits_.data(), kClasses), g(4), kClasses);
    column_sum(d_logits_.data(), kBatch, kClasses, g(5), Epilogue::Store::assign, 0);
    conv2d_input_gradient(second, d2_.data(), w(2), d1_.data(), {.relu_mask = y1_.data()});
    conv2d_filter_gradient(second, y1_.data(), d2_.data(), g(2));
    column_sum(d2_.data(), kBatch * kPixels, kFilters, g(3), Epilogue::Store::assign, 0);
    conv2d_filter_gradient(first, x, d1_.data(), g(0));
    column_sum(d1_.data(), kBatch * kPixels, kFilters, g(1), Epilogue::Store::assign, 0);
    ++step_;
    for (std::size_t i = 0; i < gradients_.size(); ++i) {
      adam_update(w(i), g(i), m_[i].data(), v_[i].data(),
                  static_cast<std::int64_t>(gradients_[i].size()), {.learning_rate = learning_rate},
                  step_);
    }
    return loss;
  }

  ConvWeights weights;

 private:
  using Floats = std::vector<float>;
  std::int64_t step_ = 0;
  std::array<Floats, 6> gradients_, m_, v_;
  Floats y1_ = Floats(kBatch * kFeatures), y2_ = y1_, d1_ = y1_, d2_ = y1_;
  Floats logits_ = Floats(kBatch * kClasses), d_logits_ = logits_;
};

}  // namespace pipette::benchmarks
