// The same training step and products, written naturally in Eigen: the yardstick. Compiled once per
// set of compiler flags (eigen_*.cc); bits differ from ours, the mathematics does not.
#pragma once

#include <cstdint>
#include <memory>

#include "benchmarks/bare_conv_step.h"
#include "benchmarks/bare_step.h"

namespace pipette::benchmarks {

class EigenStep {
 public:
  virtual ~EigenStep() = default;
  virtual float run(const float* x, const std::int32_t* labels, float learning_rate) = 0;
  virtual MlpWeights weights() const = 0;
};

// One 3x3 convolution of ConvNetwork by im2col; layouts in memory as kernels/conv.h has them.
class EigenConv {
 public:
  virtual ~EigenConv() = default;
  virtual void forward(const float* x, const float* w, float* y) = 0;
  virtual void input_gradient(const float* dy, const float* w, float* dx) = 0;
  virtual void filter_gradient(const float* dy, float* dw) = 0;  // of forward()'s latest images
};

// The step of bare_conv_step.h.
class EigenConvStep {
 public:
  virtual ~EigenConvStep() = default;
  virtual float run(const float* x, const std::int32_t* labels, float learning_rate) = 0;
};

// Row-major products. Layouts in memory: x [m, k], w [k, n], c [m, n].
struct EigenBuild {
  const char* name;
  void (*product)(int m, int n, int k, const float* x, const float* w, float* c);
  // w [k, n] -= learning_rate * x^T [k, m] d [m, n]
  void (*update)(int m, int n, int k, const float* x, const float* d, float* w,
                 float learning_rate);
  // c [m, k] = d [m, n] w^T [n, k]
  void (*back)(int m, int n, int k, const float* d, const float* w, float* c);
  std::unique_ptr<EigenStep> (*make_step)(int in, int hidden, int classes, std::uint64_t seed,
                                          int batch);
  std::unique_ptr<EigenConv> (*make_conv)(int channels);
  std::unique_ptr<EigenConvStep> (*make_conv_step)(std::uint64_t seed);
};

const EigenBuild& eigen_native();  // -march=native, or the SSE path under WebAssembly
#if defined(__x86_64__)
const EigenBuild& eigen_avx2_fma();  // -mavx2 -mfma
const EigenBuild& eigen_avx2();      // -mavx2: no fused multiply-add, as our kernels
#endif

}  // namespace pipette::benchmarks
