// The first tutorial's two programs as the modelled host sees them: calls, elements, and a device
// that takes its time.
#pragma once

#include "device/clock.h"
#include "device/host_model.h"

namespace pipette::testing_support {

inline constexpr std::int64_t kBatchBytes = 100'480;  // 32 images of 784 f32 and 32 labels

struct HostExperiment {
  HostOptions host;
  std::int64_t steps = 1000;
  std::int64_t steps_per_run = 10;
  std::int64_t bytes = kBatchBytes;
  int prefetch_depth = 3;
  double compute_us = 20;  // of one step, without the data phase
};

// T without compile time, in seconds, with an infeed.
inline double with_feeds(const HostExperiment& e) {
  const Architecture& mk2 = architecture("Mk2");
  HostTimeline host(e.host, mk2);
  const int infeed = host.add_infeed(e.bytes, e.prefetch_depth, 0);
  const std::int64_t compute = us_to_cycles(e.compute_us, mk2);
  std::int64_t now = 0;
  for (std::int64_t done = 0; done < e.steps;) {
    now = host.begin_call(now).device_start;
    for (std::int64_t i = 0; i < e.steps_per_run && done < e.steps; ++i, ++done) {
      const Ready ready = host.consume(infeed, now);
      now = ready.ready_at + ready.data_cycles + compute;
    }
  }
  return cycles_to_seconds(now, mk2);
}

// The same with each batch passed as arguments of its own run.
inline double without_feeds(const HostExperiment& e) {
  const Architecture& mk2 = architecture("Mk2");
  HostTimeline host(e.host, mk2);
  const std::int64_t compute = us_to_cycles(e.compute_us, mk2);
  std::int64_t now = 0;
  for (std::int64_t i = 0; i < e.steps; ++i) {
    now = host.begin_call(now, {1, e.bytes}).device_start;
    now += host.handshake_begin_cycles() + host.data_phase_cycles(e.bytes) + compute +
           host.handshake_end_cycles();
  }
  return cycles_to_seconds(now, mk2);
}

}  // namespace pipette::testing_support
