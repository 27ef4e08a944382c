#include "bindings/device_options.h"

#include "core/camel_case.h"
#include "device/ipu_config.h"
#include "experiment/json_values.h"

namespace pipette::bindings {

namespace {

// Names of IPUConfig as C++ and Python write them, whose values may be objects of Poplar options.
Json snake_keys(const Json& tree) {
  if (!tree.is_object()) return tree;
  Json snake = Json::object();
  for (const auto& [key, value] : tree.items()) snake[snake_case(key)] = snake_keys(value);
  return snake;
}

}  // namespace

DeviceConfig read_device(Options& options) {
  DeviceConfig device;
  Json config;
  int ordinal = 0;
  options.read("config", config).read("deviceOrdinal", ordinal);
  if (config.is_null()) {
    device.ordinal = ordinal;
  } else {
    device = IpuConfig::from_json(snake_keys(config)).device_config(ordinal);
  }
  options.read("numIpus", device.num_ipus).read("architecture", device.architecture);
  options.read("layoutChanges", device.layout_changes).read("remoteBuffers", device.remote_buffers);
  options.read("tilesPerIpu", device.tiles_per_ipu);
  options.read("ioTiles", device.io_tiles).read("placeOpsOnIoTiles", device.place_ops_on_io_tiles);
  options.read("ioTileMemoryProportion", device.io_tile_memory_proportion);
  options.read("selectionOrder", device.selection_order);
  options.read("minimumRemoteTensorSize", device.minimum_remote_tensor_size);
  Json engine_options = Json::object();
  options.read("engineOptions", engine_options);
  read_field("engineOptions", engine_options, device.engine_options);
  Options host = options.inner("host");
  HostOptions& h = device.host;
  host.read("setUpUs", h.set_up_us).read("callUs", h.call_us).read("elementUs", h.element_us);
  host.read("handshakeBeginUs", h.handshake_begin_us).read("handshakeEndUs", h.handshake_end_us);
  host.read("dataPhaseCycles", h.data_phase_cycles);
  host.read("hostBytesPerSecond", h.host_bytes_per_second);
  host.read("stagingBytesPerSecond", h.staging_bytes_per_second);
  host.read("compileSeconds", h.compile_seconds);
  host.read("speed", h.speed);
  host.read("elementDeviation", h.element_deviation).read("seed", h.seed);
  host.read("prefetchDataStreams", h.prefetch_data_streams).done();
  device.validate();
  return device;
}

}  // namespace pipette::bindings
