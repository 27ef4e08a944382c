#include "session/evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "graph/ops.h"

namespace pipette {

namespace {

constexpr std::int64_t kBatch = 100, kClasses = 10;

}  // namespace

Evaluator::Evaluator(const Classifier& classifier, const ImageData& data)
    : data_(data),
      machine_({}, 1),
      strategy_(machine_),
      inference_("inference",
                 [classifier](const Nest<Tensor>& images) {
                   if (!classifier)
                     throw FailedPrecondition("this experiment trains no classifier of images");
                   return classifier(images[0].leaf());
                 }),
      possible_(static_cast<bool>(classifier)) {
  machine_.trace.set_enabled(false);
}

void Evaluator::restart() { seen_ = correct_ = 0; }

bool Evaluator::advance(double budget_us) {
  if (!possible_) return true;
  const auto begin = std::chrono::steady_clock::now();
  while (seen_ < data_.test_count()) {
    const std::int64_t end = std::min(seen_ + kBatch, data_.test_count());
    const LabelledImages part = data_.test(seen_, end);
    const Array p = probabilities(unit_floats(part.images));
    for (std::int64_t i = 0; i < end - seen_; ++i) {
      const float* row = p.data<float>() + i * kClasses;
      const auto best = std::max_element(row, row + kClasses) - row;
      correct_ += best == part.labels.data<std::uint8_t>()[i] ? 1 : 0;
    }
    seen_ = end;
    const std::chrono::duration<double, std::micro> spent =
        std::chrono::steady_clock::now() - begin;
    if (spent.count() >= budget_us) break;
  }
  return seen_ == data_.test_count();
}

double Evaluator::accuracy() const {
  return seen_ == 0 ? 0 : static_cast<double>(correct_) / static_cast<double>(seen_);
}

Array Evaluator::predict(const Array& images) {
  const Shape wanted = data_.image_shape();
  if (images.shape().rank() != 3 || !(images.shape().without_front() == wanted) ||
      (images.dtype() != DType::u8 && images.dtype() != DType::f32)) {
    throw InvalidArgument(
        fmt::format("predict: needs uint8 or float32 images of shape [n, {}, {}], not {} {}",
                    wanted[0], wanted[1], dtype_name(images.dtype()), images.shape().to_string()));
  }
  return probabilities(images.dtype() == DType::u8 ? unit_floats(images) : images);
}

Array Evaluator::probabilities(const Array& images) {
  return strategy_.run(inference_, Nest<Array>::tuple({images})).leaf();
}

}  // namespace pipette
