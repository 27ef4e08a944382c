// Softmax and sparse cross-entropy, fused and in pieces. All arrays are f32, row-major.
//
//   softmax_cross_entropy(logits, labels, 32, 10,
//                         {.mean_loss = &loss, .gradient = d_logits, .gradient_scale = 1.0f / 32});
//
// Fused, per row with m = max(logits):  loss = log(sum exp(x - m)) - (x[label] - m),
// probability = exp(x - m) / sum, gradient = (probability - one_hot(label)) * scale. Keras computes
// sparse_categorical_crossentropy of a softmax output the same way, from the logits.
//
// Unfused, it starts from probabilities, as Keras defines it for other inputs (keras/backend.py,
// epsilon 1e-7): loss = -log(clip(p[label], 1e-7, 1 - 1e-7)).
// *Inaccuracies*: Keras then normalises the clipped row once more; rows that sum to 1 are assumed.
//
// Throws InvalidArgument, naming row and label, if a label is not in [0, classes), before anything
// is written. Outputs may not overlap inputs, except that a gradient or the probabilities may
// overwrite the logits. Thread-safe.
#pragma once

#include <cstdint>

namespace pipette::kernels {

void softmax(const float* logits, std::int64_t rows, std::int64_t classes, float* probabilities);

// gradient = (upstream - sum(upstream * p)) * p per row, from softmax's output p.
void softmax_gradient(const float* probabilities, const float* upstream, std::int64_t rows,
                      std::int64_t classes, float* gradient);

// The outputs to write; null for those not needed.
struct CrossEntropyOutputs {
  float* probabilities = nullptr;  // [rows, classes]
  float* losses = nullptr;         // [rows]
  float* mean_loss = nullptr;      // one number: the sum in reduce.h's order, divided by rows
  float* gradient = nullptr;       // [rows, classes]
  float gradient_scale = 1;
  const float* row_scale = nullptr;  // [rows]: multiplies the row's gradient further
};

void softmax_cross_entropy(const float* logits, const std::int32_t* labels, std::int64_t rows,
                           std::int64_t classes, const CrossEntropyOutputs& outputs);

// The gradient alone, from softmax's output: (p - one_hot(label)) * scale * row_scale[row].
void softmax_cross_entropy_gradient(const float* probabilities, const std::int32_t* labels,
                                    std::int64_t rows, std::int64_t classes, float scale,
                                    const float* row_scale, float* gradient);

// losses [rows] from probabilities, unfused.
void sparse_categorical_crossentropy(const float* probabilities, const std::int32_t* labels,
                                     std::int64_t rows, std::int64_t classes, float* losses);

// Its gradient with respect to the probabilities: -upstream[row] / p[label] at the label if p is
// inside the clip range, otherwise 0. `upstream` is [rows].
void sparse_categorical_crossentropy_gradient(const float* probabilities,
                                              const std::int32_t* labels, const float* upstream,
                                              std::int64_t rows, std::int64_t classes,
                                              float* gradient);

}  // namespace pipette::kernels
