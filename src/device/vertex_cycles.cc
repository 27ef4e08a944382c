#include "device/vertex_cycles.h"

#include "device/integer.h"

namespace pipette {
namespace {

constexpr double kScalarCycles = 4;  // plain C++ vertex, per element

struct LoopCycles {
  const char* name;
  double f32, f16;  // per vector of 2 and of 4 elements
};

// By OpClass. An addition is 1 cycle and 2 for load, store and branch; the others are whole loops.
constexpr LoopCycles kLoops[] = {
    {"copy", 1, 1},
    {"add", 3, 3},
    {"negate", 2, 2},
    {"relu", 3, 3},
    {"compare", 3, 4},
    {"divide", 10, 21},
    {"exp", 6, 4},
    {"log", 12, 4},
    {"tanh", 12, 4},
    {"sigmoid", 12, 6},
    {"sqrt", 10, 23},
    {"rsqrt", 8, 19},
    {"reciprocal", 6, 15},
    {"gelu", 15, 15},
    {"swish", 5, 5},
    {"power", 2 * 312, 4 * 325},
    {"scalar", 2 * kScalarCycles, 4 * kScalarCycles},
};
static_assert(sizeof(kLoops) / sizeof(kLoops[0]) == static_cast<int>(OpClass::scalar) + 1);

}  // namespace

const char* op_class_name(OpClass op) { return kLoops[static_cast<int>(op)].name; }

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
