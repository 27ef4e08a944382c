#include "cli/console.h"

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <tuple>

#include "cli/call.h"
#include "experiment/catalogue.h"
#include "temporary_path.h"

namespace pipette::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(Console, ListAsJson) {
  const json j = json::parse(call({"list", "--json"}).out);
  EXPECT_EQ(j["schema"], "pipette.catalogue");
  EXPECT_EQ(j["experiments"].size(), catalogue().size());
  EXPECT_EQ(j["experiments"][0]["name"], catalogue()[0].name);
}

TEST(Console, WithoutWordsItSaysWhatOneCanDo) {
  const Result r = call({});
  EXPECT_EQ(r.code, 2);
  EXPECT_THAT(r.err, HasSubstr("pipette run mnist-with-feeds"));
  EXPECT_EQ(r.out, "");
}

TEST(Console, AnErrorIsJsonToo) {
  for (const auto& [arguments, code, name] :
       std::vector<std::tuple<std::vector<std::string>, int, const char*>>{
           {{"run", "mnist-with-feeds", "--steps", "0", "--json"}, 3, "InvalidArgumentError"},
           {{"run", "nope", "--json"}, 4, "NotFoundError"},
           {{"run", "--json", "--stepz"}, 2, "UsageError"}}) {
    const Result r = call(arguments);
    EXPECT_EQ(r.code, code);
    const json j = json::parse(r.out);
    EXPECT_EQ(j["schema"], "pipette.error");
    EXPECT_EQ(j["error"]["name"].get<std::string>(), name);
    EXPECT_EQ(j["error"]["exit_code"], code);
    EXPECT_THAT(r.err, HasSubstr(j["error"]["message"].get<std::string>()));
  }
}

TEST(Console, AResultHasTheExperimentThatMadeIt) {
  const Result r = call({"run", "mnist-with-feeds", "--steps", "20", "--seed", "5", "--json"});
  const json j = json::parse(r.out);
  EXPECT_EQ(j["schema"], "pipette.summary");
  EXPECT_EQ(j["version"], 1);
  const std::string file = temporary_path("settings.json");
  std::ofstream(file) << j["settings"];
  const json again = json::parse(call({"run", "--experiment", file, "--json"}).out);
  EXPECT_EQ(again["weight_hash"], j["weight_hash"]);
  std::remove(file.c_str());
}

TEST(Console, AResultGoesToAFile) {
  const std::string file = temporary_path("result.txt");
  const Result r = call({"list", "--output", file});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out, "");
  const std::string text = content_of(file);
  EXPECT_EQ(text, call({"list"}).out);
  EXPECT_EQ(call({"run", "nope", "-o", file}).code, 4);
  EXPECT_EQ(content_of(file), text) << "an error leaves it as it was";
  EXPECT_EQ(call({"list", "-o", "/nowhere/x"}).code, 4);
  std::remove(file.c_str());
}

TEST(Console, QuietPrintsNothingBesides) {
  const Result loud = call({"run", "mnist-with-feeds", "--steps", "20"}, true);
  const Result quiet = call({"run", "mnist-with-feeds", "--steps", "20", "--quiet"}, true);
  EXPECT_NE(loud.err, "");
  EXPECT_EQ(quiet.err, "");
  EXPECT_THAT(quiet.out, HasSubstr("weights  "));
  EXPECT_THAT(call({"run", "nope", "-q"}).err, HasSubstr("NotFoundError"));
}

TEST(Console, WeightsAreSavedAndLoaded) {
  const std::string file = temporary_path("weights.safetensors");
  const json saved = json::parse(
      call({"run", "mnist-with-feeds", "--steps", "20", "--save-weights", file, "--json"}).out);
  const Result r = call({"run", "mnist-with-feeds", "--steps", "10", "--learning-rate", "0",
                         "--load-weights", file, "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(json::parse(r.out)["weight_hash"], saved["weight_hash"]);
  EXPECT_EQ(json::parse(r.out)["test_accuracy"], saved["test_accuracy"]);
  const BadCall cases[] = {
      {{"run", "mnist-with-feeds", "--hidden-units", "64", "--load-weights", file}, 3, "[784, 64]"},
      {{"run", "mnist-with-feeds", "--load-weights", "/nowhere"}, 4, "/nowhere"},
      {{"run", "dataset-benchmark", "--load-weights", file}, 3, "trains no weights"},
  };
  for (const BadCall& bad : cases) {
    const Result refused = call(bad.arguments);
    EXPECT_EQ(refused.code, bad.code) << refused.err;
    EXPECT_THAT(refused.err, HasSubstr(bad.message));
  }
  std::remove(file.c_str());
}

}  // namespace
}  // namespace pipette::cli
