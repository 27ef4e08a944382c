// exp, log, tanh and sigmoid in float, with the same bits in every build (without libm functions).
//
//   float y = scalar_exp(x);
//   vector_exp(x, y, count);   // the same bits as scalar_exp of each element; y may be x
//
// Errors against the exact value, measured by tests/kernels/transcendental_test.cc over the whole
// range: exp and log <= 2 units in the last place, tanh and sigmoid <= 4.
//
// exp: x = n ln 2 + r, a polynomial on |r| <= ln(2)/2, scaled by 2^n (the scheme of Cephes expf).
// Results below the smallest normal number are 0; above 88.72 infinity; NaN stays NaN.
// log: x = 2^e m with m in [sqrt(1/2), sqrt(2)), polynomial in m - 1. log(0) is -infinity, log of a
// negative number NaN; subnormal arguments are handled exactly.
#pragma once

#include <cstdint>

namespace pipette::kernels {

float scalar_exp(float x);
float scalar_log(float x);
float scalar_tanh(float x);
float scalar_sigmoid(float x);

void vector_exp(const float* x, float* y, std::int64_t count);
void vector_log(const float* x, float* y, std::int64_t count);
void vector_tanh(const float* x, float* y, std::int64_t count);
void vector_sigmoid(const float* x, float* y, std::int64_t count);

}  // namespace pipette::kernels
