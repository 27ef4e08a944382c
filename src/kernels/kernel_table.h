// The hot kernels of one instruction set, as a table of functions. Internal to this room.
//
// Each isa_*.cc unit fills one table from the same source (isa/*.h) compiled with its own flags.
// Calls through the table also keep kernels from being inlined into their callers, which V8
// requires: it optimises a function when it is called again, never while it runs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/elementwise.h"
#include "kernels/matmul.h"

namespace pipette::kernels {

// A count in the type of the kernels' loops: 32 bits in WebAssembly.
inline std::ptrdiff_t size(std::int64_t count) { return static_cast<std::ptrdiff_t>(count); }

struct MatmulCall {
  std::ptrdiff_t m, n, k;
  const float* a;
  std::ptrdiff_t a_row_stride, a_column_stride;
  const float* b;
  std::ptrdiff_t b_row_stride, b_column_stride;
  float* c;
  std::ptrdiff_t ldc;
  const Epilogue* epilogue;
  float* scratch;  // matmul_scratch(call) floats, 64-byte aligned
};

// The images are `gap` pixels apart in a frame of zeros: 1 for a plain convolution, the stride for
// its input gradient.
struct ConvCall {
  std::ptrdiff_t batch, in_h, in_w, in_channels;
  std::ptrdiff_t gap_h, gap_w, pad_top, pad_left;
  std::ptrdiff_t kernel_h, kernel_w, stride_h, stride_w;
  std::ptrdiff_t out_h, out_w, out_channels;
  bool of_filter;       // the filter's gradient
  const float* x;       // [batch, in_h, in_w, in_channels]
  const float* filter;  // [kernel_h, kernel_w, in_channels, out_channels]; of_filter: the gradient
                        // [batch, out_h, out_w, out_channels]
  float* result;
  const Epilogue* epilogue;
  float* scratch;  // conv_scratch(call) floats, 64-byte aligned
};

struct CrossEntropyCall {
  const float* logits;
  const std::int32_t* labels;  // checked; null: softmax only
  std::ptrdiff_t rows, classes;
  float* probabilities;  // null if not wanted
  float* losses;
  float* gradient;
  float gradient_scale;
  const float* row_scale;
  float* exponentials;  // [rows, classes]; may be probabilities or gradient
  float* sums;          // [rows]
  float* shifted;       // [rows], logits[label] - max
};

struct AdamCall {
  float *w, *m, *v;
  const float* g;
  float step_size, one_minus_beta_1, one_minus_beta_2, epsilon;
  float decay;  // applied first as w - w * decay; 0: none
};
struct RmspropCall {
  float *w, *mean_square, *momentum_sum;
  const float* g;
  float learning_rate, rho, one_minus_rho, momentum, epsilon;
};

using UnaryKernel = void (*)(const float* x, float* y, std::ptrdiff_t count);
// Strides are 0 or 1.
using BinaryKernel = void (*)(const float* a, int a_stride, const float* b, int b_stride, float* y,
                              std::ptrdiff_t count);

struct AccumulateCall {
  float* accumulator;
  const float* g;
  float kept, share;  // accumulator * kept + g * share
  bool divide;        // g / share instead
  bool first;         // uses 0 instead of the accumulator, which may be uninitialised
};

struct KernelTable {
  std::ptrdiff_t (*matmul_scratch)(const MatmulCall& call);
  void (*matmul)(const MatmulCall& call);
  std::ptrdiff_t (*conv_scratch)(const ConvCall& call);
  void (*conv2d)(const ConvCall& call);
  void (*conv2d_filter_gradient)(const ConvCall& call);

  UnaryKernel unary[kNumUnaryOps];  // indexed by UnaryOp; null for logical_not
  BinaryKernel binary[6];           // indexed by BinaryOp
  void (*relu_gradient)(const float* gate, const float* gradient, float* y, std::ptrdiff_t count);
  void (*u8_to_float)(const std::uint8_t* source, float* destination, std::ptrdiff_t count);
  void (*u8_to_unit_float)(const std::uint8_t* source, float* destination, std::ptrdiff_t count);
  // float16 elements as their bits; the rounding is that of core/half.h
  void (*half_to_float)(const std::uint16_t* source, float* destination, std::ptrdiff_t count);
  void (*float_to_half)(const float* source, std::uint16_t* destination, std::ptrdiff_t count);

  float (*sum)(const float* x, std::ptrdiff_t count);  // eight partial sums, see reduce.h
  void (*column_sum)(const float* x, std::ptrdiff_t rows, std::ptrdiff_t columns, float* y,
                     Epilogue::Store store, float learning_rate);
  void (*softmax_cross_entropy)(const CrossEntropyCall& call);

  void (*sgd)(float* w, const float* g, std::ptrdiff_t count, float learning_rate);
  void (*momentum)(float* w, const float* g, float* velocity, std::ptrdiff_t count,
                   float learning_rate, float momentum, bool nesterov);
  void (*adam)(const AdamCall& call, std::ptrdiff_t count);
  void (*rmsprop)(const RmspropCall& call, std::ptrdiff_t count);
  void (*accumulate)(const AccumulateCall& call, std::ptrdiff_t count);
};

// Null if this build does not contain the set.
const KernelTable* scalar_table();
const KernelTable* sse41_table();
const KernelTable* avx2_table();
const KernelTable* avx512vl_table();
const KernelTable* avx512_table();
const KernelTable* neon_table();
const KernelTable* wasm_simd_table();

const KernelTable& table();  // for the current instruction set

}  // namespace pipette::kernels
