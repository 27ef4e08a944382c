// Checks of image and label pairs, and MNIST's folder layout.
#include <fmt/format.h>

#include <filesystem>

#include "data/idx.h"

namespace pipette {

namespace {

// The file of `stem`, for instance "train-images", in whichever of the usual spellings it exists.
std::string find_file(const std::string& directory, const std::string& stem, int rank) {
  const std::filesystem::path folder(directory);
  for (const char separator : {'-', '.'}) {
    for (const char* suffix : {"", ".gz"}) {
      const std::filesystem::path path =
          folder / fmt::format("{}{}idx{}-ubyte{}", stem, separator, rank, suffix);
      std::error_code error;  // an unreadable folder is a file that is not there
      if (std::filesystem::is_regular_file(path, error)) return path.string();
    }
  }
  throw NotFound(
      fmt::format("{}: no file {}-idx{}-ubyte, with or without .gz", directory, stem, rank));
}

LabelledImages load_set(const std::string& directory, const std::string& prefix) {
  const std::string images = find_file(directory, prefix + "-images", 3);
  const std::string labels = find_file(directory, prefix + "-labels", 1);
  LabelledImages set{read_idx_file(images, {DType::u8, 3}), read_idx_file(labels, {DType::u8, 1})};
  check_labelled(set, labels);
  return set;
}

}  // namespace

void check_labelled(const LabelledImages& set, const std::string& name, int classes) {
  if (set.images.dtype() != DType::u8 || set.images.shape().rank() != 3) {
    throw InvalidArgument(fmt::format("{}: images must be uint8 [n, height, width], not {} {}",
                                      name, dtype_name(set.images.dtype()),
                                      set.images.shape().to_string()));
  }
  if (set.labels.dtype() != DType::u8 || set.labels.shape().rank() != 1) {
    throw InvalidArgument(fmt::format("{}: labels must be uint8 [n], not {} {}", name,
                                      dtype_name(set.labels.dtype()),
                                      set.labels.shape().to_string()));
  }
  if (set.images.shape()[0] != set.labels.shape()[0]) {
    throw InvalidArgument(fmt::format("{}: count: {} labels for {} images; they must be as many",
                                      name, set.labels.shape()[0], set.images.shape()[0]));
  }
  const std::span<const std::uint8_t> labels = set.labels.span<std::uint8_t>();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] >= classes) {
      throw InvalidArgument(fmt::format("{}: label {} is {}, but labels must be 0 to {}", name, i,
                                        labels[i], classes - 1));
    }
  }
}

LabelledSets load_mnist_directory(const std::string& directory) {
  LabelledSets sets{load_set(directory, "train"), load_set(directory, "t10k")};
  const Shape train = sets.train.images.shape().without_front();
  const Shape test = sets.test.images.shape().without_front();
  if (!(train == test)) {
    throw InvalidArgument(
        fmt::format("{}: size of axis 1 and 2: training images are {}, test images {}; "
                    "they must be the same",
                    directory, train.to_string(), test.to_string()));
  }
  return sets;
}

}  // namespace pipette
