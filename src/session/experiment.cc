#include "session/experiment.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/hash.h"
#include "session/catalogue.h"

namespace pipette {

namespace {

void check_range(const char* field, double value, double least, double most) {
  if (value >= least && value <= most) return;
  throw InvalidArgument(
      fmt::format("{} must be {} to {}, but it is {}; the nearest valid value is {}", field, least,
                  most, value, value > most ? most : least));
}

}  // namespace

Experiment Experiment::defaults(const std::string& name) { return catalogue_entry(name).defaults; }

void Experiment::validate() const {
  const CatalogueEntry& entry = catalogue_entry(name);
  check_range("steps", static_cast<double>(steps), 1, 1e9);
  check_range("steps_per_execution", static_cast<double>(steps_per_execution), 1, 1e6);
  if (entry.kind == ProgramKind::without_feeds && steps_per_execution != 1) {
    throw InvalidArgument(
        fmt::format("steps_per_execution must be 1 without feeds, because every batch is a call of "
                    "its own, but it is {}; the nearest valid value is 1",
                    steps_per_execution));
  }
  check_range("batch_size", static_cast<double>(batch_size), 1, 10000);
  check_range("learning_rate", learning_rate, 0, 1000);
  check_range("the number of hidden_units", static_cast<double>(hidden_units.size()), 1, 64);
  for (const std::int64_t width : hidden_units) {
    check_range("hidden_units", static_cast<double>(width), 1, 4096);
  }
  if (entry.kind == ProgramKind::keras) {
    validate_model();
  } else if (!layers.empty()) {
    throw InvalidArgument(
        fmt::format("layers belong to \"inspect-keras\" and \"keras-convolutions\"; \"{}\" has a "
                    "model of its own",
                    name));
  }
  if (entry.accumulates()) {
    validate_pipeline();
  } else if (stages != 1 || gradient_accumulation_count != 1 || replicas != 1 ||
             !device_mapping.empty()) {
    throw InvalidArgument(fmt::format(
        "stages, gradient_accumulation_count, device_mapping and replicas belong to experiments "
        "that accumulate gradients, such as \"mnist-pipelined\"; \"{}\" runs on one IPU",
        name));
  }
  check_range("seed", static_cast<double>(seed), 0, 0x1p53);
  check_range("prefetch_depth", prefetch_depth, 1, 255);
  check_range("buffer_depth", buffer_depth, 1, 255);
  if (data.empty()) throw InvalidArgument("data must name a data set, for example \"digits\"");
  device.validate();
}

void Experiment::validate_model() const {
  constexpr std::size_t kMostLayers = 32;
  if (layers.size() > kMostLayers) {
    throw InvalidArgument(
        fmt::format("a model may have {} layers, but it has {}", kMostLayers, layers.size()));
  }
  check_layers(layers, Shape{28, 28});
  if (stages != 1) {
    throw InvalidArgument("the stages of a Keras model are those of its layers: leave stages out");
  }
  if (steps_per_execution % gradient_accumulation_count != 0) {
    const std::int64_t count = gradient_accumulation_count;
    const std::int64_t less = steps_per_execution / count * count;
    throw RuntimeError(
        fmt::format("steps_per_execution ({}) is not divisible by gradient_accumulation_count "
                    "({}); the nearest "
                    "valid values are {} and {}",
                    steps_per_execution, count, std::max(less, count), less + count));
  }
}

void Experiment::validate_pipeline() const {
  if (layers.empty()) {
    check_range("stages", static_cast<double>(stages), 1, static_cast<double>(max_stages()));
  }
  check_range("gradient_accumulation_count", static_cast<double>(gradient_accumulation_count), 1,
              1e6);
  check_range("replicas", static_cast<double>(replicas), 1, DeviceConfig::kMaxIpus);
  if (num_stages() > 1) {
    const pipelining::DeviceLists devices = stage_devices();
    pipelining::check_device_mapping(pipeline_schedule, static_cast<int>(num_stages()), devices,
                                     true);
    pipelining::make_plan(pipeline_schedule, pipelining::program_devices(devices, true))
        .check_count(gradient_accumulation_count);
  } else if (!device_mapping.empty()) {
    throw InvalidArgument("device_mapping needs at least 2 stages");
  }
  if (replicated_optimizer_state_sharding && !offload_weight_update_variables) {
    throw ValueError(
        "replicated_optimizer_state_sharding needs offload_weight_update_variables: the shares of "
        "the state lie in remote buffers");
  }
  check_range("the number of IPUs (replicas times IPUs of a replica)", num_ipus(), 1,
              DeviceConfig::kMaxIpus);
}

std::int64_t Experiment::num_mini_batches() const {
  // A step of a Keras model is one.
  return num_steps() * (layers.empty() ? gradient_accumulation_count : 1);
}

std::int64_t Experiment::max_stages() const {
  if (!layers.empty()) return static_cast<std::int64_t>(layers.size());
  if (catalogue_entry(name).kind == ProgramKind::inspected) return 2;
  return static_cast<std::int64_t>(hidden_units.size()) + 2;
}

pipelining::DeviceLists Experiment::stage_devices() const {
  if (device_mapping.empty()) {
    return pipelining::default_device_mapping(static_cast<int>(num_stages()));
  }
  pipelining::DeviceLists devices;
  for (const std::int64_t ipu : device_mapping) devices.push_back({static_cast<int>(ipu)});
  return devices;
}

int Experiment::ipus_per_replica() const {
  int needed = 1;
  for (const auto& list : stage_devices()) {
    for (const int ipu : list) needed = std::max(needed, ipu + 1);
  }
  int ipus = 1;
  while (ipus < needed) ipus *= 2;
  return ipus;
}

DeviceConfig Experiment::device_config() const {
  DeviceConfig config = device;
  config.num_ipus = num_ipus();
  return config;
}

std::string Experiment::fingerprint() const {
  const std::string text = to_json();
  Hash hash;
  hash.add(text.data(), text.size());
  return hash.hex();
}

bool Experiment::same_apart_from_outfeeds(const Experiment& other) const {
  Experiment same = other;
  same.gradients_filters = gradients_filters;
  same.activations_filters = activations_filters;
  same.outfeed_pre_accumulated_gradients = outfeed_pre_accumulated_gradients;
  return same.to_json() == to_json();
}

std::int64_t Experiment::num_runs() const {
  return (steps + steps_per_execution - 1) / steps_per_execution;
}

}  // namespace pipette
