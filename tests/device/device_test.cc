#include "device/device.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace pipette {
namespace {

TEST(Device, EachIpuHasItsOwnClock) {
  DeviceConfig config;
  config.num_ipus = 3;
  Device device(config);
  device.spend(0, 100);
  device.spend(1, 40);
  EXPECT_EQ(device.cycles(0), 100);
  EXPECT_EQ(device.cycles(1), 40);
  EXPECT_EQ(device.cycles(2), 0);
  EXPECT_EQ(device.now(), 100);
  EXPECT_EQ(device.wait_until(1, 70), 30);
  EXPECT_EQ(device.wait_until(1, 50), 0);
  EXPECT_EQ(device.join(1, 2), 70);
  EXPECT_EQ(device.cycles(2), 70);
  EXPECT_EQ(device.cycles(0), 100);
  const CallStart call = device.begin_call();
  EXPECT_EQ(call.asked_at, 100);
  for (int ipu = 0; ipu < 3; ++ipu) EXPECT_EQ(device.cycles(ipu), call.device_start);
}

TEST(Device, IoTilesHaveAClockOfTheirOwn) {
  DeviceConfig config;
  config.num_ipus = 2;
  config.io_tiles = 32;
  config.place_ops_on_io_tiles = true;
  Device device(config);
  device.spend(0, 100);
  device.spend(0, 70, Tiles::io);
  device.wait_until(1, 250, Tiles::io);
  EXPECT_EQ(device.cycles(0), 100);
  EXPECT_EQ(device.cycles(0, Tiles::io), 70);
  EXPECT_EQ(device.now(), 250);
  EXPECT_EQ(device.join(0, 2), 250);  // whatever came last
  EXPECT_EQ(device.cycles(0), 250);
  device.reset();
  EXPECT_EQ(device.now(), 0);
}

TEST(Device, ACopyIsASnapshot) {
  Device device;
  const int infeed = device.host().add_infeed(100'480, 3, 0);
  device.begin_call();
  const Device before = device;
  const std::int64_t first = device.host().consume(infeed, device.now()).ready_at;
  device.wait_until(0, first);
  Device again = before;
  EXPECT_LT(again.now(), device.now());
  EXPECT_EQ(again.host().consume(infeed, again.now()).ready_at, first);
  device.reset();
  EXPECT_EQ(device.now(), 0);
  EXPECT_EQ(device.host().num_infeeds(), 0);
}

TEST(Device, RejectsConfigurationsWithTheNearestThatWorks) {
  DeviceConfig config;
  config.num_ipus = 0;
  try {
    Device device(config);
    FAIL() << "no error";
  } catch (const InvalidArgument& e) {
    EXPECT_NE(std::string(e.what()).find("nearest valid value is 1"), std::string::npos);
  }
  config.num_ipus = 65;
  EXPECT_THROW(Device{config}, InvalidArgument);
  config.num_ipus = 1;
  config.architecture = "TPU";
  EXPECT_THROW(Device{config}, NotFound);
  config.architecture = "bow";
  EXPECT_EQ(Device(config).arch().name, "Bow");
  config.minimum_remote_tensor_size = -1;
  EXPECT_THROW(Device{config}, InvalidArgument);
  config.minimum_remote_tensor_size = 0;
  config.host.call_us = -1;
  EXPECT_THROW(Device{config}, InvalidArgument);
}

TEST(Device, RejectsClocksThatAreNot) {
  Device device;
  EXPECT_THROW(device.cycles(1), InvalidArgument);
  EXPECT_THROW(device.cycles(-1), InvalidArgument);
  EXPECT_THROW(device.spend(0, -1), InvalidArgument);
  EXPECT_THROW(device.join(0, 2), InvalidArgument);
}

TEST(Device, AClockThatComesToItsEndThrowsAndStays) {
  Device device;
  device.spend(0, kLastCycle - 10);
  EXPECT_THROW(device.spend(0, 10), OutOfRange);
  EXPECT_EQ(device.cycles(0), kLastCycle - 10);
  EXPECT_THROW(device.wait_until(0, kLastCycle), OutOfRange);
  EXPECT_THROW(device.begin_call(), OutOfRange);
  EXPECT_EQ(device.now(), kLastCycle - 10);
}

// A host of one byte a second is allowed; a clock that overflowed would run backwards.
TEST(Device, AHostThatTakesForEverNeverTurnsTimeBack) {
  DeviceConfig config;
  config.host.host_bytes_per_second = 1;
  config.host.staging_bytes_per_second = 1;
  Device device(config);
  const int infeed = device.host().add_infeed(31'400'000, 3, 0);
  std::int64_t before = 0;
  EXPECT_THROW(
      {
        for (int i = 0; i < 1000; ++i) {
          const Ready ready = device.host().consume(infeed, device.now());
          device.wait_until(0, ready.ready_at);
          device.spend(0, ready.data_cycles);
          ASSERT_GT(device.now(), before);
          before = device.now();
        }
      },
      OutOfRange);
}

}  // namespace
}  // namespace pipette
