// The emulated machines: one row of published constants for each, and functions derived from them.
//
//   const Architecture& bow = architecture("bow");     // "Mk1", "Mk2", "Bow", any case
//   bow.peak_flops(DType::f16) / 1e12                   // 348.6
//   bow.total_memory_bytes()                            // 940,572,672
//   Architecture fast = bow;  fast.clock_hz = 2.0e9;    // plain value: change it for a what-if
//
// Peaks, bandwidths and totals are computed from the table: nothing is stored twice.
//
// Sources, by the marks used below (docs/hardware.md lists them by name):
//   [S] published specification: iPUG sec. 2.1, M2000 and Bow-2000 datasheets, Louw, Hanlon 2019
//   [P] PopLibs source at 7eac0f2, file named
//   [M] read off a published measurement, named
//   [D] derived by arithmetic from the above
//
// Threads: the rows are constants; an Architecture is a plain value.
//
// Inaccuracies: exchange_fixed_cycles, sync_cycles and global_exchange_seconds were measured on Mk1
// by one program (University of Bristol stencil) and are used unchanged for the later machines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/dtype.h"

namespace pipette {

// A group of tiles of an IPU: those that compute, or those reserved for host transfers.
enum class Tiles : std::uint8_t { compute, io };

struct Architecture {
  std::string name;

  // -- one tile ---------------------------------------------------------------------------------
  int tiles = 0;                       // usable tiles of one IPU [S]
  int io_tiles = 0;                    // reserved for host transfers, not counted in `tiles`
  std::int64_t tile_memory_bytes = 0;  // SRAM of one tile [S]
  double clock_hz = 0;                 // [S]; Mk2: [M] tut6, 6,681,766 cycles = 5,023.9 us
  int worker_contexts = 6;             // time-sliced hardware threads per tile [S]
  int amp_macs_f16 = 0;                // multiply-adds per cycle and tile of the matrix unit [D]
  int amp_macs_f32 = 0;                //   from the AMP core loops of [P] PerformanceEstimation.hpp
  int conv_units = 0;                  // [P] ConvPartial1x1Out.cpp:264
  int vector_bytes = 8;                // vector unit: 2 f32 or 4 f16 lanes [P] dataPathWidth
  int load_bytes_per_cycle = 16;       // [S] two 64-bit loads a cycle
  int store_bytes_per_cycle = 8;       // [S]

  // -- between tiles ----------------------------------------------------------------------------
  int exchange_bytes_per_cycle = 4;  // received per tile [D] tut6: 572 bytes in 143 cycles
  int exchange_shared_factor = 2;  // both tiles of a pair take the same data [P] ExchangeEstimator
  std::int64_t exchange_fixed_cycles = 101;  // latency of one exchange [M] Bristol stencil
  std::int64_t sync_cycles = 90;             // internal sync with skew [M] same, 64..117
  std::int64_t layout_fixed_cycles = 587;    // rearrangement on a tile [P] ConvModel.cpp:1571
  double layout_cycles_per_byte_2 = 5.1484;  //   in atoms of 2 bytes
  double layout_cycles_per_byte_4 = 3.125;   //   of 4 bytes
  double layout_cycles_per_byte_8 = 0.4404;  //   of 8 bytes

  // -- between IPUs and to memory outside ---------------------------------------------------------
  double link_bytes_per_second = 128.0 * 1024 * 1024 * 1024 / 8;  // one direction [P] Util.cpp:404
  double link_efficiency = 0.85;                                  // [P] same
  int links_in_pair = 4;                     // between the two IPUs of a pair [P] Util.cpp:360
  int links_per_hop = 2;                     // between neighbours of the ladder [P] same
  double sync_hop_seconds = 15e-9;           // external sync, one hop, one way [P] Util.cpp:432
  double global_exchange_seconds = 1.28e-6;  // fixed cost per exchange [M] Bristol stencil, 16 IPUs
  double remote_bytes_per_second_per_ipu = 20e9;        // recalled, not calibrated
  double remote_bytes_per_second_per_machine = 38.4e9;  // 2 x DDR4-2400 [S] M2000 datasheet
  int ipus_per_machine = 4;                             // [S]

  // Multiply and add count as two operations. f16 or f32; throws TypeError otherwise.
  double peak_flops(DType dtype) const;
  int amp_macs(DType dtype) const;
  std::int64_t total_memory_bytes() const;    // SRAM of one IPU
  double sram_read_bytes_per_second() const;  // all tiles loading
  double sram_write_bytes_per_second() const;
  double sram_bytes_per_second() const;      // read and write together: the datasheet figure
  double exchange_bytes_per_second() const;  // all tiles receiving
  // Payload bandwidth between neighbours: a pair (2 IPUs) has more links than a hop of the ladder.
  double global_bytes_per_second(int num_ipus) const;
};

// Returns the row with that name, in upper or lower case. Throws NotFound, which lists the names.
const Architecture& architecture(std::string_view name);
const std::vector<Architecture>& architectures();

}  // namespace pipette
