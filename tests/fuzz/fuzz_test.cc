// Feeds every target with its committed files: the corpus from which libFuzzer starts, and what has
// failed once. One test for each file.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/fuzz_target.h"

namespace pipette::fuzz {
namespace {

namespace fs = std::filesystem;

struct Case {
  Target target;
  fs::path file;
};
void PrintTo(const Case& each, std::ostream* out) { *out << each.file.string(); }

std::vector<fs::path> files_of(const Target& target, const char* folder) {
  std::vector<fs::path> files;
  const fs::path all = fs::path(PIPETTE_SOURCE_DIR) / "tests/fuzz" / folder / target.name;
  if (!fs::exists(all)) return files;
  for (const auto& entry : fs::directory_iterator(all)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const Target& target : targets()) {
    for (const char* folder : {"corpus", "regressions"}) {
      for (const fs::path& file : files_of(target, folder)) cases.push_back({target, file});
    }
  }
  return cases;
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  const fs::path& file = info.param.file;
  std::string name = std::string(info.param.target.name) + "_" +
                     file.parent_path().parent_path().filename().string() + "_" +
                     file.filename().string();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

class Fuzz : public testing::TestWithParam<Case> {};

TEST_P(Fuzz, TakesTheFile) {
  std::ifstream in(GetParam().file, std::ios::binary);
  ASSERT_TRUE(in);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  EXPECT_NO_THROW(run(GetParam().target, bytes_of(text)));
}

INSTANTIATE_TEST_SUITE_P(Committed, Fuzz, testing::ValuesIn(all_cases()), name_of);

TEST(FuzzTargets, EachHasACorpusADictionaryAndRegressions) {
  EXPECT_FALSE(targets().empty());
  for (const Target& target : targets()) {
    EXPECT_FALSE(files_of(target, "corpus").empty()) << target.name;
    EXPECT_FALSE(files_of(target, "regressions").empty()) << target.name;
    EXPECT_TRUE(fs::exists(fs::path(PIPETTE_SOURCE_DIR) / "tests/fuzz/dictionaries" /
                           (std::string(target.name) + ".dict")))
        << target.name;
  }
}

}  // namespace
}  // namespace pipette::fuzz
