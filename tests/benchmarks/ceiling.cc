#include "benchmarks/ceiling.h"

namespace pipette::benchmarks {
namespace {

constexpr int kLoops = 20000;
constexpr int kChains = 12;  // enough independent chains to hide the latency of multiply and add

constexpr int kElements = 64;
float elements[kElements + kChains];

// As far as a compiler knows they differ; of equal lanes it would multiply one for all.
volatile float halves[16] = {.5f, .5f, .5f, .5f, .5f, .5f, .5f, .5f,
                             .5f, .5f, .5f, .5f, .5f, .5f, .5f, .5f};
volatile float one = 1.0f;

// x = x * 0.5 + 1 in each chain: no product repeats, so no compiler can hoist one.
#define PIPETTE_CHAINS(step) \
  step(0) step(1) step(2) step(3) step(4) step(5) step(6) step(7) step(8) step(9) step(10) step(11)
#define PIPETTE_DECLARE(i) V x##i = V{} + static_cast<float>(i);
#define PIPETTE_SUM(i) sum += x##i;
#define PIPETTE_CEILING(name, attributes, lanes, step)            \
  attributes __attribute__((noinline)) float name() {             \
    typedef float V __attribute__((vector_size(lanes * 4)));      \
    V a;                                                          \
    for (int i = 0; i < lanes; ++i) a[i] = halves[i];             \
    [[maybe_unused]] const V b = V{} + one;                       \
    PIPETTE_CHAINS(PIPETTE_DECLARE)                               \
    for (int i = 0; i < kLoops; ++i) {                            \
      [[maybe_unused]] const float* e = elements + i % kElements; \
      PIPETTE_CHAINS(step)                                        \
    }                                                             \
    V sum{};                                                      \
    PIPETTE_CHAINS(PIPETTE_SUM)                                   \
    return sum[0];                                                \
  }
#define PIPETTE_SEPARATE(i) x##i = x##i * a + b;
// As a convolution to as many channels as lanes multiplies: every product has an element of its
// own.
#define PIPETTE_LOADED(i) x##i = x##i + (e[i] - V{}) * a;
#define PIPETTE_FUSED(i) asm volatile("vfmadd213ps %2, %1, %0" : "+v"(x##i) : "v"(a), "v"(b));

#if defined(__x86_64__)
PIPETTE_CEILING(separate_4, , 4, PIPETTE_SEPARATE)
PIPETTE_CEILING(separate_8, __attribute__((target("avx2"))), 8, PIPETTE_SEPARATE)
PIPETTE_CEILING(loaded_8, __attribute__((target("avx2"))), 8, PIPETTE_LOADED)
PIPETTE_CEILING(separate_16, __attribute__((target("avx512f"))), 16, PIPETTE_SEPARATE)
PIPETTE_CEILING(fused_8, __attribute__((target("avx2,fma"))), 8, PIPETTE_FUSED)
PIPETTE_CEILING(fused_16, __attribute__((target("avx512f"))), 16, PIPETTE_FUSED)
#elif defined(__wasm_simd128__)
PIPETTE_CEILING(separate_4, , 4, PIPETTE_SEPARATE)
PIPETTE_CEILING(loaded_4, , 4, PIPETTE_LOADED)
#endif

constexpr double flop(int lanes) { return 2.0 * lanes * kChains * kLoops; }

}  // namespace

std::vector<Ceiling> ceilings() {
  std::vector<Ceiling> list;
#if defined(__x86_64__)
  list.push_back({"mul+add 4 lanes", separate_4, flop(4)});
  if (__builtin_cpu_supports("avx2")) {
    list.push_back({"mul+add 8 lanes", separate_8, flop(8)});
    list.push_back({"8 lanes, load each", loaded_8, flop(8)});
  }
  if (__builtin_cpu_supports("fma")) list.push_back({"fma 8 lanes", fused_8, flop(8)});
  if (__builtin_cpu_supports("avx512f")) {
    list.push_back({"mul+add 16 lanes", separate_16, flop(16)});
    list.push_back({"fma 16 lanes", fused_16, flop(16)});
  }
#elif defined(__wasm_simd128__)
  list.push_back({"mul+add 4 lanes", separate_4, flop(4)});
  list.push_back({"4 lanes, load each", loaded_4, flop(4)});
#endif
  return list;
}

}  // namespace pipette::benchmarks
