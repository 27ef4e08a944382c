// The tutorials' IPUConfig: which devices a program wants and how they are set up, by the names
// that TensorFlow for IPU has for it.
//
//   IpuConfig config;
//   config.set("auto_select_ipus", 8);                     // one device of eight IPUs
//   config.set("ipu_model.version", "ipu21");
//   Machine machine(config.device_config(), seed);         // device 0
//
//   IpuConfig same = IpuConfig::from_json(config.to_json());
//
// Every option of the published table is known. One that has an effect here says which
// (`effect`); all others take their default only and say why (`refusal`), so nothing is silently
// ignored. Throws NotFound for an unknown name and suggests the nearest, TypeError for another
// type, ValueError for a value that no machine takes, Unimplemented for one that this machine does
// not.
//
// A device has a number of IPUs. `auto_select_ipus` lists how many each of a program's devices has.
// `select_ipus` lists devices of an emulated Pod of 64 by id, as the hardware's inventory counts
// them: 0 to 63 are single IPUs, 64 to 95 pairs, 96 to 111 fours, and so on to 126, all 64 of them.
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

// A row of the published table. Its texts are either an effect or a refusal.
struct IpuConfigOption {
  const char* name;           // "io_tiles.num_io_tiles"
  const char* default_value;  // as JSON; all values are of its type, but for the lists of devices
  const char* effect;         // what another value changes here
  const char* refusal = nullptr;  // why none is taken
  const char* words = nullptr;    // that a text may be, with spaces between them
};
std::span<const IpuConfigOption> ipu_config_options();

class IpuConfig {
 public:
  void set(std::string_view name, const Json& value);
  Json get(std::string_view name) const;  // as it was set, or the default

  // The options that were set, as a tree: {"ipu_model": {"version": "ipu21"}}.
  Json to_json() const;
  static IpuConfig from_json(const Json& tree);

  int num_devices() const;
  // Device `ordinal` of the program. Throws FailedPrecondition when no devices were asked for,
  // ValueError when there are fewer, and what DeviceConfig::validate() throws for options that do
  // not fit together.
  DeviceConfig device_config(int ordinal = 0) const;

 private:
  std::vector<int> ipus_of_devices() const;

  std::map<std::string, Json, std::less<>> values_;
};

}  // namespace pipette
