// The published figures follow from the table (docs/hardware.md, "The machines").
#include "device/architecture.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace pipette {
namespace {

void expect_within(double value, double published, double share, const char* what) {
  EXPECT_NEAR(value / published, 1.0, share)
      << what << ": " << value << ", published " << published;
}

TEST(Architecture, PeaksAreThePublishedOnes) {
  expect_within(architecture("Mk1").peak_flops(DType::f16), 124.5e12, 0.001, "GC2 f16");
  expect_within(architecture("Mk1").peak_flops(DType::f32), 31.1e12, 0.002, "GC2 f32");
  expect_within(architecture("Mk2").peak_flops(DType::f16), 249.7e12, 0.005, "GC200 f16");
  expect_within(architecture("Mk2").peak_flops(DType::f32), 62.4e12, 0.005, "GC200 f32");
  expect_within(architecture("Bow").peak_flops(DType::f16), 350e12, 0.005, "Bow f16");
  expect_within(architecture("Bow").peak_flops(DType::f32), 87e12, 0.005, "Bow f32");
}

TEST(Architecture, MemoryAndBandwidthAreThePublishedOnes) {
  EXPECT_EQ(architecture("Mk1").total_memory_bytes(), 304ll * 1024 * 1024);
  EXPECT_EQ(architecture("Mk2").total_memory_bytes(), 1472ll * 624 * 1024);
  expect_within(4 * static_cast<double>(architecture("Mk2").total_memory_bytes()), 3.6e9, 0.05,
                "M2000 SRAM");
  expect_within(architecture("Mk1").sram_read_bytes_per_second(), 30.7e12, 0.02, "GC2 read");
  expect_within(architecture("Mk1").sram_write_bytes_per_second(), 15.5e12, 0.01, "GC2 write");
  expect_within(architecture("Mk2").sram_bytes_per_second(), 47.5e12, 0.015, "GC200 SRAM");
  expect_within(architecture("Bow").sram_bytes_per_second(), 65.4e12, 0.001, "Bow SRAM");
  expect_within(architecture("Mk1").exchange_bytes_per_second(), 8e12, 0.03, "GC2 exchange");
  expect_within(architecture("Mk2").exchange_bytes_per_second(), 8e12, 0.03, "GC200 exchange");
  // C600: four links, 1 Tbit/s both ways, before the efficiency PopLibs assumes.
  const Architecture& mk2 = architecture("Mk2");
  expect_within(4 * 2 * 8 * mk2.link_bytes_per_second, 1.1e12, 0.01, "four links");
}

TEST(Architecture, FoundByNameInAnyCase) {
  EXPECT_EQ(architecture("MK2").name, "Mk2");
  EXPECT_EQ(architecture("bow").name, "Bow");
  try {
    architecture("Mk3");
    FAIL() << "Mk3 was found";
  } catch (const NotFound& e) {
    for (const char* part : {"Mk3", "Mk1", "Mk2", "Bow"}) {
      EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
    }
  }
  EXPECT_THROW(architecture(""), NotFound);
  EXPECT_THROW(architecture("Mk"), NotFound);
}

TEST(Architecture, MatrixUnitTakesFloatsOnly) {
  EXPECT_THROW(architecture("Mk2").peak_flops(DType::i32), TypeError);
}

}  // namespace
}  // namespace pipette
