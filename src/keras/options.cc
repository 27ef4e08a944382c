#include "keras/options.h"

#include <fmt/format.h>

#include <cctype>

namespace pipette::keras {

namespace {

void check_steps(const std::optional<std::int64_t>& steps) {
  if (steps && *steps < 1) {
    throw ValueError(
        fmt::format("Expected `gradient_accumulation_steps_per_replica` to be a positive integer, "
                    "but got {} instead; the nearest valid value is 1",
                    *steps));
  }
}

[[noreturn]] void throw_found(const char* key, const char* where, const std::string& why) {
  throw ValueError(fmt::format("Found `{}` key in `{}`. {}", key, where, why));
}

}  // namespace

void Settings::check(const GradientAccumulationSettings& settings) {
  check_steps(settings.gradient_accumulation_steps_per_replica);
  if (settings.optimizer.reduction_method != Reduction::sum) {
    throw_found("reduction_method", "gradient_accumulation_optimizer_kwargs",
                "Set the `gradient_accumulation_reduction_method` argument instead.");
  }
}

void Settings::check(const PipeliningSettings& settings) {
  check_steps(settings.gradient_accumulation_steps_per_replica);
  if (settings.device_mapping) {
    for (const int device : *settings.device_mapping) {
      if (device >= 0 && device < DeviceConfig::kMaxIpus) continue;
      throw ValueError(fmt::format(
          "Expected `device_mapping` to be a list of IPUs from 0 to {}, but it holds {}; "
          "the nearest valid value is {}",
          DeviceConfig::kMaxIpus - 1, device, device < 0 ? 0 : DeviceConfig::kMaxIpus - 1));
    }
  }
  const pipelining::PipelineOptions& given = settings.pipeline;
  const auto own = [](bool found, const char* key, const char* instead) {
    if (!found) return;
    throw_found(key, "pipelining_kwargs",
                fmt::format("Set the `{}` argument to `set_pipelining_options` instead.", instead));
  };
  own(!std::holds_alternative<std::monostate>(given.gradient_accumulation_count),
      "gradient_accumulation_count", "gradient_accumulation_steps_per_replica");
  own(given.device_mapping.has_value(), "device_mapping", "device_mapping");
  own(given.accumulate_outfeed, "accumulate_outfeed", "accumulate_outfeed");
  own(given.reduction_method != Reduction::sum, "reduction_method",
      "gradient_accumulation_reduction_method");
  const auto automatic = [](bool found, const char* key) {
    if (found) {
      throw_found(key, "pipelining_kwargs", "This argument is automatically set by Keras.");
    }
  };
  automatic(given.repeat_count != 1, "repeat_count");
  automatic(!given.inputs.empty(), "inputs");
  automatic(given.infeed_queue != nullptr, "infeed_queue");
  automatic(given.outfeed_queue != nullptr, "outfeed_queue");
  automatic(static_cast<bool>(given.optimizer_function), "optimizer_function");
  const auto incompatible = [](bool found, const char* key) {
    if (found) throw_found(key, "pipelining_kwargs", "This argument is not compatible with Keras.");
  };
  incompatible(given.outfeed_loss, "outfeed_loss");
  incompatible(!given.outfeed_mask.empty(), "outfeed_mask");
  incompatible(given.batch_serialization_iterations != 1, "batch_serialization_iterations");
}

void Settings::check(const OutfeedOptions& options) {
  const char* why = "This argument is not compatible with Keras.";
  if (options.mode != OutfeedMode::all) throw_found("outfeed_mode", "kwargs", why);
  if (options.device_ordinal) throw_found("device_ordinal", "kwargs", why);
}

ReplicatedMetricReduction parse_metric_reduction(const std::string& text) {
  if (const auto* found = find_choice<ReplicatedMetricReduction>(text)) return found->value;
  throw ValueError(
      fmt::format("Cannot parse {} as one of ReplicatedMetricReductionMethod; there are {}", text,
                  all_words<ReplicatedMetricReduction>("")));
}

}  // namespace pipette::keras
