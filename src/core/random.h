// Counter-based random numbers: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as
// 1, 2, 3", SC 2011, section 3.3). Every use has its own stream, identified by a name.
//
//   RandomStream shuffle(seed, "shuffle/train");
//   shuffle.uniform_int(60000);
//   RandomStream digit(seed, "digits", 17);   // sub-stream 17, independent of all others
//
// The same (seed, name, substream) gives the same numbers on every platform. Not thread-safe: one
// stream, one thread.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace pipette {

// The block function: four random words from a counter and a key.
std::array<std::uint32_t, 4> philox4x32_10(std::array<std::uint32_t, 4> counter,
                                           std::array<std::uint32_t, 2> key);

class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::string_view name, std::uint64_t substream = 0);

  std::uint32_t next_u32();
  // Uniform integer in [0, bound), without modulo bias (Lemire 2019, arXiv 1805.10941). bound >= 1.
  std::uint32_t uniform_int(std::uint32_t bound);
  float uniform();                       // [0, 1), 24 random bits
  float uniform(float low, float high);  // [low, high)
  // Mean 0, deviation 1: a sum of twelve uniforms minus six (Irwin-Hall), so no libm function is
  // involved and bits agree everywhere. Inaccuracy: tails end at +-6.
  float normal();

 private:
  void refill();

  std::array<std::uint32_t, 2> key_;
  std::uint64_t substream_;
  std::uint64_t block_ = 0;
  std::array<std::uint32_t, 4> buffer_{};
  int used_ = 4;
};

}  // namespace pipette
