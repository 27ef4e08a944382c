#include "device/amp_cycles.h"

#include "device/integer.h"

namespace pipette {
namespace {

std::int64_t worker_cycles_f16(std::int64_t rows, bool zero_partials) {
  constexpr std::int64_t kStateRetention = 7;
  constexpr std::int64_t kShort[] = {20, 31, 40};  // no rows, one, two: no pipelined loop
  const std::int64_t cycles = rows < 3 ? kShort[rows] + (zero_partials ? 1 : 2)
                                       : (zero_partials ? 37 : 38) + 4 * (rows - 3);
  return cycles - kStateRetention;
}

std::int64_t worker_cycles_f32(std::int64_t rows, bool zero_partials, int conv_units) {
  constexpr std::int64_t kShort[] = {24, 47, 46};
  const std::int64_t cycles = rows < 3 ? kShort[rows] : 46 + 8 * (rows - 3);
  const std::int64_t zeroing_per_row = conv_units == 16 ? 8 : 4;
  return cycles + (zero_partials && rows > 0 ? 2 + zeroing_per_row * rows : 0);
}

}  // namespace

std::int64_t amp_cycles(std::int64_t rows, std::int64_t in_channels, std::int64_t out_channels,
                        DType dtype, const Architecture& arch) {
  const bool half = dtype == DType::f16;
  const std::int64_t workers = arch.worker_contexts;
  const std::int64_t units = arch.conv_units;
  const std::int64_t rows_of_worker = ceil_div(rows, workers);
  const std::int64_t in_groups = ceil_div(in_channels, amp_in_channels(dtype));
  const std::int64_t out_groups = ceil_div(out_channels, kAmpOutChannels);
  const std::int64_t passes = ceil_div(kAmpOutChannels, units);
  const std::int64_t load_weights = units * 32 / 8;

  const auto inner = [&](bool zero_partials) {
    return workers * (half ? worker_cycles_f16(rows_of_worker, zero_partials)
                           : worker_cycles_f32(rows_of_worker, zero_partials, arch.conv_units));
  };
  const std::int64_t start = 50 + (half ? workers * (7 + 3 * (in_groups - 1)) : 0) + 13;
  const std::int64_t first = 11 + out_groups * (18 + passes * (7 + load_weights + inner(true)));
  const std::int64_t others =
      (in_groups - 1) * (15 + out_groups * (19 + passes * (6 + load_weights + inner(false))));
  return start + first + others;
}

}  // namespace pipette
