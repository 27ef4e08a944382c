// The one place that includes Eigen, with what Eigen 3.4.0's SSE path needs under Emscripten 3.1.6
// (newer Eigen compiles as it is):
//   1. Eigen asks for mmintrin.h, which clang refuses for WebAssembly: its guard is defined first.
//   2. Emscripten's clang calls itself GCC 4.2, for which Eigen uses x86 inline assembly in min and
//      max: a newer GCC is claimed once Eigen's Macros.h has been read.
//   3. Eigen's optimisation barrier is x86 inline assembly too: it becomes nothing.
// PIPETTE_EIGEN renames the namespace, so that units with different -m flags share no code.
#pragma once

#if defined(PIPETTE_EIGEN)
#define Eigen PIPETTE_EIGEN
#endif

#if defined(__EMSCRIPTEN__) && !__has_include(<eigen3/Eigen/Version>)  // of newer ones
#define __MMINTRIN_H
#define EIGEN_OPTIMIZATION_BARRIER(X)
// Eigen computes 2 * sizeof(void*), 8 on wasm32; 16 is what x86 gets, and 3 to 4 % faster.
#define EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS 16
#include <eigen3/Eigen/src/Core/util/Macros.h>
#undef EIGEN_COMP_GNUC
#define EIGEN_COMP_GNUC 1300
#endif

#include <eigen3/Eigen/Core>
