#define PIPETTE_EIGEN Eigen_avx2
#define PIPETTE_EIGEN_BUILD eigen_avx2
#define PIPETTE_EIGEN_NAME "eigen -mavx2"
#include "benchmarks/eigen_step_impl.h"
