// The same training step and products, written naturally in Eigen: the yardstick. Compiled once per
// set of compiler flags (eigen_*.cc); bits differ from ours, the mathematics does not.
#pragma once

#include <cstdint>
#include <memory>

#include "benchmarks/bare_step.h"

namespace pipette::benchmarks {

class EigenStep {
 public:
  virtual ~EigenStep() = default;
  virtual float run(const float* x, const std::int32_t* labels, float learning_rate) = 0;
  virtual MlpWeights weights() const = 0;
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
};

const EigenBuild& eigen_native();  // -march=native, or the SSE path under WebAssembly
#if defined(__x86_64__)
const EigenBuild& eigen_avx2_fma();  // -mavx2 -mfma
const EigenBuild& eigen_avx2();      // -mavx2: no fused multiply-add, as our kernels
#endif

}  // namespace pipette::benchmarks
