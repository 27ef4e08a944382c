// The emulated machine: configuration, cost model, one clock per IPU, and the host.
//
//   Device device({.architecture = "Mk2", .num_ipus = 2});
//   CallStart call = device.begin_call();             // every IPU waits for the host
//   device.spend(0, device.cost_model().matmul(32, 784, 128, DType::f32));
//   device.join(0, 2);                                // barrier: both clocks show the later time
//   device.seconds();                                 // modelled, without compile time
//
// Each IPU has its own clock, and its I/O tiles have another; only synchronisation joins them.
// Times are int64 device cycles. A Device is a plain value: a copy is a snapshot, and assigning it
// back restores that state. One engine, one thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/archive_fwd.h"
#include "device/architecture.h"
#include "device/clock.h"
#include "device/cost_model.h"
#include "device/engine_options.h"
#include "device/host_model.h"
#include "device/links.h"

namespace pipette {

struct DeviceConfig {
  static constexpr int kMaxIpus = 64;  // a Pod64

  std::string architecture = "Mk2";
  int num_ipus = 1;
  bool layout_changes = true;
  SelectionOrder selection_order = SelectionOrder::automatic;  // links.h
  int tiles_per_ipu = 0;  // fewer than the architecture's; 0: all tiles
  // How many of these tiles are reserved for data in transit between host and IPU; they do not
  // compute. With place_ops_on_io_tiles, pipelines with the Grouped schedule move the elements of
  // their infeeds and outfeeds there while the other tiles compute. Data may use the given
  // proportion of the memory of these tiles; the rest is assumed to be code.
  int io_tiles = 0;
  bool place_ops_on_io_tiles = false;
  double io_tile_memory_proportion = 0.9;
  bool allow_recompute = false;  // in every pipeline, like the pipeline's own option
  int ordinal = 0;               // number of this device in its program; queues refer to it
  // The machine has streaming memory for remote buffers. Upstream has the option
  // device_connection.enable_remote_buffers, off by default, but turns it on if hardware is
  // attached when a program is compiled. An emulated machine is always attached, so here it is on.
  bool remote_buffers = true;
  // Smaller variables stay on the device (bytes; optimizations.minimum_remote_tensor_size).
  std::int64_t minimum_remote_tensor_size = 128;
  // Poplar's engine options. With debug.allowOutOfMemory, programs that do not fit are compiled, so
  // that their memory report can be read, but cannot be run.
  EngineOptions engine_options = {};
  HostOptions host = {};

  // The architecture with its tiles split into compute tiles and I/O tiles.
  Architecture arch() const;
  std::int64_t io_tile_bytes() const;  // data capacity of the I/O tiles of an IPU
  Ladder ladder() const { return {selection_order, num_ipus}; }

  // Throws NotFound for an unknown architecture, ValueError for operations on I/O tiles if there
  // are none, otherwise InvalidArgument with the nearest valid value.
  void validate() const;
};

class Device {
 public:
  explicit Device(DeviceConfig config = {});

  const DeviceConfig& config() const { return config_; }
  const Architecture& arch() const { return cost_model_.arch(); }
  const CostModel& cost_model() const { return cost_model_; }
  int num_ipus() const { return config_.num_ipus; }
  HostTimeline& host() { return host_; }
  const HostTimeline& host() const { return host_; }

  // Clocks. An IPU index out of range throws InvalidArgument; a clock that would reach kLastCycle
  // throws OutOfRange and stays where it is.
  std::int64_t cycles(int ipu, Tiles tiles = Tiles::compute) const;
  std::int64_t now() const;  // the latest of all clocks
  double seconds() const { return cycles_to_seconds(now(), arch()); }
  // A negative number throws InvalidArgument.
  void spend(int ipu, std::int64_t cycles, Tiles tiles = Tiles::compute);
  void spend(int ipu, const Cost& cost) { spend(ipu, cost.total_cycles()); }
  // Returns the cycles idled; 0 if `time` has passed already.
  std::int64_t wait_until(int ipu, std::int64_t time, Tiles tiles = Tiles::compute);
  // Sets the compute clocks of these IPUs to the latest of all their clocks, those of the I/O tiles
  // included; returns that time.
  std::int64_t join(int first_ipu, int num_ipus);

  // Asks the host for an engine run once all IPUs are done; every compute clock then shows
  // device_start.
  CallStart begin_call(const CallInputs& inputs = {});

  void reset();  // clocks at 0, no infeeds, a new host
  void archive(Archive& a);

 private:
  std::size_t index(int ipu) const;

  DeviceConfig config_;
  CostModel cost_model_;
  HostTimeline host_;
  std::vector<std::int64_t> clocks_, io_clocks_;
};

}  // namespace pipette
