// Checks of image and label pairs, and MNIST's folder layout.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "data/idx.h"

namespace pipette {

namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code error;  // an unreadable folder is a file that is not there
  return fs::is_regular_file(path, error);
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> entries;
  for (const auto& entry : fs::directory_iterator(folder, error)) entries.push_back(entry.path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

// "train-images-idx3-ubyte" of any usual spelling, without what may stand in front or behind.
bool ends_as(std::string name, const std::string& set, const std::string& part, int rank) {
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  for (const char separator : {'-', '.'}) {
    const std::string end = fmt::format("{}-{}{}idx{}-ubyte", set, part, separator, rank);
    if (name == end || name.ends_with("-" + end)) return true;
  }
  return false;
}

std::string what_is_in(const std::vector<fs::path>& entries) {
  constexpr std::size_t kMost = 12;
  if (entries.empty()) return "the folder is empty or cannot be read";
  std::string text = "there are ";
  for (std::size_t i = 0; i < std::min(kMost, entries.size()); ++i) {
    text += (i == 0 ? "" : ", ") + entries[i].filename().string();
  }
  return entries.size() > kMost ? fmt::format("{} and {} more", text, entries.size() - kMost)
                                : text;
}

// The file of one part of a set: "train" or "t10k", "images" or "labels".
std::string find_file(const std::string& directory, const std::string& set, const std::string& part,
                      int rank) {
  const std::vector<fs::path> entries = entries_of(directory);
  std::vector<fs::path> found;
  for (const fs::path& entry : entries) {
    const std::string name = entry.filename().string();
    if (!ends_as(name, set, part, rank) && !(set == "t10k" && ends_as(name, "test", part, rank))) {
      continue;
    }
    if (is_file(entry)) found.push_back(entry);
    if (is_file(entry / name)) found.push_back(entry / name);
  }
  if (found.empty()) {
    throw NotFound(fmt::format("{}: no file {}-{}-idx{}-ubyte, with or without .gz; {}", directory,
                               set, part, rank, what_is_in(entries)));
  }
  // One spelling beside another is a copy, plain or packed; sets of other names are others.
  const auto front = [&](const fs::path& path) {
    const std::string name = path.filename().string();
    const std::size_t at = name.rfind(set + "-" + part);
    return at == std::string::npos ? name.substr(0, name.rfind("test-" + part))
                                   : name.substr(0, at);
  };
  for (const fs::path& other : found) {
    if (front(other) == front(found[0])) continue;
    throw InvalidArgument(fmt::format("{}: {} and {} are of different sets; give a folder with one",
                                      directory, found[0].filename().string(),
                                      other.filename().string()));
  }
  return found[0].string();
}

LabelledImages load_set(const std::string& directory, const std::string& set) {
  const std::string images = find_file(directory, set, "images", 3);
  const std::string labels = find_file(directory, set, "labels", 1);
  return {read_idx_file(images, ExpectedIdx{DType::u8, 3}),
          read_idx_file(labels, ExpectedIdx{DType::u8, 1})};
}

Array transposed(const Array& images) {
  const Shape& shape = images.shape();
  const std::int64_t height = shape[1], width = shape[2];
  Array turned({DType::u8, Shape{shape[0], width, height}});
  const std::uint8_t* from = images.data<std::uint8_t>();
  std::uint8_t* to = turned.data<std::uint8_t>();
  for (std::int64_t n = 0; n < shape[0]; ++n, from += height * width, to += height * width) {
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) to[x * height + y] = from[y * width + x];
    }
  }
  return turned;
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
      throw InvalidArgument(fmt::format(
          "{}: label {} is {}, but labels must be 0 to {}. Experiments have ten classes; "
          "loadMnist() and load_mnist_directory() read EMNIST's letters by the options classes: 26 "
          "and transpose: true",
          name, i, labels[i], classes - 1));
    }
  }
}

LabelledSets in_usual_form(LabelledSets sets, const std::string& name, const ImageSetForm& form) {
  if (form.classes < 1 || form.classes > 256) {
    throw InvalidArgument(
        fmt::format("{}: classes must be 1 to 256, but it is {}", name, form.classes));
  }
  bool from_one = true;
  int largest = 0;
  for (LabelledImages* set : {&sets.train, &sets.test}) {
    if (form.transpose && set->images.shape().rank() == 3) set->images = transposed(set->images);
    if (set->labels.dtype() != DType::u8) continue;  // refused below
    for (const std::uint8_t label : set->labels.span<std::uint8_t>()) {
      from_one = from_one && label > 0;
      largest = std::max<int>(largest, label);
    }
  }
  if (from_one && largest == form.classes) {
    for (LabelledImages* set : {&sets.train, &sets.test}) {
      Array labels(set->labels.spec());  // not in place: arrays that are copied share their bytes
      std::transform(set->labels.span<std::uint8_t>().begin(),
                     set->labels.span<std::uint8_t>().end(), labels.data<std::uint8_t>(),
                     [](std::uint8_t label) { return static_cast<std::uint8_t>(label - 1); });
      set->labels = labels;
    }
  }
  check_labelled(sets.train, name + ": training set", form.classes);
  check_labelled(sets.test, name + ": test set", form.classes);
  const Shape train = sets.train.images.shape().without_front();
  const Shape test = sets.test.images.shape().without_front();
  if (!(train == test)) {
    throw InvalidArgument(
        fmt::format("{}: size of axis 1 and 2: training images are {}, test images {}; "
                    "they must be the same",
                    name, train.to_string(), test.to_string()));
  }
  return sets;
}

LabelledSets load_mnist_directory(const std::string& directory, const ImageSetForm& form) {
  return in_usual_form({load_set(directory, "train"), load_set(directory, "t10k")}, directory,
                       form);
}

}  // namespace pipette
