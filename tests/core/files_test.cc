#include "core/files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>

#include "core/error.h"
#include "temporary_path.h"

#ifndef __EMSCRIPTEN__
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace pipette {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

std::string text_of(const fs::path& path) {
  const std::vector<std::byte> bytes = read_file(path.string());
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class E>
std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const E& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

// A folder of one test.
class Files : public testing::Test {
 protected:
  Files() { fs::create_directories(folder_); }
  ~Files() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  void write(const char* name, const std::string& text) const {
    OutputFile file(path(name));
    file.stream() << text;
    file.commit();
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }

  const fs::path folder_ = temporary_path("folder");
};

TEST_F(Files, AppearWithTheirNameWhenTheyAreComplete) {
  {
    OutputFile file(path("a.csv"));
    file.stream() << "one";
    EXPECT_FALSE(fs::exists(path("a.csv")));
    file.commit();
  }
  EXPECT_EQ(text_of(path("a.csv")), "one");
  write("a.csv", "three");
  EXPECT_EQ(text_of(path("a.csv")), "three");
  EXPECT_THAT(names(), testing::ElementsAre("a.csv"));
}

TEST_F(Files, AreWhatTheyWereWithoutACommit) {
  write("a.csv", "old");
  { OutputFile(path("a.csv")).stream() << "half of the ne"; }
  { OutputFile(path("b.csv")).stream() << "half of the ne"; }
  EXPECT_EQ(text_of(path("a.csv")), "old");
  EXPECT_THAT(names(), testing::ElementsAre("a.csv"));
}

TEST_F(Files, KeepTheirPermissionsAndTheLinksToThem) {
  write("a.csv", "old");
  fs::permissions(path("a.csv"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("a.csv", path("link.csv"));
  write("link.csv", "new");
  EXPECT_EQ(text_of(path("a.csv")), "new");
  EXPECT_TRUE(fs::is_symlink(path("link.csv")));
  EXPECT_EQ(fs::status(path("a.csv")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(Files, SayWhyTheyCannotBeReadOrWritten) {
  EXPECT_EQ(error_of<NotFound>([&] { read_file("no/such/file"); }),
            "cannot read \"no/such/file\": No such file or directory");
  EXPECT_EQ(error_of<NotFound>([&] { OutputFile("no/such/folder/file"); }),
            "cannot write \"no/such/folder/file\": No such file or directory");
  EXPECT_THAT(error_of<NotFound>([&] { read_file(folder_.string()); }), HasSubstr("directory"));
  EXPECT_THAT(error_of<NotFound>([&] { OutputFile(folder_.string()); }), HasSubstr("directory"));
  EXPECT_THAT(names(), IsEmpty());
}

TEST_F(Files, AreReadNoFurtherThanAsked) {
  write("a", std::string(5'000'000, 'x'));
  EXPECT_EQ(read_file(path("a")).size(), 5'000'000u);
  EXPECT_EQ(read_file(path("a"), 5'000'000).size(), 5'000'000u);
  EXPECT_EQ(read_file(path("a"), 4'999'999).size(), 5'000'000u);
  EXPECT_EQ(read_file(path("a"), 10).size(), 11u);
}

TEST_F(Files, ThatVanishAfterTheyWereThereAreNotFound) {
  write("a", "here");
  EXPECT_EQ(text_of(path("a")), "here");
  fs::remove(path("a"));
  error_of<NotFound>([&] { read_file(path("a")); });
}

#ifndef __EMSCRIPTEN__

TEST_F(Files, OfAFolderThatVanishesAreAnErrorAndLeaveNothing) {
  OutputFile file(path("a.csv"));
  file.stream() << "text";
  fs::remove_all(folder_);
  EXPECT_THAT(error_of<NotFound>([&] { file.commit(); }), HasSubstr("No such file"));
  EXPECT_FALSE(fs::exists(folder_));
  fs::create_directories(folder_);
}

TEST_F(Files, InAReadOnlyFolderAreAnErrorAndLeaveNothing) {
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  const bool root = geteuid() == 0;  // who may write anywhere
  if (root) {
    fs::permissions(folder_, fs::perms::others_read | fs::perms::others_exec,
                    fs::perm_options::add);
    ASSERT_EQ(seteuid(65534), 0);
  }
  const std::string error = error_of<NotFound>([&] { OutputFile(path("a.csv")); });
  if (root) {
    ASSERT_EQ(seteuid(0), 0);
  }
  EXPECT_THAT(error, HasSubstr("a.csv\": Permission denied"));
  EXPECT_THAT(names(), IsEmpty());
}

// A limit on the size of files stands for a full disk: some of the bytes are written, the rest not.
TEST_F(Files, OnAFullDiskAreAnErrorAndWhatTheyWere) {
  write("a.csv", "old");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 10'000;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string late = error_of<ResourceExhausted>([&] {
    OutputFile file(path("a.csv"));
    file.stream() << std::string(10'001, 'x');
    file.commit();
  });
  const std::string early = error_of<ResourceExhausted>([&] {
    OutputFile file(path("b.csv"));
    for (int i = 0; i < 1000; ++i) file.stream() << std::string(1000, 'x');
    file.check();
  });
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(late, HasSubstr("cannot write all of"));
  EXPECT_THAT(early, HasSubstr("is there room on the disk?"));
  EXPECT_EQ(text_of(path("a.csv")), "old");
  EXPECT_THAT(names(), testing::ElementsAre("a.csv"));
}

TEST_F(Files, WhoseProcessIsKilledAreWhatTheyWereAndCanBeWrittenAgain) {
  write("a.csv", "old");
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    OutputFile file(path("a.csv"));
    file.stream() << std::string(100'000, 'x') << std::flush;
    raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(text_of(path("a.csv")), "old");
  write("a.csv", "new");
  EXPECT_EQ(text_of(path("a.csv")), "new");
  const std::string left = fmt::format("a.csv.{}-0.part", child);
  EXPECT_THAT(names(), testing::UnorderedElementsAre("a.csv", left));
}

// In a folder where others write too, nobody chooses by a link what is overwritten.
TEST_F(Files, NeverWriteThroughWhatLiesWhereTheyAreWritten) {
  write("secret", "mine");
  const std::string first = fmt::format("a.csv.{}-0.part", getpid());
  fs::create_symlink("secret", path(first.c_str()));
  fs::create_directories(path("a.csv.part/folder"));
  write("a.csv", "new");
  EXPECT_EQ(text_of(path("a.csv")), "new");
  EXPECT_EQ(text_of(path("secret")), "mine");
  EXPECT_THAT(names(), testing::UnorderedElementsAre("a.csv", "a.csv.part", first, "secret"));
}

TEST_F(Files, OfOneNameAreWrittenBesideEachOther) {
  OutputFile one(path("a.csv")), other(path("a.csv"));
  one.stream() << "one";
  other.stream() << "other";
  one.commit();
  EXPECT_EQ(text_of(path("a.csv")), "one");
  other.commit();
  EXPECT_EQ(text_of(path("a.csv")), "other");
  EXPECT_THAT(names(), testing::ElementsAre("a.csv"));
}

TEST_F(Files, ThatAreDevicesAreWrittenDirectly) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  OutputFile file("/dev/full");
  file.stream() << "text";
  EXPECT_THAT(error_of<ResourceExhausted>([&] { file.commit(); }), HasSubstr("/dev/full"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

#endif

}  // namespace
}  // namespace pipette
