// The costs of the emulated host: one value, shown and edited as it is.
//
//   HostOptions host;  host.call_us = 50;  host.compile_seconds = 0;  host.validate();
//
// Sources (docs/hardware.md, "The host"; all of them measured on the two programs of the infeed and
// outfeed tutorial or on streams of one integer):
//   set_up_us, call_us  two equations, four unknowns: only their sum, the cost per call, is well
//                     determined. 500 us is what a bare engine run takes; the rest is TensorFlow,
//                     which sets the program up again for each call.
//   element_us        chosen so that a batch of 100,480 bytes (32 MNIST images and labels) takes
//                     the host 0.2 ms with staging and handshake: one choice of several.
//   handshake_*_us    80,000 and 83,000 cycles at 1.33 GHz (lightweight_profiling, example 3).
//   data_phase_cycles smallest data phase, same run: device work, so cycles of any clock.
//   host_bytes_per_second, staging_bytes_per_second   tut6 on hardware.
//   compile_seconds   an input, never simulated.
//   speed             an input; share_of_time() says how it scales the figures above.
//   element_deviation an input: no source says how uneven real hosts are.
//
// Inaccuracies: host figures vary by a factor of two between SDK releases on the same script, and
// the stream times were taken under instrumentation, so they are upper bounds.
#pragma once

#include <cstdint>

#include "core/choices.h"

namespace pipette {

// The host's speed in making elements and answering handshakes. Slow keeps the measured figures of
// HostOptions: an IPU that trains a small network then waits for every element.
enum class HostSpeed : std::uint8_t { slow, balanced, fast };
constexpr auto choices_of(HostSpeed) {
  return std::to_array<Choice<HostSpeed>>({{HostSpeed::slow, "slow", "Slow host"},
                                           {HostSpeed::balanced, "balanced", "Balanced"},
                                           {HostSpeed::fast, "fast", "Fast host"}});
}
// The factor that scales those times: 1 for slow. With balanced, an element of 32 images takes
// about as long as a training step of 784-128-10 on the IPU, so the infeed fills and drains; fast
// takes a quarter of that.
constexpr double share_of_time(HostSpeed speed) {
  switch (speed) {
    case HostSpeed::slow:
      return 1;
    case HostSpeed::balanced:
      return 0.12;
    case HostSpeed::fast:
      break;
  }
  return 0.03;
}

struct HostOptions {
  struct Limits {
    double minimum, maximum;
  };
  static constexpr Limits kMicroseconds{0, 3.6e9};  // an hour
  static constexpr Limits kCycles{0, 1e12};
  static constexpr Limits kBytesPerSecond{1, 1e15};
  static constexpr Limits kSeconds{0, 1e6};
  static constexpr Limits kDeviation{0, 1};

  double set_up_us = 516;                      // host sets the program up again for a run,
  double call_us = 500;                        // and starts it
  double element_us = 34.6;                    // data pipeline, per element of the dataset
  double handshake_begin_us = 80000 / 1330.0;  // host answers before the data
  double handshake_end_us = 83000 / 1330.0;    // host answers after the data
  double data_phase_cycles = 1490;             // fixed part of a stream's data phase
  double host_bytes_per_second = 20.2e9;       // data phase of a large copy
  double staging_bytes_per_second = 2.35e9;    // host copies into the stream's buffer
  double compile_seconds = 11.6;
  HostSpeed speed = HostSpeed::slow;  // scales element_us, staging and handshakes, but not calls
  // The unevenness of the host's work: the standard deviation of elements' times as a share of the
  // mean. The mean stays what the figures above give (element_pace()).
  double element_deviation = 0;
  std::uint64_t seed = 1;  // for the deviations
  // The host makes infeed elements ahead of the device (optimizations.prefetch_data_streams); if
  // false, it begins an element only when the device asks for it.
  bool prefetch_data_streams = true;

  // Throws InvalidArgument naming the field, its value and the nearest valid one.
  void validate() const;
};

// The time that the host takes for element k of an infeed, or for the arguments of run k
// (kArguments), relative to the usual time: 1 without deviation s, otherwise 1 + s (z^2 - 1) /
// sqrt(2) with a normally distributed z, a chi-squared distribution of mean 1. Most elements take a
// little less than usual, a few much longer. Depends only on the seed, `infeed` and `element`.
inline constexpr int kArguments = -1;
double element_pace(const HostOptions& options, int infeed, std::int64_t element);

}  // namespace pipette
