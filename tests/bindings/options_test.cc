#include "bindings/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "feeds/outfeed_queue.h"

namespace pipette::bindings {
namespace {

template <class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Options, AreReadWhereGiven) {
  Options options("f()", R"({"units": 1e2, "rate": 0.5, "names": ["a", "b"], "mode": "last"})");
  std::int64_t units = 0, depth = 7;
  float rate = 0;
  std::vector<std::string> names;
  std::optional<bool> not_given;
  OutfeedMode mode = OutfeedMode::all;
  options.require("units", units).read("rate", rate).read("names", names).read("mode", mode);
  options.read("depth", depth).read("flag", not_given).done();
  EXPECT_EQ(units, 100);
  EXPECT_EQ(rate, 0.5f);
  EXPECT_THAT(names, testing::ElementsAre("a", "b"));
  EXPECT_EQ(mode, OutfeedMode::last);
  EXPECT_EQ(depth, 7);
  EXPECT_FALSE(not_given.has_value());
}

TEST(Options, ThatNobodyAskedForAreMistakes) {
  Options options("f()", R"({"unit": 1})");
  std::int64_t units = 0;
  options.read("units", units);
  EXPECT_EQ(message_of([&] { options.done(); }), "f() has no option \"unit\"; it has units");
  EXPECT_EQ(message_of([&] { options.require("units", units); }), "f() needs \"units\"");
  Options outer("g()", R"({"host": {"callMs": 1}, "list": []})");
  Options inner = outer.inner("host");
  EXPECT_EQ(message_of([&] { inner.done(); }),
            "\"host\" of g() has no option \"callMs\"; it has none");
  EXPECT_THAT(message_of([&] { outer.inner("list"); }), testing::HasSubstr("an object"));
  outer.inner("absent").done();
}

TEST(Options, MustBeAnObject) {
  for (const char* text : {"", "[]", "5", "null", "{", "\"a\""}) {
    EXPECT_THAT(message_of([&] { Options("f()", text); }), testing::HasSubstr("f() wants"));
  }
}

TEST(Options, OfTheWrongTypeNameTheOption) {
  const auto reading = [](const char* json, auto value) {
    return message_of([&] { Options("f()", json).read("x", value); });
  };
  using testing::HasSubstr;
  EXPECT_THAT(reading(R"({"x": 1.5})", std::int64_t{}), HasSubstr("\"x\" must be an integer"));
  EXPECT_THAT(reading(R"({"x": 1e300})", 0.0f), HasSubstr("float32"));
  EXPECT_THAT(reading(R"({"x": -1})", std::uint64_t{}), HasSubstr("at least 0"));
  EXPECT_THAT(reading(R"({"x": "some"})", OutfeedMode{}), HasSubstr("\"all\", \"last\""));
  EXPECT_THAT(reading(R"({"x": [1, 2]})", std::vector<std::string>{}), HasSubstr("a string"));
  EXPECT_THAT(reading(R"({"x": null})", std::optional<int>{}), HasSubstr("an integer"));
}

}  // namespace
}  // namespace pipette::bindings
