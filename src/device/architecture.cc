#include "device/architecture.h"

#include <fmt/format.h>

#include <cctype>
#include <string_view>

#include "core/error.h"

namespace pipette {
namespace {

Architecture mk1() {
  Architecture a;
  a.name = "Mk1";
  a.tiles = 1216;
  a.tile_memory_bytes = 256 * 1024;
  a.clock_hz = 1.6e9;
  a.amp_macs_f16 = 32;
  a.amp_macs_f32 = 8;
  a.conv_units = 8;
  return a;
}

Architecture mk2() {
  Architecture a;
  a.name = "Mk2";
  a.tiles = 1472;
  a.tile_memory_bytes = 624 * 1024;
  a.clock_hz = 1.33e9;
  a.amp_macs_f16 = 64;
  a.amp_macs_f32 = 16;
  a.conv_units = 16;
  return a;
}

Architecture bow() {
  Architecture a = mk2();  // the same logic on a faster process
  a.name = "Bow";
  a.clock_hz = 1.85e9;
  return a;
}

bool same_word(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(a[i])) !=
        std::tolower(static_cast<unsigned char>(b[i]))) {
      return false;
    }
  }
  return true;
}

}  // namespace

int Architecture::amp_macs(DType dtype) const {
  if (dtype == DType::f16) return amp_macs_f16;
  if (dtype == DType::f32) return amp_macs_f32;
  throw TypeError(
      fmt::format("the matrix unit multiplies float16 and float32, not {}", dtype_name(dtype)));
}

double Architecture::peak_flops(DType dtype) const {
  return 2.0 * amp_macs(dtype) * tiles * clock_hz;
}

std::int64_t Architecture::total_memory_bytes() const { return tiles * tile_memory_bytes; }

double Architecture::sram_read_bytes_per_second() const {
  return clock_hz * tiles * load_bytes_per_cycle;
}

double Architecture::sram_write_bytes_per_second() const {
  return clock_hz * tiles * store_bytes_per_cycle;
}

double Architecture::sram_bytes_per_second() const {
  return sram_read_bytes_per_second() + sram_write_bytes_per_second();
}

double Architecture::exchange_bytes_per_second() const {
  return clock_hz * tiles * exchange_bytes_per_cycle;
}

double Architecture::global_bytes_per_second(int num_ipus) const {
  const int links = num_ipus <= 2 ? links_in_pair : links_per_hop;
  return links * link_bytes_per_second * link_efficiency;
}

const std::vector<Architecture>& architectures() {
  static const std::vector<Architecture> all = {mk1(), mk2(), bow()};
  return all;
}

const Architecture& architecture(std::string_view name) {
  std::string names;
  for (const Architecture& a : architectures()) {
    if (same_word(a.name, name)) return a;
    names += (names.empty() ? "" : ", ") + a.name;
  }
  throw NotFound(fmt::format("architecture \"{}\" is not one of {}", name, names));
}

}  // namespace pipette
