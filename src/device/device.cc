#include "device/device.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/archive.h"
#include "core/error.h"

namespace pipette {
namespace {

const DeviceConfig& validated(const DeviceConfig& config) {
  config.validate();
  return config;
}

// Where a clock stands next. Throws OutOfRange at the end of modelled time.
std::int64_t checked(std::int64_t time) {
  if (time < kLastCycle) return time;
  throw OutOfRange(
      "the modelled clock has come to its end, 2^61 cycles; "
      "make the modelled host faster (its bytes per second and its times) or the training shorter");
}

}  // namespace

Architecture DeviceConfig::arch() const {
  Architecture arch = pipette::architecture(architecture);
  if (tiles_per_ipu > 0) arch.tiles = tiles_per_ipu;
  arch.tiles -= io_tiles;
  arch.io_tiles = io_tiles;
  return arch;
}

std::int64_t DeviceConfig::io_tile_bytes() const {
  const std::int64_t memory = io_tiles * arch().tile_memory_bytes;
  return static_cast<std::int64_t>(static_cast<double>(memory) * io_tile_memory_proportion);
}

void DeviceConfig::validate() const {
  const int tiles = pipette::architecture(architecture).tiles;
  if (tiles_per_ipu < 0 || tiles_per_ipu > tiles) {
    throw InvalidArgument(
        fmt::format("tiles_per_ipu must be 0 to {}, but it is {}; the nearest valid value is {}",
                    tiles, tiles_per_ipu, tiles_per_ipu < 0 ? 0 : tiles));
  }
  const int most_io_tiles = (tiles_per_ipu > 0 ? tiles_per_ipu : tiles) - 1;
  if (io_tiles < 0 || io_tiles > most_io_tiles) {
    throw InvalidArgument(
        fmt::format("io_tiles (num_io_tiles) must be 0 to {}, so that a tile is left to compute, "
                    "but it is {}; the nearest valid value is {}",
                    most_io_tiles, io_tiles, io_tiles < 0 ? 0 : most_io_tiles));
  }
  if (place_ops_on_io_tiles && io_tiles == 0) {
    throw ValueError("Cannot place ops on I/O tiles when num_io_tiles is 0; set it to 32, say");
  }
  if (!(io_tile_memory_proportion > 0 && io_tile_memory_proportion <= 1)) {
    throw InvalidArgument(
        fmt::format("io_tile_memory_proportion (available_memory_proportion) must be above 0 and "
                    "at most 1, but it is {}; the usual value is 0.9",
                    io_tile_memory_proportion));
  }
  if (ordinal < 0) {
    throw InvalidArgument(fmt::format(
        "ordinal must be at least 0, but it is {}; the nearest valid value is 0", ordinal));
  }
  if (num_ipus < 1 || num_ipus > kMaxIpus) {
    throw InvalidArgument(
        fmt::format("num_ipus must be 1 to {}, but it is {}; the nearest valid value is {}",
                    kMaxIpus, num_ipus, num_ipus < 1 ? 1 : kMaxIpus));
  }
  if (minimum_remote_tensor_size < 0) {
    throw InvalidArgument(
        fmt::format("minimum_remote_tensor_size must be at least 0 bytes, but it is {}; "
                    "the nearest valid value is 0",
                    minimum_remote_tensor_size));
  }
  host.validate();
}

Device::Device(DeviceConfig config)
    : config_(validated(config)),
      cost_model_(config_.arch(),
                  CostOptions{config_.layout_changes, config_.host, config_.ladder()}),
      host_(config_.host, cost_model_.arch()),
      clocks_(static_cast<std::size_t>(config_.num_ipus), 0),
      io_clocks_(clocks_) {}

std::size_t Device::index(int ipu) const {
  if (ipu < 0 || ipu >= config_.num_ipus) {
    throw InvalidArgument(
        fmt::format("IPU {} does not exist: the device has {}; the nearest valid value is {}", ipu,
                    config_.num_ipus, ipu < 0 ? 0 : config_.num_ipus - 1));
  }
  return static_cast<std::size_t>(ipu);
}

std::int64_t Device::cycles(int ipu, Tiles tiles) const {
  return (tiles == Tiles::io ? io_clocks_ : clocks_)[index(ipu)];
}

std::int64_t Device::now() const {
  const std::int64_t latest = *std::max_element(clocks_.begin(), clocks_.end());
  if (!config_.place_ops_on_io_tiles) return latest;
  return std::max(latest, *std::max_element(io_clocks_.begin(), io_clocks_.end()));
}

void Device::spend(int ipu, std::int64_t cycles, Tiles tiles) {
  if (cycles < 0) {
    throw InvalidArgument(fmt::format(
        "cycles must be at least 0, but they are {}; the nearest valid value is 0", cycles));
  }
  std::int64_t& clock = (tiles == Tiles::io ? io_clocks_ : clocks_)[index(ipu)];
  clock = checked(after(clock, cycles));
}

std::int64_t Device::wait_until(int ipu, std::int64_t time, Tiles tiles) {
  std::int64_t& clock = (tiles == Tiles::io ? io_clocks_ : clocks_)[index(ipu)];
  const std::int64_t idle = std::max<std::int64_t>(0, time - clock);
  clock = checked(after(clock, idle));
  return idle;
}

std::int64_t Device::join(int first_ipu, int num_ipus) {
  const std::size_t first = index(first_ipu);
  const std::size_t last = num_ipus < 1 ? first : index(first_ipu + num_ipus - 1);
  std::int64_t latest = 0;
  for (std::size_t i = first; i <= last; ++i) {
    latest = std::max({latest, clocks_[i], io_clocks_[i]});
  }
  for (std::size_t i = first; i <= last; ++i) clocks_[i] = latest;
  return latest;
}

CallStart Device::begin_call(const CallInputs& inputs) {
  const CallStart call = host_.begin_call(now(), inputs);
  std::fill(clocks_.begin(), clocks_.end(), checked(call.device_start));
  return call;
}

void Device::reset() {
  host_ = HostTimeline(config_.host, cost_model_.arch());
  std::fill(clocks_.begin(), clocks_.end(), 0);
  std::fill(io_clocks_.begin(), io_clocks_.end(), 0);
}

void Device::archive(Archive& a) {
  a("host", host_).fixed("clocks", clocks_).fixed("io_clocks", io_clocks_);
}

}  // namespace pipette
