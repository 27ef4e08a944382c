// Collects IDX files until they make a data set.
//
//   DataInbox inbox;
//   inbox.add("train-images-idx3-ubyte", bytes);   // and three more, in any order
//   if (inbox.complete()) ImageData data = inbox.take("mnist");
//
// Files are recognised by names like MNIST's: "train" or "t10k", and "images" or "labels". add()
// throws InvalidArgument for any other name, and what read_idx() throws. take() throws
// FailedPrecondition while files are missing, and what check_labelled() throws. A refused file is
// dropped. Not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "session/image_data.h"

namespace pipette::app {

class DataInbox {
 public:
  void add(const std::string& file_name, std::span<const std::byte> bytes);
  bool empty() const;
  bool complete() const;
  std::string missing() const;  // "train-labels, t10k-images"
  ImageData take(const std::string& name);
  void forget() { parts_ = {}; }

 private:
  std::array<std::optional<Array>, 4> parts_;
};

}  // namespace pipette::app
