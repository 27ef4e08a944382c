#include "page/address.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "experiment/catalogue.h"
#include "experiment/field.h"
#include "page/address_bar.h"
#include "page/fake_host.h"
#include "page/shown_programs.h"

namespace pipette::app {
namespace {

Address address_of(const std::string& name) {
  return {.experiment = for_page(Experiment::defaults(name))};
}

TEST(Address, LeavesOutWhatHasItsDefault) {
  Address address = address_of("loops");
  EXPECT_EQ(address_json(address), R"({"experiment":"loops","v":1})");
  address.experiment.training.batch_size = 48;
  address.scene = "model";
  address.at = 7;
  EXPECT_EQ(address_json(address),
            R"({"experiment":"loops","batch_size":48,"v":1,"scene":"model","at":7})");
}

// Each field of the table by itself, where another value than the default means something.
TEST(Address, EveryFieldOfEveryProgramComesBack) {
  int changed = 0;
  for (const CatalogueEntry& entry : catalogue()) {
    const Address plain = address_of(entry.name);
    for (const Field& field : fields()) {
      if (field.name == "experiment" || field.name == "data") continue;
      const Json value = field.get(plain.experiment);
      std::vector<Json> others;
      for (const Word& choice : field.choices) others.emplace_back(choice.word);
      if (value.is_boolean()) others = {!value.get<bool>()};
      if (field.type == FieldType::integer) {
        others = {value.get<std::int64_t>() + 1, value.get<std::int64_t>() * 2};
      }
      if (field.type == FieldType::real) others = {value.get<double>() / 2};
      for (const Json& other : others) {
        Address address = plain;
        field.set(address.experiment, other);
        address.experiment = for_page(address.experiment);
        if (other == value || !problems_on_page(address.experiment).empty()) continue;
        ++changed;
        const Address again = parse_address(address_json(address));
        EXPECT_EQ(again.experiment.to_json(), address.experiment.to_json())
            << entry.name << " " << field.name << " " << other;
      }
    }
  }
  EXPECT_GT(changed, 150);
}

TEST(Address, ReadsTheLinksOfBefore) {
  Experiment experiment = Experiment::defaults("mnist-pipelined");
  experiment.training.batch_size = 4;
  const Address address = parse_address(experiment.to_json());
  EXPECT_EQ(address.experiment.to_json(), experiment.to_json());
  EXPECT_EQ(address.scene, "");
  EXPECT_EQ(address.at, 0);
}

TEST(Address, TheProgramThatIsNamedLeads) {
  const Address address = parse_address(R"({"experiment":"mnist-without-feeds"})");
  EXPECT_EQ(address.experiment.name, "mnist-with-feeds");
  EXPECT_TRUE(address.by_calls);
  EXPECT_TRUE(parse_address(address_json(address)).by_calls);
  EXPECT_FALSE(parse_address("{}").by_calls);
}

TEST(Address, SaysWhatIsWrong) {
  const auto refusal = [](const std::string& json) -> std::string {
    try {
      parse_address(json);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refusal(R"({"v":2})").find("version 2"), std::string::npos);
  EXPECT_NE(refusal(R"({"at":-1})").find("at must be a whole number"), std::string::npos);
  EXPECT_NE(refusal(R"({"at":1.5})").find("at must be a whole number"), std::string::npos);
  EXPECT_NE(refusal(R"({"scene":3})").find("scene must be a word"), std::string::npos);
  EXPECT_NE(refusal(R"({"leads":"both"})").find("by-calls"), std::string::npos);
  EXPECT_NE(refusal(R"({"host":3,"host.call_us":4})").find("host must be an object"),
            std::string::npos);
  EXPECT_NE(refusal(R"({"batch_size":"48x"})"), "");
  EXPECT_NE(refusal(R"({"nonsense":1})").find("nonsense"), std::string::npos);
  EXPECT_NE(refusal("[1]"), "");
  EXPECT_NE(refusal("%"), "");
}

TEST(Address, APlaceInASceneComesBack) {
  Address address = address_of("mnist-pipelined");
  address.place = {.digit = 5, .station = 6, .slot = 7, .compare = true};
  address.place.compared[0] = {.stages = 3, .recompute = true};
  address.place.compared[1] = {.schedule = pipelining::PipelineSchedule::sequential, .count = 8};
  EXPECT_EQ(parse_address(address_json(address)).place, address.place);
  EXPECT_TRUE(parse_address(R"({"second.count": 8})").place.compare) << "it is what a count is of";
  for (const char* wrong : {R"({"digit": -1})", R"({"station": "loss"})", R"({"slot": 1.5})",
                            R"({"compare": 1})", R"({"first.schedule": "none"})"}) {
    EXPECT_THROW(parse_address(wrong), Error) << wrong;
  }
}

TEST(Address, NoFieldHasTheNameOfAMemberOfItsOwn) {
  for (const Field& field : fields()) {
    for (const char* own : {"v", "scene", "at", "leads", "digit", "station", "slot", "compare"}) {
      EXPECT_NE(field.name, own);
    }
  }
}

TEST(AddressBar, PushesWhereGoingBackShouldLead) {
  FakeHost host;
  AddressBar bar;
  Address now = address_of("loops");
  bar.opened(now, 1);
  bar.follow(host, 1, now);
  EXPECT_TRUE(host.addresses.empty()) << "it is what was opened";
  now.at = 3;
  bar.follow(host, 1, now);
  now.experiment.training.batch_size = 8;
  bar.follow(host, 2, now);
  now.scene = "printed";
  bar.follow(host, 2, now);
  ASSERT_EQ(host.addresses.size(), 3u);
  EXPECT_FALSE(host.addresses[0].push);
  EXPECT_FALSE(host.addresses[1].push);
  EXPECT_TRUE(host.addresses[2].push);
  EXPECT_EQ(host.addresses[2].json, address_json(now));
}

TEST(AddressBar, KeepsTheStepOfALinkWhileItRuns) {
  AddressBar bar;
  Address link = address_of("loops");
  link.at = 120;
  link.place.station = 3;
  bar.opened(link, 4);
  EXPECT_EQ(bar.at(4), 120);
  EXPECT_EQ(bar.at(5), 0) << "another experiment begins anew";
  EXPECT_EQ(bar.place(4), link.place);
  EXPECT_EQ(bar.place(5), Place());
}

}  // namespace
}  // namespace pipette::app
