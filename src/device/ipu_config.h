// The tutorials' IPUConfig: which devices a program requests and how they are set up, with the
// option names of TensorFlow for IPU.
//
//   IpuConfig config;
//   config.set("auto_select_ipus", 8);                     // one device of eight IPUs
//   config.set("ipu_model.version", "ipu21");
//   Machine machine(config.device_config(), seed);         // device 0
//
//   IpuConfig same = IpuConfig::from_json(config.to_json());
//
// Every option of the published table is known. An option that matters here describes its effect
// (`effect`); all others accept only their default and say why (`refusal`), so nothing is silently
// ignored. Throws NotFound for an unknown name and suggests the nearest, TypeError for a value of
// the wrong type, ValueError for a value that no machine accepts, Unimplemented for one that this
// machine does not accept.
//
// A device has a number of IPUs. `auto_select_ipus` lists that number for each device of a program.
// `select_ipus` lists devices of an emulated Pod of 64 by id, numbered as in the hardware's
// inventory: 0 to 63 are single IPUs, 64 to 95 pairs, 96 to 111 fours, and so on to 126, all 64 of
// them.
//
// A plain value.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "device/device.h"

namespace pipette {

// A row of the published table. It has either an effect or a refusal.
struct IpuConfigOption {
  const char* name;           // "io_tiles.num_io_tiles"
  const char* default_value;  // as JSON; sets the type of all values, except for lists of devices
  const char* effect;         // what a value other than the default changes here
  const char* refusal = nullptr;  // why no other value is accepted
  const char* words = nullptr;    // possible values of a text, separated by spaces
};
std::span<const IpuConfigOption> ipu_config_options();

class IpuConfig {
 public:
  void set(std::string_view name, const Json& value);
  Json get(std::string_view name) const;  // as set, or the default

  // The options that were set, as a tree: {"ipu_model": {"version": "ipu21"}}.
  Json to_json() const;
  static IpuConfig from_json(const Json& tree);

  int num_devices() const;
  // Returns the configuration of the program's device `ordinal`. Throws FailedPrecondition if no
  // devices were requested, ValueError if there are fewer, and what DeviceConfig::validate() throws
  // for options that do not fit together.
  DeviceConfig device_config(int ordinal = 0) const;

 private:
  std::vector<int> ipus_of_devices() const;

  std::map<std::string, Json, std::less<>> values_;
};

}  // namespace pipette
