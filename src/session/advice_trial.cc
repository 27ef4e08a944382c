#include "session/advice_trial.h"

#include <algorithm>

#include "profile/measures.h"

namespace pipette {

AdviceTrial::AdviceTrial(const Experiment& advised, const ImageData& data,
                         const SessionOptions& options)
    : runs_(std::max<std::int64_t>(1, advised.device.engine_options.profiled_runs())),
      session_(advised, data, options) {}

bool AdviceTrial::advance(const Budget& budget) {
  Budget within = budget;
  within.until_run = std::min(within.until_run, runs_);
  finished_ = session_.advance(within) || session_.status().run >= runs_;
  return finished_;
}

std::optional<double> AdviceTrial::came(const profile::Promise& promise,
                                        std::size_t program) const {
  const std::vector<profile::Profile> profiles = session_.profiles();
  if (program >= profiles.size()) return std::nullopt;
  return profile::measured(promise, profiles[program]);
}

}  // namespace pipette
