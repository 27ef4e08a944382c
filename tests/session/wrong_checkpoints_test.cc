// No file, however wrong, does more than be refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "message_of.h"
#include "session/checkpoint.h"
#include "session/checkpoint_files.h"
#include "session/session_weights.h"
#include "session/small_experiments.h"

namespace pipette {
namespace {

using testing::HasSubstr;
using testing_support::message_of;

class WrongCheckpoints : public testing::TestWithParam<std::string> {};

TEST_P(WrongCheckpoints, WithOneValueThatIsWrongAreRefusedOrRunToTheirEnd) {
  Session session(rich(GetParam()));
  run_to(session, 1);
  const Bytes file = checkpoint(session);
  const Json state = parse_json(parse_safetensors(file, "checkpoint").metadata.at("state"));
  int refused = 0, all = 0;
  // Of long lists the first few elements.
  const std::function<void(const Json&, const std::string&)> walk = [&](const Json& at,
                                                                        const std::string& way) {
    if (at.is_object() || (at.is_array() && !at.empty())) {
      std::size_t index = 0;
      for (const auto& [key, value] : at.items()) {
        if (at.is_array() && index++ == 2) break;
        std::string name = key;
        for (std::size_t i = 0; (i = name.find('/', i)) != std::string::npos; i += 2) {
          name.replace(i, 1, "~1");
        }
        walk(value, way + "/" + name);
      }
    }
    const std::vector<Json> ways = {nullptr,       -1, 0, 3, std::int64_t{1} << 61, "x",
                                    Json::array(), 0.5};
    const Json& wrong = ways[static_cast<std::size_t>(all) % ways.size()];
    if (!way.empty() && wrong != at) {
      ++all;
      SCOPED_TRACE(way + " = " + wrong.dump());
      const Bytes changed = with_state(file, [&](Json& s) { s[Json::json_pointer(way)] = wrong; });
      try {
        Session other = resume(changed);
        other.advance(Budget::steps(40));
      } catch (const Error& error) {
        EXPECT_NE(error.code(), ErrorCode::internal) << error.what();
        ++refused;
      }
    }
  };
  walk(state, "");
  EXPECT_GT(all, 50);
  EXPECT_GT(refused, all / 2);
}

INSTANTIATE_TEST_SUITE_P(Experiments, WrongCheckpoints,
                         testing::Values("mnist-pipelined", "inspect-model", "inspect-pipelined"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Checkpoint, SaysWhatIsWrongWithAFile) {
  Session session(least_work_of("mnist-with-feeds"));
  run_to(session, 1);
  const Bytes file = checkpoint(session);
  const auto why = [](const Bytes& bytes) {
    return message_of<InvalidArgument>([&] { resume(bytes); });
  };
  EXPECT_THAT(why({}), HasSubstr("checkpoint: 0 bytes are too few"));
  EXPECT_THAT(why(Bytes(file.begin(), file.end() - 1)), HasSubstr("data_offsets"));
  EXPECT_THAT(why(weights_file(session)), HasSubstr("no state of a session"));
  EXPECT_THAT(why(with_state(file, [](Json& s) { s.erase("variables"); })),
              HasSubstr("checkpoint: variables is missing"));
  EXPECT_THAT(why(with_state(file,
                             [](Json& s) {
                               s["run"]["machine"]["device"]["clocks"] = {1, 2};
                             })),
              HasSubstr("run.machine.device.clocks has 2 elements instead of 1"));
  EXPECT_THAT(why(with_state(file, [](Json& s) { s["program"]["runs"] = -4; })),
              HasSubstr("program cannot have done so few runs"));
  Safetensors parsed = parse_safetensors(file, "checkpoint");
  parsed.metadata["version"] = "2";
  EXPECT_THAT(why(encode_safetensors({}, parsed.metadata)),
              HasSubstr("it has version 2, but this Pipette reads version 1"));
}

}  // namespace
}  // namespace pipette
