#define PIPETTE_EIGEN Eigen_avx2_fma
#define PIPETTE_EIGEN_BUILD eigen_avx2_fma
#define PIPETTE_EIGEN_NAME "eigen -mavx2 -mfma"
#include "benchmarks/eigen_step_impl.h"
