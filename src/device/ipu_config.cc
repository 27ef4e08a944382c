#include "device/ipu_config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>

#include "core/error.h"
#include "core/item.h"
#include "core/nearest_name.h"

namespace pipette {
namespace {

constexpr int kPodIpus = DeviceConfig::kMaxIpus;

void apply(std::string_view name, const Json& value, DeviceConfig& device) {
  if (name == "selection_order") {
    device.selection_order = find_choice<SelectionOrder>(value.get<std::string>())->value;
  } else if (name == "allow_recompute") {
    device.allow_recompute = value;
  } else if (name == "ipu_model.version") {
    device.architecture = value == "ipu1" ? "Mk1" : value == "ipu2" ? "Mk2" : "Bow";
  } else if (name == "ipu_model.tiles_per_ipu") {
    device.tiles_per_ipu = value;
  } else if (name == "io_tiles.num_io_tiles") {
    device.io_tiles = value;
  } else if (name == "io_tiles.place_ops_on_io_tiles") {
    device.place_ops_on_io_tiles = value;
  } else if (name == "io_tiles.available_memory_proportion") {
    device.io_tile_memory_proportion = value;
  } else if (name == "device_connection.enable_remote_buffers") {
    device.remote_buffers = value;
  } else if (name == "optimizations.minimum_remote_tensor_size") {
    device.minimum_remote_tensor_size = value;
  } else if (name == "optimizations.prefetch_data_streams") {
    device.host.prefetch_data_streams = value;
  }
}

bool allows(const char* words, const std::string& word) {
  return word.find(' ') == std::string::npos &&
         fmt::format(" {} ", words).find(fmt::format(" {} ", word)) != std::string::npos;
}

const IpuConfigOption& config_option_named(std::string_view name) {
  const std::span<const IpuConfigOption> all = ipu_config_options();
  std::vector<std::string_view> names;
  std::set<std::string_view> groups;
  for (const IpuConfigOption& option : all) {
    if (option.name == name) return option;
    names.emplace_back(option.name);
    groups.insert(names.back().substr(0, names.back().find('.')));
  }
  const std::string nearest = did_you_mean(name, names);
  throw NotFound(
      fmt::format("IPUConfig has no option \"{}\"{}", name.substr(0, 80),
                  nearest.empty() ? fmt::format("; it has {}", fmt::join(groups, ", ")) : nearest));
}

bool same_type(const Json& a, const Json& b) {
  if (a.is_number_float()) return b.is_number();
  if (a.is_number()) return b.is_number_integer();
  return a.type() == b.type();
}

const char* type_of(const Json& value) {
  if (value.is_boolean()) return "true or false";
  if (value.is_number_float()) return "a number";
  if (value.is_number()) return "a whole number";
  return value.is_string() ? "a text" : "an object";
}

// One number, or one for each device.
std::vector<std::int64_t> numbers_of(std::string_view name, const Json& value) {
  std::vector<std::int64_t> numbers;
  const auto add = [&](const Json& each) {
    if (!each.is_number_integer()) {
      throw TypeError(
          fmt::format("IPUConfig.{} must be a whole number or a list of them, but it is {}", name,
                      shown_json(value)));
    }
    numbers.push_back(each.get<std::int64_t>());
  };
  if (value.is_array()) {
    for (const Json& each : value) add(each);
  } else {
    add(value);
  }
  return numbers;
}

// IPUs of the device with this id of the Pod's inventory: all single ones, then all pairs, ...
int ipus_of(std::int64_t id) {
  std::int64_t first = 0;
  for (int size = 1; size <= kPodIpus; size *= 2) {
    const std::int64_t count = kPodIpus / size;
    if (id < first + count) return size;
    first += count;
  }
  return 0;
}

void check_devices(std::string_view name, const Json& value) {
  const std::vector<std::int64_t> numbers = numbers_of(name, value);
  if (name == "auto_select_ipus") {
    for (const std::int64_t ipus : numbers) {
      if (ipus < 1 || ipus > kPodIpus) {
        throw ValueError(fmt::format(
            "IPUConfig.auto_select_ipus: a device has 1 to {} IPUs, not {}", kPodIpus, ipus));
      }
    }
    return;
  }
  std::set<std::int64_t> seen;
  for (const std::int64_t id : numbers) {
    if (id < 0 || ipus_of(id) == 0) {
      throw ValueError(fmt::format("IPUConfig.select_ipus: ids are 0 to {}, but one is {}",
                                   2 * kPodIpus - 2, id));
    }
    if (!seen.insert(id).second) {
      throw ValueError(fmt::format("IPUConfig.select_ipus names device {} twice", id));
    }
  }
}

void flatten(const std::string& prefix, const Json& tree, IpuConfig& config) {
  for (const auto& [key, value] : tree.items()) {
    const std::string name = prefix.empty() ? key : prefix + "." + key;
    const std::span<const IpuConfigOption> all = ipu_config_options();
    const bool inner = std::any_of(all.begin(), all.end(), [&](const IpuConfigOption& option) {
      return std::string_view(option.name).starts_with(name + ".");
    });
    if (!inner) {
      config.set(name, value);
    } else if (value.is_object()) {
      flatten(name, value, config);
    } else {
      throw TypeError(fmt::format("IPUConfig.{} must be an object of options, but it is {}", name,
                                  shown_json(value)));
    }
  }
}

}  // namespace

void IpuConfig::set(std::string_view name, const Json& value) {
  const IpuConfigOption& option = config_option_named(name);
  const Json default_value = parse_json(option.default_value);
  if (default_value.is_array()) {
    check_devices(name, value);
  } else if (!same_type(default_value, value)) {
    throw TypeError(fmt::format("IPUConfig.{} must be {}, but it is {}", name,
                                type_of(default_value), shown_json(value)));
  }
  if (option.refusal != nullptr && value != default_value) {
    throw Unimplemented(
        fmt::format("IPUConfig.{} can only be {}: {}", name, option.default_value, option.refusal));
  }
  if (option.words != nullptr && !allows(option.words, value.get<std::string>())) {
    throw ValueError(fmt::format("IPUConfig.{} must be one of {}, but it is {}", name, option.words,
                                 shown_json(value)));
  }
  if (value.is_number_integer() &&
      (value > std::numeric_limits<int>::max() || value < std::numeric_limits<int>::min())) {
    throw ValueError(
        fmt::format("IPUConfig.{} is {}, which is out of range", name, shown_json(value)));
  }
  if (!value.is_boolean()) {
    DeviceConfig device;
    apply(name, value, device);
    device.validate();  // whatever the machine says of it, now
  }
  values_.insert_or_assign(std::string(name), value);
}

Json IpuConfig::get(std::string_view name) const {
  const IpuConfigOption& option = config_option_named(name);
  const auto found = values_.find(name);
  return found == values_.end() ? parse_json(option.default_value) : found->second;
}

Json IpuConfig::to_json() const {
  Json tree = Json::object();
  for (const auto& [name, value] : values_) {
    Json* at = &tree;
    std::size_t begin = 0;
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', begin)) {
      at = &(*at)[name.substr(begin, dot - begin)];
      begin = dot + 1;
    }
    (*at)[name.substr(begin)] = value;
  }
  return tree;
}

IpuConfig IpuConfig::from_json(const Json& tree) {
  if (!tree.is_object()) {
    throw TypeError(fmt::format("an IPUConfig must be an object, but it is {}", shown_json(tree)));
  }
  IpuConfig config;
  flatten("", tree, config);
  return config;
}

std::vector<int> IpuConfig::ipus_of_devices() const {
  const std::vector<std::int64_t> chosen = numbers_of("auto_select_ipus", get("auto_select_ipus"));
  const std::vector<std::int64_t> ids = numbers_of("select_ipus", get("select_ipus"));
  if (!chosen.empty() && !ids.empty()) {
    throw ValueError("IPUConfig takes auto_select_ipus or select_ipus, not both");
  }
  std::vector<int> devices;
  for (const std::int64_t ipus : chosen) devices.push_back(static_cast<int>(ipus));
  for (const std::int64_t id : ids) devices.push_back(ipus_of(id));
  return devices;
}

int IpuConfig::num_devices() const { return to_int(ipus_of_devices().size()); }

DeviceConfig IpuConfig::device_config(int ordinal) const {
  const std::vector<int> devices = ipus_of_devices();
  if (devices.empty()) {
    throw FailedPrecondition(
        "the IPUConfig asks for no device; set auto_select_ipus to the number of IPUs, such as 1");
  }
  if (ordinal < 0 || ordinal >= to_int(devices.size())) {
    throw ValueError(fmt::format(
        "device {} does not exist: the IPUConfig asks for {}; the nearest valid value is {}",
        ordinal, devices.size(), ordinal < 0 ? 0 : devices.size() - 1));
  }
  DeviceConfig device;
  device.num_ipus = item(devices, ordinal);
  device.ordinal = ordinal;
  for (const auto& [name, value] : values_) apply(name, value, device);
  device.validate();  // of options that depend on each other
  return device;
}

}  // namespace pipette
