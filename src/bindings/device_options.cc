#include "bindings/device_options.h"

namespace pipette::bindings {

DeviceConfig read_device(Options& options) {
  DeviceConfig device;
  options.read("numIpus", device.num_ipus).read("architecture", device.architecture);
  options.read("layoutChanges", device.layout_changes).read("remoteBuffers", device.remote_buffers);
  Options host = options.inner("host");
  HostOptions& h = device.host;
  host.read("callUs", h.call_us).read("elementUs", h.element_us);
  host.read("handshakeBeginUs", h.handshake_begin_us).read("handshakeEndUs", h.handshake_end_us);
  host.read("dataPhaseCycles", h.data_phase_cycles);
  host.read("hostBytesPerSecond", h.host_bytes_per_second);
  host.read("stagingBytesPerSecond", h.staging_bytes_per_second);
  host.read("compileSeconds", h.compile_seconds);
  host.read("elementDeviation", h.element_deviation).read("seed", h.seed).done();
  device.validate();
  return device;
}

}  // namespace pipette::bindings
