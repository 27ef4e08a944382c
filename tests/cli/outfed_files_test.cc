#include "cli/outfed_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "core/files.h"
#include "core/npy.h"
#include "message_of.h"
#include "session/checkpoint.h"
#include "session/small_experiments.h"
#include "temporary_path.h"

namespace pipette::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::message_of;

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) all.push_back(fs::relative(entry.path(), folder).string());
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::string fresh_folder() {
  const std::string folder = temporary_path("tensors");
  fs::remove_all(folder);
  return folder;
}

std::string text_of(const fs::path& path) {
  const std::vector<std::byte> bytes = read_file(path.string());
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Experiment showing_one_tensor() {
  Experiment e = least_work_of("inspect-keras");
  e.inspection.gradients_filters = {"Dense_10/bias"};
  for (LayerSpec& layer : e.model.layers) layer.outfeed = false;
  return e;
}

TEST(OutfedFiles, HoldWhatEachEngineRunSent) {
  const std::string folder = fresh_folder();
  Session session(showing_one_tensor());
  OutfedFiles files(folder, session);
  for (int run = 0; run < 2; ++run) {
    session.step(StepSize::engine_run);
    files.append();
    files.append();  // nothing new
    const OutfedTensor& tensor = session.observed().record().outfed.at(0);
    std::ostringstream expected;
    write_npy(tensor.history.latest(), expected);
    EXPECT_EQ(text_of(fs::path(folder) / "gradients" / "Dense_10_bias_0_grad" /
                      ("00000" + std::to_string(run) + ".npy")),
              expected.str());
  }
  EXPECT_EQ(files.num_files(), 2);
  EXPECT_THAT(files_in(folder), ElementsAre("gradients/Dense_10_bias_0_grad/000000.npy",
                                            "gradients/Dense_10_bias_0_grad/000001.npy"));
}

TEST(OutfedFiles, OfTwoRunsDoNotMix) {
  const std::string folder = fresh_folder();
  Session session(showing_one_tensor());
  OutfedFiles files(folder, session);
  session.step(StepSize::engine_run);
  files.append();
  const Session other(showing_one_tensor());
  EXPECT_THAT(message_of<InvalidArgument>([&] { OutfedFiles(folder, other); }),
              HasSubstr("is not empty"));
  // One that goes on does.
  Session resumed = resume(checkpoint(session));
  OutfedFiles more(folder, resumed);
  resumed.step(StepSize::engine_run);
  more.append();
  EXPECT_EQ(files_in(folder).size(), 2u);
}

}  // namespace
}  // namespace pipette::cli
