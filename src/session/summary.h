// The result of an experiment in figures: what `pipette run --json` prints.
//
//   Summary s = session.summary();  fmt::print("{}\n", s.to_json());
//
// `modelled` is emulated time, the same everywhere; `real` is this computer's time. The two are
// never mixed. Hashes are FNV-1a of little-endian bytes: of all variables in order, and of all
// losses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiment/experiment.h"

namespace pipette {

struct Summary {
  Experiment experiment;
  // For a program that only measures this computer: its JSON, in which "epochs" is a list
  // (data/dataset_benchmark.h), empty before the end. In that case nothing was trained.
  std::optional<std::string> benchmark = std::nullopt;
  std::int64_t steps = 0;  // finished; unit: Experiment::step_unit()
  std::int64_t runs = 0;
  std::int64_t losses = 0;  // dequeued
  float final_loss = 0;
  double mean_loss_last_500 = 0;  // of the last 500 losses, or all if fewer
  double test_accuracy = -1;      // 0..1; -1: not measured
  std::string weight_hash;
  std::string loss_hash;
  double modelled_seconds = 0;
  double modelled_seconds_without_compile = 0;
  std::int64_t modelled_cycles = 0;
  std::int64_t modelled_stream_wait_cycles = 0;  // the IPU's, for infeed elements and handshakes
  double real_seconds = 0;                       // spent in advance() and step()
  double steps_per_second() const {
    return real_seconds > 0 ? static_cast<double>(steps) / real_seconds : 0;
  }

  std::string to_json() const;
};

}  // namespace pipette
