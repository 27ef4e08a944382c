#include "page/data_inbox.h"

#include <algorithm>
#include <cctype>

#include "core/error.h"

namespace pipette::app {
namespace {

constexpr const char* kParts[] = {"train-images", "train-labels", "t10k-images", "t10k-labels"};

bool says(const std::string& name, const char* word) {
  return name.find(word) != std::string::npos;
}

std::size_t part_of(const std::string& file_name) {
  std::string name = file_name;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const bool train = says(name, "train");
  const bool test = says(name, "t10k") || says(name, "test");
  const bool images = says(name, "image");
  const bool labels = says(name, "label");
  if (train == test || images == labels) {
    throw InvalidArgument(file_name +
                          ": the name must say train or t10k, and images or labels, "
                          "as train-images-idx3-ubyte does");
  }
  return (train ? std::size_t{0} : std::size_t{2}) + (images ? std::size_t{0} : std::size_t{1});
}

}  // namespace

void DataInbox::add(const std::string& file_name, std::span<const std::byte> bytes) {
  const std::size_t part = part_of(file_name);
  const bool images = part % 2 == 0;
  parts_[part] = read_idx(bytes, file_name, ExpectedIdx{DType::u8, images ? 3 : 1});
}

bool DataInbox::empty() const {
  return std::none_of(parts_.begin(), parts_.end(),
                      [](const auto& part) { return part.has_value(); });
}

bool DataInbox::complete() const { return missing().empty(); }

std::string DataInbox::missing() const {
  std::string names;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (!parts_[i]) names += (names.empty() ? "" : ", ") + std::string(kParts[i]);
  }
  return names;
}

ImageData DataInbox::take(const std::string& name) {
  if (!complete()) throw FailedPrecondition("still missing: " + missing());
  const LabelledSets sets = {{*parts_[0], *parts_[1]}, {*parts_[2], *parts_[3]}};
  forget();
  return ImageData::from_sets(name, sets);
}

}  // namespace pipette::app
