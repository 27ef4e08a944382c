// One mistake has one error and one text, however it is made: in JSON, on the command line, in C++
// and by a control of the page. The command line names the flag, and adds which would do.
#include <gtest/gtest.h>

#include <sstream>

#include "cli/command_line.h"
#include "core/json.h"
#include "experiment/edit.h"
#include "session/session.h"

namespace pipette::cli {
namespace {

struct Mistake {
  const char* experiment;
  const char* field;
  const char* json;                // the value
  const char* typed;               // the same as somebody types it
  std::vector<const char*> flags;  // and as flags
};

// "InvalidArgumentError: steps must be 1 to ..., but it is 0", without what would do.
std::string rule(const std::string& line) {
  const auto end = std::min(
      {line.find("; try "), line.find("; the nearest"), line.find("; use "), line.find('\n')});
  return line.substr(0, end);
}

template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return rule(std::string(error.name()) + ": " + error.what());
  }
  return "nothing was thrown";
}

std::string by_json(const Mistake& m) {
  return error_of([&] {
    std::string value = m.json;
    std::string field = m.field;
    if (const auto dot = field.find('.'); dot != std::string::npos) {  // inside of an object
      value = "{\"" + field.substr(dot + 1) + "\": " + value + "}";
      field.resize(dot);
    }
    Session(Experiment::from_json("{\"experiment\": \"" + std::string(m.experiment) + "\", \"" +
                                  field + "\": " + value + "}"));
  });
}

std::string by_flags(const Mistake& m) {
  std::ostringstream out, err;
  std::vector<std::string> arguments{"run", m.experiment};
  arguments.insert(arguments.end(), m.flags.begin(), m.flags.end());
  run_command_line(arguments, out, err, false);
  const std::string prefix = "pipette: ";
  return err.str().rfind(prefix, 0) == 0 ? rule(err.str().substr(prefix.size())) : err.str();
}

// The text with the field as a flag, as the command line names it.
std::string with_flag(std::string text, const Mistake& m) {
  const std::string field = m.field, quoted = "\"" + field + "\"";
  for (const std::string& name : {quoted, field}) {
    const std::size_t at = text.find(name);
    if (at != std::string::npos) return text.replace(at, name.size(), m.flags[0]);
  }
  const std::string part = field.substr(field.find('.') + 1);  // as the device names it
  const std::size_t at = text.find(part);
  return at == std::string::npos ? text : text.replace(at, 0, "--");
}

std::string by_value(const Mistake& m) {
  return error_of([&] {
    Experiment e = Experiment::defaults(m.experiment);
    set_value(e, m.field, Json::parse(m.json));
    Session session(e);
  });
}

std::string by_typing(const Mistake& m) {
  return error_of([&] {
    Experiment e = Experiment::defaults(m.experiment);
    set_value(e, m.field, parse_typed(m.field, m.typed));
    Session session(e);
  });
}

TEST(SameErrors, AMistakeIsSaidAlikeHoweverItIsMade) {
  const Mistake mistakes[] = {
      {"mnist-with-feeds", "steps", "0", "0", {"--steps", "0"}},
      {"mnist-with-feeds", "steps", "\"ten\"", "ten", {"--steps", "ten"}},
      {"mnist-with-feeds", "steps", "1.5", "1.5", {"--steps", "1.5"}},
      {"mnist-with-feeds", "batch_size", "-3", "-3", {"--batch-size", "-3"}},
      {"mnist-with-feeds", "learning_rate", "\"x\"", "x", {"--learning-rate", "x"}},
      {"mnist-with-feeds", "learning_rate", "-1.0", "-1.0", {"--learning-rate", "-1.0"}},
      {"mnist-with-feeds", "optimizer", "\"foo\"", "foo", {"--optimizer", "foo"}},
      {"mnist-with-feeds", "outfeed_mode", "\"some\"", "some", {"--outfeed-mode", "some"}},
      {"mnist-with-feeds", "hidden_units", "[0]", "0", {"--hidden-units", "0"}},
      {"mnist-with-feeds", "hidden_units", "[\"a\"]", "a", {"--hidden-units", "a"}},
      {"mnist-with-feeds", "replicas", "3", "3", {"--replicas", "3"}},
      {"mnist-with-feeds", "prefetch_depth", "256", "256", {"--prefetch-depth", "256"}},
      {"mnist-with-feeds",
       "device.architecture",
       "\"Mk9\"",
       "Mk9",
       {"--device-architecture", "Mk9"}},
      {"mnist-pipelined", "pipeline_schedule", "\"foo\"", "foo", {"--pipeline-schedule", "foo"}},
      {"mnist-pipelined",
       "gradient_accumulation_count",
       "3",
       "3",
       {"--gradient-accumulation-count", "3"}},
      {"mnist-pipelined", "device_mapping", "[0]", "0", {"--device-mapping", "0"}},
  };
  for (const Mistake& mistake : mistakes) {
    SCOPED_TRACE(std::string(mistake.field) + " " + mistake.json);
    const std::string expected = by_json(mistake);
    EXPECT_NE(expected.find("Error: "), std::string::npos) << expected;
    EXPECT_EQ(by_flags(mistake), with_flag(expected, mistake));
    EXPECT_EQ(by_value(mistake), expected);
    EXPECT_EQ(by_typing(mistake), expected);
  }
}

}  // namespace
}  // namespace pipette::cli
