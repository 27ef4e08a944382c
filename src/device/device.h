// The emulated machine: configuration, cost model, one clock per IPU, and the host.
//
//   Device device({.architecture = "Mk2", .num_ipus = 2});
//   CallStart call = device.begin_call();             // every IPU waits for the host
//   device.spend(0, device.cost_model().matmul(32, 784, 128, DType::f32));
//   device.join(0, 2);                                // barrier: both clocks show the later time
//   device.seconds();                                 // modelled, without compile time
//
// Each IPU has its own clock, and its I/O tiles have another; only synchronisation joins them.
// Times are int64 device cycles. A Device is plain state: a copy is a snapshot, and assigning it
// restores. One engine, one thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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
  int tiles_per_ipu = 0;  // fewer than the architecture has; 0: all of them
  // Of those, tiles that are set aside for data on its way between host and IPU: they compute
  // nothing. With place_ops_on_io_tiles pipelines of the schedule Grouped move the elements of
  // their infeeds and outfeeds there while the other tiles compute. The memory of these tiles
  // holds data up to a proportion; the rest is taken to be code.
  int io_tiles = 0;
  bool place_ops_on_io_tiles = false;
  double io_tile_memory_proportion = 0.9;
  bool allow_recompute = false;  // of every pipeline, as if its option said so
  int ordinal = 0;               // which of the program's devices this is; queues name theirs
  // The machine has streaming memory for remote buffers. Upstream asks for it with
  // device_connection.enable_remote_buffers, off by default, but has it on hardware that is
  // attached when a program is compiled; an emulated machine always is, so here it is on.
  bool remote_buffers = true;
  // Variables of fewer bytes stay on the device (optimizations.minimum_remote_tensor_size).
  std::int64_t minimum_remote_tensor_size = 128;
  // Poplar's. With debug.allowOutOfMemory programs that do not fit are compiled, so that their
  // memory report can be read, but not run.
  EngineOptions engine_options = {};
  HostOptions host = {};

  // The architecture with the tiles that compute, and those set aside.
  Architecture arch() const;
  std::int64_t io_tile_bytes() const;  // of data that the I/O tiles of an IPU hold
  Ladder ladder() const { return {selection_order, num_ipus}; }

  // Throws NotFound for the architecture, ValueError for operations on I/O tiles where there are
  // none, else InvalidArgument with the nearest valid value.
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
  // negative: InvalidArgument
  void spend(int ipu, std::int64_t cycles, Tiles tiles = Tiles::compute);
  void spend(int ipu, const Cost& cost) { spend(ipu, cost.total_cycles()); }
  // Cycles idled; 0 when that time has passed.
  std::int64_t wait_until(int ipu, std::int64_t time, Tiles tiles = Tiles::compute);
  // To the latest, that of the I/O tiles included; returns that time.
  std::int64_t join(int first_ipu, int num_ipus);

  // Asks the host for a run when all IPUs are done; every clock then shows device_start.
  CallStart begin_call(const CallInputs& inputs = {});

  void reset();  // clocks to 0, infeeds and host as new

 private:
  std::size_t index(int ipu) const;

  DeviceConfig config_;
  CostModel cost_model_;
  HostTimeline host_;
  std::vector<std::int64_t> clocks_, io_clocks_;
};

}  // namespace pipette
