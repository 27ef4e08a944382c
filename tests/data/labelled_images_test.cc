// Sets of labelled images: their checks, their forms, and the folders in which they come.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "data/dataset.h"
#include "data/idx_files.h"
#include "temporary_path.h"

namespace pipette {
namespace {

using namespace testing_support;
using testing::AllOf;
using testing::HasSubstr;

// EMNIST's letters: labels from 1, images on their side.
TEST(LabelledImages, ComeIntoTheUsualForm) {
  const LabelledImages letters{Array::of<std::uint8_t>({2, 1, 3}, {1, 2, 3, 4, 5, 6}),
                               Array::of<std::uint8_t>({2}, {1, 26})};
  const LabelledSets given{letters, letters};
  const LabelledSets sets = in_usual_form(given, "letters", {.classes = 26, .transpose = true});
  EXPECT_EQ(sets.train.images.shape(), (Shape{2, 3, 1}));
  EXPECT_EQ(sets.test.labels.data<std::uint8_t>()[1], 25);
  EXPECT_EQ(sets.test.labels.data<std::uint8_t>()[0], 0);
  try {
    in_usual_form(given, "letters");
    ADD_FAILURE() << "ten classes have no label 26";
  } catch (const InvalidArgument& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("label 1 is 26"), HasSubstr("classes: 26"),
                                    HasSubstr("transpose")));
  }
  EXPECT_THROW(in_usual_form(given, "letters", {.classes = 0}), InvalidArgument);
}

TEST(LabelledImages, CountsAndLabelsAreChecked) {
  LabelledImages set{Array::zeros(DType::u8, {3, 2, 2}), Array::of<std::uint8_t>({3}, {0, 9, 4})};
  EXPECT_NO_THROW(check_labelled(set, "train"));
  const auto message = [&](int classes) -> std::string {
    try {
      check_labelled(set, "train", classes);
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "no InvalidArgument";
  };
  EXPECT_THAT(message(9),
              AllOf(HasSubstr("train"), HasSubstr("label 1 is 9"), HasSubstr("0 to 8")));
  set.labels = Array::zeros(DType::u8, {2});
  EXPECT_THAT(message(10), AllOf(HasSubstr("count"), HasSubstr("2 labels for 3 images")));
  set.labels = Array::zeros(DType::i32, {3});
  EXPECT_THAT(message(10), HasSubstr("int32"));
  set.images = Array::zeros(DType::u8, {3, 4});
  EXPECT_THAT(message(10), HasSubstr("[3, 4]"));
}

// A folder of its own, removed at the end.
class MnistDirectory : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = temporary_path("folder");
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const Bytes& bytes) {
    std::ofstream(folder_ / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  std::filesystem::path folder_;
};

TEST_F(MnistDirectory, AcceptsBothSpellingsAndNamesWhatIsMissing) {
  Bytes labels = header(0x08, {3});
  for (const int label : {1, 2, 3}) labels.push_back(static_cast<std::byte>(label));
  write("train-images-idx3-ubyte", idx({3, 4, 5}));
  write("train-labels.idx1-ubyte", labels);
  write("t10k-images.idx3-ubyte", idx({3, 4, 5}));
  try {
    load_mnist_directory(folder_.string());
    ADD_FAILURE() << "t10k labels are missing";
  } catch (const NotFound& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("t10k-labels"), HasSubstr("train-labels.idx1-ubyte")));
  }
  write("t10k-labels-idx1-ubyte", labels);
  EXPECT_EQ(load_mnist_directory(folder_.string()).test.images.shape(), (Shape{3, 4, 5}));
  write("t10k-images.idx3-ubyte", idx({3, 5, 5}));
  EXPECT_THROW(load_mnist_directory(folder_.string()), InvalidArgument);
}

TEST_F(MnistDirectory, FindsFilesAsEmnistAndKaggleNameThem) {
  const Bytes labels = with_elements(0x08, {2}, {1, 2});
  for (const char* set : {"train", "test"}) {
    write(std::string("emnist-letters-") + set + "-images-idx3-ubyte", idx({2, 4, 5}));
    write(std::string("emnist-letters-") + set + "-labels-idx1-ubyte", labels);
  }
  EXPECT_EQ(load_mnist_directory(folder_.string()).test.images.shape(), (Shape{2, 4, 5}));
  write("emnist-digits-train-images-idx3-ubyte", idx({2, 4, 5}));
  EXPECT_THROW(load_mnist_directory(folder_.string()), InvalidArgument);

  const std::filesystem::path kaggle = folder_ / "kaggle";
  for (const std::string set : {"train", "t10k"}) {
    for (const std::string part : {"-images-idx3-ubyte", "-labels-idx1-ubyte"}) {
      std::filesystem::create_directories(kaggle / (set + part));
      write("kaggle/" + set + part + "/" + set + part, part[1] == 'i' ? idx({2, 4, 5}) : labels);
    }
  }
  EXPECT_EQ(load_mnist_directory(kaggle.string()).train.images.shape(), (Shape{2, 4, 5}));
}

TEST_F(MnistDirectory, RowsOfFilesAreADataset) {
  write("images", with_elements(0x0c, {2, 1}, {0, 0, 0, 3, 0, 0, 0, 4}));
  write("labels", with_elements(0x08, {2}, {1, 2}));
  const std::string images = (folder_ / "images").string(), labels = (folder_ / "labels").string();
  Element element;
  ASSERT_TRUE(Dataset::from_idx({images}).make_iterator()->next(element));
  EXPECT_EQ(element.leaf().spec(), (ArraySpec{DType::i32, {1}}));
  const auto pairs = Dataset::from_idx({images, labels}).skip(1).make_iterator();
  ASSERT_TRUE(pairs->next(element));
  EXPECT_EQ(element[0].leaf().data<std::int32_t>()[0], 4);
  EXPECT_EQ(element[1].leaf().data<std::uint8_t>()[0], 2);
  EXPECT_THROW(Dataset::from_idx({"/nowhere"}), NotFound);
}

}  // namespace
}  // namespace pipette
