#include "scenes/tensors/fake_outfed.h"

#include <cmath>
#include <limits>

namespace pipette::app::tensors_scene {
namespace {

// `values(element, i)` for elements of `shape`, in epochs of `count` elements each.
template <class Values>
OutfedTensor tensor(const char* queue, const char* key, const char* axis, const Shape& shape,
                    std::int64_t count, int epochs, Values values) {
  OutfedTensor result{queue, key, axis, {}};
  for (int epoch = 0; epoch < epochs; ++epoch) {
    std::vector<float> all;
    for (std::int64_t n = 0; n < count; ++n) {
      for (std::int64_t i = 0; i < shape.num_elements(); ++i) {
        all.push_back(static_cast<float>(values(epoch * count + n, i)));
      }
    }
    result.history.add(Array::of<float>(shape.with_front(count), all));
  }
  return result;
}

// A number in -1..1 that looks random.
double noise(std::int64_t a, std::int64_t b) {
  const double x = std::sin(static_cast<double>(a * 131 + b * 37)) * 43758.5453;
  return 2 * (x - std::floor(x)) - 1;
}

}  // namespace

std::vector<OutfedTensor> fake_outfed(bool nans) {
  std::vector<OutfedTensor> all;
  all.push_back(tensor("gradients", "Dense_128/bias:0_grad", "weight update", Shape{128}, 125, 3,
                       [&](std::int64_t n, std::int64_t i) {
                         if (nans && n == 300 && i % 16 == 0) {
                           return static_cast<double>(std::numeric_limits<float>::quiet_NaN());
                         }
                         return noise(n, i) * std::exp(-static_cast<double>(n) / 200);
                       }));
  all.push_back(tensor("gradients", "Dense_128/kernel:0_grad", "weight update", Shape{784, 32}, 25,
                       3, [](std::int64_t n, std::int64_t i) {
                         const double y = static_cast<double>(i / 32 / 28) - 13.5;
                         const double x = static_cast<double>(i / 32 % 28) - 13.5;
                         const auto unit = static_cast<double>(i % 32);
                         const double wave =
                             std::sin(x * std::cos(unit) / 3 + y * std::sin(unit) / 3);
                         return 0.01 * wave * std::exp(-(x * x + y * y) / 90) *
                                std::exp(-static_cast<double>(n) / 60);
                       }));
  all.push_back(tensor("activations", "Dense_10", "mini-batch", Shape{32, 10}, 500, 3,
                       [](std::int64_t n, std::int64_t i) {
                         const double x = noise(n, i);
                         return x > 0 ? x * x : 0;
                       }));
  all.push_back(
      tensor("activations", "Conv2D/kernel", "mini-batch", Shape{3, 3, 8, 8}, 20, 3, noise));
  return all;
}

LatestList<float> fake_losses(int count) {
  LatestList<float> losses;
  for (int n = 0; n < count; ++n) {
    losses.push_back(static_cast<float>(2.3 * std::exp(-n / 300.0) + 0.1 * noise(n, 7)));
  }
  return losses;
}

}  // namespace pipette::app::tensors_scene
