// Vertex formulas against a second implementation in another language (docs/cost-model.md,
// "Predicted and published"), computed offline.
#include "device/amp_cycles.h"

#include <gtest/gtest.h>

namespace pipette {
namespace {

TEST(AmpCycles, AgreeWithTheSecondImplementation) {
  struct Row {
    std::int64_t rows, in_channels, out_channels;
    DType dtype;
    const char* machine;
    std::int64_t cycles;
  };
  const Row rows[] = {
      {96, 64, 16, DType::f32, "Mk2", 8871},    {96, 64, 16, DType::f16, "Mk2", 2557},
      {1, 8, 16, DType::f32, "Mk2", 505},       {6, 100, 40, DType::f16, "Mk2", 5441},
      {13, 784, 32, DType::f32, "Mk1", 128679}, {7, 3, 3, DType::f16, "Mk1", 620},
      {18, 16, 16, DType::f16, "Mk2", 385},     {12, 8, 16, DType::f32, "Mk1", 842},
  };
  for (const Row& r : rows) {
    EXPECT_EQ(amp_cycles(r.rows, r.in_channels, r.out_channels, r.dtype, architecture(r.machine)),
              r.cycles)
        << r.rows << " rows, " << r.in_channels << " -> " << r.out_channels << ", " << r.machine;
  }
}

TEST(AmpCycles, NearThePeakForLongRowsAndNeverAboveIt) {
  for (const Architecture& arch : architectures()) {
    for (DType dtype : {DType::f16, DType::f32}) {
      for (std::int64_t rows : {1, 5, 6, 7, 12, 60, 600, 60000}) {
        for (std::int64_t k : {16, 32, 160}) {
          const std::int64_t cycles = amp_cycles(rows, k, 32, dtype, arch);
          const double peak = static_cast<double>(rows * k * 32) / arch.amp_macs(dtype);
          EXPECT_GE(static_cast<double>(cycles), peak) << arch.name << " " << rows << " x " << k;
          // Zeroing partials costs f32 one extra pass over the rows of the first input group.
          if (rows == 60000 && k == 160) {
            EXPECT_LE(static_cast<double>(cycles), 1.06 * peak);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace pipette
