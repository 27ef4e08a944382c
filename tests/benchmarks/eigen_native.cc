#define PIPETTE_EIGEN Eigen_native
#define PIPETTE_EIGEN_BUILD eigen_native
#if defined(__EMSCRIPTEN__)
#define PIPETTE_EIGEN_NAME "eigen SSE path"
#else
#define PIPETTE_EIGEN_NAME "eigen -march=native"
#endif
#include "benchmarks/eigen_step_impl.h"
