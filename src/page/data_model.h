// The source of the digits and the state of loading, as plain values.
#pragma once

#include <cstdint>
#include <string>

namespace pipette::app {

enum class DataKind : std::uint8_t { generated, files, url };

struct DataModel {
  bool used = true;  // by the experiment on the page
  DataKind kind = DataKind::generated;
  std::string summary = {};        // "Generated digits, 60,000 + 10,000"
  float progress = -1;             // 0..1 while loading, negative otherwise
  std::string progress_text = {};  // "train-images 3.1 of 9.9 MB"
  std::string error = {};
  bool waiting = false;  // for the rest of a set of files
};

}  // namespace pipette::app
