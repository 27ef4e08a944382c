#include "device/ipu_config.h"

#include <gmock/gmock.h>

#include "message_of.h"

namespace pipette {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::message_of;

template <class E, class F>
void expect_error(const std::string& part, F&& f) {
  EXPECT_THAT(message_of<E>(f), HasSubstr(part));
}

TEST(IpuConfig, DevicesHaveNumbersOfIpus) {
  IpuConfig config;
  EXPECT_EQ(config.num_devices(), 0);
  config.set("auto_select_ipus", 8);
  EXPECT_EQ(config.num_devices(), 1);
  EXPECT_EQ(config.device_config().num_ipus, 8);
  config.set("auto_select_ipus", {1, 4});
  EXPECT_EQ(config.num_devices(), 2);
  EXPECT_EQ(config.device_config(1).num_ipus, 4);
  EXPECT_EQ(config.device_config(1).ordinal, 1);
}

TEST(IpuConfig, IdsAreThoseOfAPod) {
  IpuConfig config;
  config.set("select_ipus", {0, 63, 64, 95, 96, 111, 112, 120, 124, 126});
  std::vector<int> ipus;
  for (int i = 0; i < config.num_devices(); ++i) ipus.push_back(config.device_config(i).num_ipus);
  EXPECT_THAT(ipus, ElementsAre(1, 1, 2, 2, 4, 4, 8, 16, 32, 64));
}

// Every option of the published table, by what it does: another value changes the device, or is
// refused with a reason.
TEST(IpuConfig, NothingIsSilentlyIgnored) {
  const Json plain = [] {
    IpuConfig config;
    config.set("auto_select_ipus", 1);
    return config.to_json();
  }();
  for (const IpuConfigOption& option : ipu_config_options()) {
    const Json value = parse_json(option.default_value);
    if (value.is_array()) continue;  // the devices
    IpuConfig config = IpuConfig::from_json(plain);
    EXPECT_EQ(config.get(option.name), value);
    const bool needs_tiles = option.name == std::string_view("io_tiles.place_ops_on_io_tiles");
    if (needs_tiles) config.set("io_tiles.num_io_tiles", 32);
    const DeviceConfig before = config.device_config();
    config.set(option.name, value);
    EXPECT_NO_THROW(config.device_config()) << option.name;
    const Json other =
        value.is_boolean()        ? Json(!value.get<bool>())
        : value.is_number_float() ? Json(0.5)
        : value.is_number()       ? Json(value.get<int>() + 7)
        : value.is_object()       ? Json{{"debug.x", "y"}}
        : option.words == nullptr
            ? Json("other")
            : Json(std::string(option.words).substr(std::string(option.words).rfind(' ') + 1));
    if (option.refusal != nullptr) {
      EXPECT_EQ(option.effect, nullptr);
      expect_error<Unimplemented>(option.refusal, [&] { config.set(option.name, other); });
      continue;
    }
    EXPECT_NE(option.effect, nullptr) << option.name;
    config.set(option.name, other);
    const auto facts = [](const DeviceConfig& d) {
      return std::tuple(d.architecture, d.selection_order, d.tiles_per_ipu, d.allow_recompute,
                        d.remote_buffers, d.minimum_remote_tensor_size,
                        d.host.prefetch_data_streams, d.io_tiles, d.place_ops_on_io_tiles,
                        d.io_tile_memory_proportion);
    };
    EXPECT_NE(facts(config.device_config()), facts(before)) << option.name;
  }
  EXPECT_GT(ipu_config_options().size(), 45u);
}

TEST(IpuConfig, IsATree) {
  const Json tree = {{"auto_select_ipus", 2},
                     {"ipu_model", {{"version", "ipu21"}, {"tiles_per_ipu", 100}}},
                     {"device_connection", {{"enable_remote_buffers", false}}}};
  const IpuConfig config = IpuConfig::from_json(tree);
  EXPECT_EQ(config.to_json()["ipu_model"]["tiles_per_ipu"], 100);
  EXPECT_EQ(IpuConfig::from_json(config.to_json()).to_json(), config.to_json());
  const DeviceConfig device = config.device_config();
  EXPECT_EQ(device.architecture, "Bow");
  EXPECT_EQ(Device(device).arch().tiles, 100);
  EXPECT_FALSE(device.remote_buffers);
}

TEST(IpuConfig, TilesAreSetAsideForHostTransfers) {
  IpuConfig config = IpuConfig::from_json({{"auto_select_ipus", 1}});
  config.set("io_tiles.place_ops_on_io_tiles", true);
  expect_error<ValueError>("Cannot place ops on I/O tiles when num_io_tiles is 0",
                           [&] { config.device_config(); });
  config.set("io_tiles.num_io_tiles", 32);
  const DeviceConfig device = config.device_config();
  EXPECT_TRUE(device.place_ops_on_io_tiles);
  EXPECT_EQ(device.arch().tiles, 1472 - 32);
  EXPECT_EQ(device.arch().io_tiles, 32);
  EXPECT_EQ(device.io_tile_bytes(),
            static_cast<std::int64_t>(0.9 * 32 * static_cast<double>(624 * 1024)));
  expect_error<InvalidArgument>("the nearest valid value is 1471",
                                [&] { config.set("io_tiles.num_io_tiles", 1472); });
  expect_error<InvalidArgument>("the nearest valid value is 0",
                                [&] { config.set("io_tiles.num_io_tiles", -1); });
  expect_error<InvalidArgument>("above 0 and at most 1",
                                [&] { config.set("io_tiles.available_memory_proportion", 1.5); });
  config.set("ipu_model.tiles_per_ipu", 16);  // fewer than are set aside
  expect_error<InvalidArgument>("the nearest valid value is 15", [&] { config.device_config(); });
}

TEST(IpuConfig, ErrorsSayWhatToDo) {
  IpuConfig config;
  expect_error<FailedPrecondition>("set auto_select_ipus", [&] { config.device_config(); });
  expect_error<NotFound>("did you mean \"auto_select_ipus\"?",
                         [&] { config.set("auto_select_ipu", 1); });
  expect_error<NotFound>("did you mean \"io_tiles.num_io_tiles\"?",
                         [&] { config.set("io_tiles.num_tiles", 1); });
  expect_error<NotFound>("; it has allow_recompute, ", [&] { config.set("zzz", 1); });
  expect_error<TypeError>("must be a whole number or a list of them, but it is true",
                          [&] { config.set("auto_select_ipus", true); });
  expect_error<TypeError>("must be true or false", [&] { config.set("allow_recompute", 1); });
  expect_error<TypeError>("must be a whole number",
                          [&] { config.set("ipu_model.tiles_per_ipu", 1.5); });
  expect_error<ValueError>("has 1 to 64 IPUs, not 0", [&] { config.set("auto_select_ipus", 0); });
  expect_error<ValueError>("names device 3 twice", [&] { config.set("select_ipus", {3, 3}); });
  expect_error<ValueError>("ids are 0 to 126", [&] { config.set("select_ipus", {127}); });
  expect_error<ValueError>("must be one of", [&] { config.set("ipu_model.version", "ipu9"); });
  expect_error<InvalidArgument>("the nearest valid value is 1472",
                                [&] { config.set("ipu_model.tiles_per_ipu", 5000); });
  expect_error<ValueError>("out of range", [&] {
    config.set("optimizations.minimum_remote_tensor_size", std::int64_t{1} << 40);
  });
  expect_error<TypeError>("must be an object of options", [] {
    IpuConfig::from_json({{"io_tiles", 32}});
  });
  expect_error<TypeError>("must be an object", [] { IpuConfig::from_json(Json::array()); });
  config.set("auto_select_ipus", {1, 2});
  expect_error<ValueError>("the nearest valid value is 1", [&] { config.device_config(2); });
  config.set("select_ipus", {1});
  expect_error<ValueError>("not both", [&] { config.device_config(); });
}

}  // namespace
}  // namespace pipette
