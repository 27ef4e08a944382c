#include "device/vertex_cycles.h"

#include "device/integer.h"

namespace pipette {
namespace {

constexpr double kScalarCycles = 4;  // plain C++ vertex, per element

struct LoopCycles {
  double f32, f16;  // per vector of 2 and of 4 elements
};

// By OpClass. An addition is 1 cycle and 2 for load, store and branch; the others are whole loops.
constexpr LoopCycles kLoops[] = {
    {1, 1},                                  // copy
    {3, 3},                                  // add
    {2, 2},                                  // negate
    {3, 3},                                  // relu
    {3, 4},                                  // compare
    {10, 21},                                // divide
    {6, 4},                                  // exp
    {12, 4},                                 // log
    {12, 4},                                 // tanh
    {12, 6},                                 // sigmoid
    {10, 23},                                // sqrt
    {8, 19},                                 // rsqrt
    {6, 15},                                 // reciprocal
    {15, 15},                                // gelu
    {5, 5},                                  // swish
    {2 * 312, 4 * 325},                      // power
    {2 * kScalarCycles, 4 * kScalarCycles},  // scalar
};
static_assert(sizeof(kLoops) / sizeof(kLoops[0]) == static_cast<int>(OpClass::scalar) + 1);

}  // namespace

int vector_lanes(DType dtype, const Architecture& arch) {
  return is_floating(dtype) ? arch.vector_bytes / static_cast<int>(dtype_size(dtype)) : 1;
}

double vector_cycles(OpClass op, DType dtype) {
  const LoopCycles& loop = kLoops[static_cast<int>(op)];
  if (dtype == DType::f32) return loop.f32;
  if (dtype == DType::f16) return loop.f16;
  return op == OpClass::copy ? 1 : kScalarCycles;
}

double elementwise_cycles(std::int64_t elements, double cycles_per_vector, int lanes,
                          const Architecture& arch) {
  const std::int64_t vectors = ceil_div(ceil_div(elements, arch.worker_contexts), lanes);
  return arch.worker_contexts * (17 + static_cast<double>(vectors) * cycles_per_vector) + 20;
}

double reduction_cycles(std::int64_t outputs, std::int64_t partials, DType dtype,
                        const Architecture& arch) {
  const std::int64_t workers = arch.worker_contexts;
  const int lanes = vector_lanes(dtype, arch);
  const std::int64_t outputs_of_worker = ceil_div(outputs, workers);
  const std::int64_t vectors = ceil_div(ceil_div(outputs * partials, workers), lanes);
  double cycles =
      7 + 26 + 24.0 * static_cast<double>(outputs_of_worker) + 3.0 * static_cast<double>(vectors);
  // Fewer outputs than workers: the workers share an output and one of them adds their sums.
  if (outputs < workers) cycles += 24 + 3.0 * static_cast<double>(ceil_div(workers, lanes));
  return static_cast<double>(workers) * cycles;
}

double slice_cycles(std::int64_t rows, std::int64_t row_elements, DType dtype,
                    const Architecture& arch) {
  const std::int64_t vectors = ceil_div(row_elements, vector_lanes(dtype, arch));
  const double rows_of_worker = static_cast<double>(ceil_div(rows, arch.worker_contexts));
  return arch.worker_contexts * (30 + rows_of_worker * (19 + 2.0 * static_cast<double>(vectors)));
}

}  // namespace pipette
