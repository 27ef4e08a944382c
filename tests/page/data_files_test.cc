// Files that are dropped on the page: a set that is not complete, one that is wrong, and a good
// one.
#include <gmock/gmock.h>

#include "page/app_fixture.h"

namespace pipette::app {
namespace {

using testing::HasSubstr;

// An IDX file of `sizes`, whose values are digits.
std::string idx(const std::vector<std::uint8_t>& sizes) {
  std::string file = {0, 0, 8, static_cast<char>(sizes.size())};
  std::size_t values = 1;
  for (const std::uint8_t size : sizes) {
    file += std::string(3, '\0') + static_cast<char>(size);
    values *= size;
  }
  for (std::size_t i = 0; i < values; ++i) file += static_cast<char>(i % 10);
  return file;
}

class DataFilesTest : public AppTest {
 protected:
  using Files = std::vector<std::pair<std::string, std::string>>;

  void drop(const Files& files) {
    app.download_progress(0, "Reading", "");
    for (const auto& [name, bytes] : files) {
      app.receive_file(name, std::as_bytes(std::span(bytes)));
    }
    app.download_progress(-1, "", "");
    frame();
  }
  std::string error() { return state()["error"]; }
  bool files_are_open() { return screen.ui.rects.find("data/pick").has_value(); }

  const Files train_ = {{"train-images-idx3-ubyte", idx({60, 28, 28})},
                        {"train-labels-idx1-ubyte", idx({60})}};
  const Files test_ = {{"t10k-images-idx3-ubyte", idx({10, 28, 28})},
                       {"t10k-labels-idx1-ubyte", idx({10})}};
};

TEST_F(DataFilesTest, ASetThatIsNotCompleteIsToldOverThePageUntilTheRestComes) {
  frame();
  EXPECT_FALSE(files_are_open());
  drop(train_);
  EXPECT_THAT(error(), HasSubstr("it lacks t10k-images, t10k-labels"));
  EXPECT_EQ(host.said, error());
  EXPECT_TRUE(screen.ui.rects.find("error").has_value());
  EXPECT_EQ(state()["data"], "digits");
  frame();
  EXPECT_TRUE(files_are_open()) << "what is said of them is said there";
  drop(test_);
  EXPECT_EQ(state()["data"], "files");
  EXPECT_EQ(error(), "");
  EXPECT_THAT(host.said, HasSubstr("60 training and 10 test digits, from files"));
}

TEST_F(DataFilesTest, AWrongFileIsNamedOverThePage) {
  drop({{"holiday.jpg", "junk"}, {"train-labels-idx1-ubyte", "junk"}});
  EXPECT_THAT(error(), HasSubstr("holiday.jpg: the name must say train or t10k"));
  EXPECT_THAT(error(), HasSubstr("train-labels-idx1-ubyte"));
  EXPECT_EQ(host.said, error());
  drop({train_[0], train_[1], test_[0], test_[1], {"holiday.jpg", "junk"}});
  EXPECT_EQ(state()["data"], "files");
  EXPECT_THAT(error(), HasSubstr("holiday.jpg"));
}

TEST_F(DataFilesTest, TheTabFollowsTheDataThatAreInUse) {
  drop({train_[0], train_[1], test_[0], test_[1]});
  frame();
  EXPECT_TRUE(files_are_open());
  act(action::kUseGenerated);
  frame();
  EXPECT_EQ(state()["data"], "digits");
  EXPECT_FALSE(files_are_open());
}

TEST_F(DataFilesTest, GeneratedForgetsFilesThatAreTooFewAndLetsTheRunGoOn) {
  act(action::kStepTraining);
  run_until_idle();
  drop(train_);
  act(action::kUseGenerated);
  frame();
  EXPECT_FALSE(files_are_open());
  EXPECT_EQ(state()["step"], 1);
  drop(test_);
  EXPECT_EQ(state()["data"], "digits");
  EXPECT_THAT(error(), HasSubstr("it lacks train-images, train-labels"));
}

TEST_F(DataFilesTest, ACopiedLinkSaysThatTheDataStayBehind) {
  act(action::kCopyLink);
  EXPECT_EQ(host.link_said, "Link copied");
  drop({train_[0], train_[1], test_[0], test_[1]});
  act(action::kCopyLink);
  EXPECT_THAT(host.link_said, HasSubstr("not your data"));
}

}  // namespace
}  // namespace pipette::app
