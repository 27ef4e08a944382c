#include "kernels/transcendental.h"

#include "kernels/elementwise.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels {
namespace {

void run(UnaryOp op, const float* x, float* y, std::int64_t count) {
  table().unary[static_cast<int>(op)](x, y, static_cast<std::ptrdiff_t>(count));
}

float run_one(UnaryOp op, float x) {
  float y = 0;
  run(op, &x, &y, 1);
  return y;
}

}  // namespace

float scalar_exp(float x) { return run_one(UnaryOp::exp, x); }
float scalar_log(float x) { return run_one(UnaryOp::log, x); }
float scalar_tanh(float x) { return run_one(UnaryOp::tanh, x); }
float scalar_sigmoid(float x) { return run_one(UnaryOp::sigmoid, x); }

void vector_exp(const float* x, float* y, std::int64_t count) { run(UnaryOp::exp, x, y, count); }
void vector_log(const float* x, float* y, std::int64_t count) { run(UnaryOp::log, x, y, count); }
void vector_tanh(const float* x, float* y, std::int64_t count) { run(UnaryOp::tanh, x, y, count); }
void vector_sigmoid(const float* x, float* y, std::int64_t count) {
  run(UnaryOp::sigmoid, x, y, count);
}

}  // namespace pipette::kernels
