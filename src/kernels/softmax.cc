#include "kernels/softmax.h"

#include <string>
#include <vector>

#include "core/error.h"
#include "core/item.h"
#include "kernels/kernel_table.h"
#include "kernels/transcendental.h"

namespace pipette::kernels {
namespace {

constexpr float kClip = 1e-7f;  // Keras backend epsilon

void check_labels(const std::int32_t* labels, std::int64_t rows, std::int64_t classes) {
  for (std::int64_t r = 0; r < rows; ++r) {
    if (labels[r] < 0 || labels[r] >= classes) {
      throw InvalidArgument("label " + std::to_string(labels[r]) + " of row " + std::to_string(r) +
                            " must be in [0, " + std::to_string(classes) +
                            "); the nearest valid value is " +
                            std::to_string(labels[r] < 0 ? 0 : classes - 1));
    }
  }
}

void check_sizes(std::int64_t rows, std::int64_t classes) {
  if (rows < 0 || classes < 1) {
    throw InvalidArgument("softmax needs rows >= 0 and classes >= 1, but has rows " +
                          std::to_string(rows) + ", classes " + std::to_string(classes));
  }
}

std::vector<float>& scratch() {
  thread_local std::vector<float> memory;
  return memory;
}

}  // namespace

void softmax(const float* logits, std::int64_t rows, std::int64_t classes, float* probabilities) {
  check_sizes(rows, classes);
  if (rows == 0) return;
  std::vector<float>& sums = scratch();
  if (sums.size() < static_cast<std::size_t>(rows)) sums.resize(static_cast<std::size_t>(rows));
  CrossEntropyCall call{};
  call.logits = logits;
  call.rows = size(rows);
  call.classes = size(classes);
  call.probabilities = probabilities;
  call.exponentials = probabilities;
  call.sums = sums.data();
  table().softmax_cross_entropy(call);
}

void softmax_gradient(const float* probabilities, const float* upstream, std::int64_t rows,
                      std::int64_t classes, float* gradient) {
  check_sizes(rows, classes);
  std::vector<float>& products = scratch();
  if (products.size() < static_cast<std::size_t>(classes)) {
    products.resize(static_cast<std::size_t>(classes));
  }
  for (std::int64_t r = 0; r < rows; ++r) {
    const float* p = probabilities + r * classes;
    const float* u = upstream + r * classes;
    float* g = gradient + r * classes;
    for (std::int64_t j = 0; j < classes; ++j) item(products, j) = u[j] * p[j];
    const float total = table().sum(products.data(), size(classes));
    for (std::int64_t j = 0; j < classes; ++j) g[j] = (u[j] - total) * p[j];
  }
}

void softmax_cross_entropy(const float* logits, const std::int32_t* labels, std::int64_t rows,
                           std::int64_t classes, const CrossEntropyOutputs& outputs) {
  check_sizes(rows, classes);
  check_labels(labels, rows, classes);
  const KernelTable& kernels = table();
  std::vector<float>& memory = scratch();
  const bool own_exponentials = outputs.probabilities == nullptr && outputs.gradient == nullptr;
  const std::size_t needed =
      static_cast<std::size_t>(3 * rows + (own_exponentials ? rows * classes : 0));
  if (memory.size() < needed) memory.resize(needed);
  float* sums = memory.data();
  float* losses = outputs.losses;
  if (losses == nullptr && outputs.mean_loss != nullptr) losses = sums + 2 * rows;
  if (rows > 0) {
    float* exponentials = own_exponentials              ? sums + 3 * rows
                          : outputs.gradient != nullptr ? outputs.gradient
                                                        : outputs.probabilities;
    kernels.softmax_cross_entropy(CrossEntropyCall{
        logits, labels, size(rows), size(classes), outputs.probabilities, losses, outputs.gradient,
        outputs.gradient_scale, outputs.row_scale, exponentials, sums, sums + rows});
  }
  if (outputs.mean_loss != nullptr) {
    *outputs.mean_loss = kernels.sum(losses, size(rows)) / static_cast<float>(rows);
  }
}

void softmax_cross_entropy_gradient(const float* probabilities, const std::int32_t* labels,
                                    std::int64_t rows, std::int64_t classes, float scale,
                                    const float* row_scale, float* gradient) {
  check_sizes(rows, classes);
  check_labels(labels, rows, classes);
  for (std::int64_t r = 0; r < rows; ++r) {
    const float* p = probabilities + r * classes;
    float* g = gradient + r * classes;
    const float factor = row_scale == nullptr ? scale : scale * row_scale[r];
    const float at_label = (p[labels[r]] - 1.0f) * factor;
    for (std::int64_t j = 0; j < classes; ++j) g[j] = p[j] * factor;
    g[labels[r]] = at_label;
  }
}

void sparse_categorical_crossentropy(const float* probabilities, const std::int32_t* labels,
                                     std::int64_t rows, std::int64_t classes, float* losses) {
  check_sizes(rows, classes);
  check_labels(labels, rows, classes);
  for (std::int64_t r = 0; r < rows; ++r) {
    float p = probabilities[r * classes + labels[r]];
    if (p < kClip) p = kClip;
    if (p > 1.0f - kClip) p = 1.0f - kClip;
    losses[r] = p;
  }
  vector_log(losses, losses, rows);
  for (std::int64_t r = 0; r < rows; ++r) losses[r] = -losses[r];
}

void sparse_categorical_crossentropy_gradient(const float* probabilities,
                                              const std::int32_t* labels, const float* upstream,
                                              std::int64_t rows, std::int64_t classes,
                                              float* gradient) {
  check_sizes(rows, classes);
  check_labels(labels, rows, classes);
  for (std::int64_t r = 0; r < rows; ++r) {
    const float p = probabilities[r * classes + labels[r]];
    float* g = gradient + r * classes;
    for (std::int64_t j = 0; j < classes; ++j) g[j] = 0.0f;
    const bool clipped = p < kClip || p > 1.0f - kClip;
    g[labels[r]] = clipped ? 0.0f : -upstream[r] / p;
  }
}

}  // namespace pipette::kernels
