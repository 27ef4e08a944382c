#include "session/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/hash.h"
#include "session/catalogue.h"
#include "session/experiment_fields.h"

namespace pipette {

namespace {

template <class Enum>
struct EnumName {
  Enum value;
  const char* name;
};
constexpr std::array<EnumName<OutfeedMode>, 2> kOutfeedModes{
    {{OutfeedMode::all, "all"}, {OutfeedMode::last, "last"}}};
constexpr std::array<EnumName<DequeueTime>, 3> kDequeueTimes{
    {{DequeueTime::at_end, "at_end"},
     {DequeueTime::each_run, "each_run"},
     {DequeueTime::continuous, "continuous"}}};
constexpr std::array<EnumName<OptimizerName>, 4> kOptimizers{{{OptimizerName::sgd, "sgd"},
                                                              {OptimizerName::momentum, "momentum"},
                                                              {OptimizerName::adam, "adam"},
                                                              {OptimizerName::rmsprop, "rmsprop"}}};
using pipelining::PipelineSchedule;
constexpr std::array<EnumName<PipelineSchedule>, 3> kSchedules{
    {{PipelineSchedule::grouped, "grouped"},
     {PipelineSchedule::interleaved, "interleaved"},
     {PipelineSchedule::sequential, "sequential"}}};
constexpr std::array<EnumName<Reduction>, 3> kReductions{
    {{Reduction::sum, "sum"},
     {Reduction::mean, "mean"},
     {Reduction::running_mean, "running_mean"}}};
constexpr std::array<EnumName<ModelType>, 2> kModelTypes{
    {{ModelType::sequential, "Sequential"}, {ModelType::model, "Model"}}};
const auto& names_of(ModelType) { return kModelTypes; }
const auto& names_of(OptimizerName) { return kOptimizers; }
const auto& names_of(PipelineSchedule) { return kSchedules; }
const auto& names_of(Reduction) { return kReductions; }
const auto& names_of(OutfeedMode) { return kOutfeedModes; }
const auto& names_of(DequeueTime) { return kDequeueTimes; }

[[noreturn]] void wrong_type(const std::string& field, const char* wanted, const Json& value) {
  throw InvalidArgument(fmt::format("\"{}\" must be {}, not {}", field, wanted, value.dump()));
}

void read_field(const std::string& field, const Json& value, std::string& to) {
  if (!value.is_string()) wrong_type(field, "a string", value);
  to = value.get<std::string>();
}
void read_field(const std::string& field, const Json& value, bool& to) {
  if (!value.is_boolean()) wrong_type(field, "true or false", value);
  to = value.get<bool>();
}
void read_field(const std::string& field, const Json& value, double& to) {
  if (!value.is_number()) wrong_type(field, "a number", value);
  to = value.get<double>();
}

// JSON from JavaScript may spell an integer as 10.0 or 1e4; both are taken, fractions are not.
std::int64_t integer(const std::string& field, const Json& value) {
  if (value.is_number_integer()) {
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > (std::uint64_t{1} << 53)) {
      wrong_type(field, "an integer of at most 2^53", value);
    }
    return value.get<std::int64_t>();
  }
  const double number = value.is_number_float() ? value.get<double>() : 0.5;
  if (!(std::abs(number) <= 0x1p53) || number != std::floor(number)) {
    wrong_type(field, "an integer", value);
  }
  return static_cast<std::int64_t>(number);
}
void read_field(const std::string& field, const Json& value, std::int64_t& to) {
  to = integer(field, value);
}
void read_field(const std::string& field, const Json& value, int& to) {
  const std::int64_t number = integer(field, value);
  if (number < -1000000000 || number > 1000000000) wrong_type(field, "a smaller integer", value);
  to = static_cast<int>(number);
}
void read_field(const std::string& field, const Json& value, std::uint64_t& to) {
  const std::int64_t number = integer(field, value);
  if (number < 0) wrong_type(field, "an integer of at least 0", value);
  to = static_cast<std::uint64_t>(number);
}
void read_field(const std::string& field, const Json& value, std::vector<std::int64_t>& to) {
  // One number stands for a list of one.
  const Json list = value.is_array() ? value : Json::array({value});
  to.clear();
  for (const Json& item : list) to.push_back(integer(field, item));
}
void read_field(const std::string& field, const Json& value, std::vector<std::string>& to) {
  // One word stands for a list of one.
  const Json list = value.is_array() ? value : Json::array({value});
  to.clear();
  for (const Json& item : list) read_field(field, item, to.emplace_back());
}

LayerKind layer_kind(const std::string& field, const Json& layer) {
  if (!layer.is_object() || !layer.contains("layer")) {
    wrong_type(field, "a list of objects with a \"layer\", as {\"layer\": \"dense\"}", layer);
  }
  std::string known;
  for (int i = 0; i <= static_cast<int>(LayerKind::activation); ++i) {
    const char* name = layer_kind_name(static_cast<LayerKind>(i));
    if (layer["layer"] == name) return static_cast<LayerKind>(i);
    known += fmt::format("{}\"{}\"", known.empty() ? "" : ", ", name);
  }
  throw InvalidArgument(fmt::format("\"{}\": a layer must be one of {}, not {}", field, known,
                                    layer["layer"].dump()));
}

void read_field(const std::string& field, const Json& value, std::vector<LayerSpec>& to) {
  if (!value.is_array()) wrong_type(field, "a list", value);
  to.clear();
  for (const Json& layer : value) {
    LayerSpec& spec = to.emplace_back();
    spec.kind = layer_kind(field, layer);
    std::string known = "layer";
    std::size_t found = 1;
    visit_layer_fields(spec, [&](const char* name, auto& member) {
      known += fmt::format(", {}", name);
      if (!layer.contains(name)) return;
      ++found;
      read_field(fmt::format("{}.{}", field, name), layer[name], member);
    });
    if (found != layer.size()) {
      throw NotFound(fmt::format("\"{}\": a {} layer has the fields {}, but this one is {}", field,
                                 layer_kind_name(spec.kind), known, layer.dump()));
    }
  }
}

template <class Enum>
requires std::is_enum_v<Enum>
void read_field(const std::string& field, const Json& value, Enum& to) {
  std::string known;
  for (const auto& entry : names_of(Enum{})) {
    if (value == entry.name) {
      to = entry.value;
      return;
    }
    known += fmt::format("{}\"{}\"", known.empty() ? "" : ", ", entry.name);
  }
  throw InvalidArgument(
      fmt::format("\"{}\" must be one of {}, not {}", field, known, value.dump()));
}

template <class T>
Json to_field(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    for (const auto& entry : names_of(T{})) {
      if (entry.value == value) return entry.name;
    }
    return nullptr;
  } else if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) {
    return value.size() == 1 ? Json(value[0]) : Json(value);
  } else if constexpr (std::is_same_v<T, std::vector<LayerSpec>>) {
    Json list = Json::array();
    for (const LayerSpec& spec : value) {
      Json layer = {{"layer", layer_kind_name(spec.kind)}};
      visit_layer_fields(spec, [&](const char* name, const auto& member) { layer[name] = member; });
      list.push_back(std::move(layer));
    }
    return list;
  } else {
    return value;
  }
}

// Splits "host.call_us" into the object's name and the field's; no object: the top level.
std::pair<std::string, std::string> split(const std::string& path) {
  const std::size_t dot = path.find('.');
  if (dot == std::string::npos) return {"", path};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

void check_known(const Json& object, const std::string& prefix) {
  Experiment e;
  for (const auto& [key, value] : object.items()) {
    if (prefix.empty() && (key == "device" || key == "host")) {
      if (!value.is_object()) wrong_type(key, "an object", value);
      check_known(value, key + ".");
      continue;
    }
    bool known = false;
    std::string all;
    visit_fields(e, [&, &name = key](const std::string& path, auto&) {
      known = known || path == prefix + name;
      all += (all.empty() ? "" : ", ") + path;
    });
    if (!known) {
      throw NotFound(
          fmt::format("an experiment has no field \"{}{}\"; it has {}", prefix, key, all));
    }
  }
}

void check_range(const char* field, double value, double least, double most) {
  if (value >= least && value <= most) return;
  throw InvalidArgument(
      fmt::format("{} must be {} to {}, but it is {}; the nearest valid value is {}", field, least,
                  most, value, value > most ? most : least));
}

}  // namespace

Experiment Experiment::defaults(const std::string& name) { return catalogue_entry(name).defaults; }

Experiment Experiment::from_json(const std::string& text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) throw InvalidArgument("the experiment is not valid JSON");
  if (!json.is_object()) throw InvalidArgument("the experiment must be a JSON object");
  check_known(json, "");
  std::string name = "mnist-with-feeds";
  if (json.contains("experiment")) read_field("experiment", json["experiment"], name);
  Experiment e = defaults(name);
  visit_fields(e, [&](const std::string& path, auto& member) {
    const auto [object, field] = split(path);
    if (!object.empty() && !json.contains(object)) return;
    const Json& in = object.empty() ? json : json[object];
    if (in.contains(field)) read_field(path, in[field], member);
  });
  e.validate();
  return e;
}

std::string Experiment::to_json() const {
  Json json = Json::object();
  visit_fields(*this, [&](const std::string& path, const auto& member) {
    const auto [object, field] = split(path);
    (object.empty() ? json : json[object])[field] = to_field(member);
  });
  return json.dump(2);
}

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
    throw InvalidArgument(fmt::format(
        "layers belong to \"keras\" and \"inspect-keras\"; \"{}\" has a model of its own", name));
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

OptimizerName parse_optimizer(const std::string& text) {
  for (const auto& entry : kOptimizers) {
    if (text == entry.name) return entry.value;
  }
  throw ValueError(
      fmt::format("optimizer must be sgd, momentum, adam or rmsprop, but it is \"{}\"", text));
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
    const std::int64_t most =
        catalogue_entry(name).kind == ProgramKind::pipelined ? max_stages() : 2;
    check_range("stages", static_cast<double>(stages), 1, static_cast<double>(most));
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

std::int64_t Experiment::num_runs() const {
  return (steps + steps_per_execution - 1) / steps_per_execution;
}

}  // namespace pipette
