// Machine options from JavaScript, for a model or a strategy.
//
//   Options options("strategy()", R"({"numIpus":2,"host":{"callUs":5}})");
//   DeviceConfig device = read_device(options);
//   options.done();
//
// The options are the fields of DeviceConfig in camelCase; host holds those of
// device/host_options.h. Throws what DeviceConfig::validate() throws.
#pragma once

#include "bindings/options.h"
#include "device/device.h"

namespace pipette::bindings {

DeviceConfig read_device(Options& options);

}  // namespace pipette::bindings
