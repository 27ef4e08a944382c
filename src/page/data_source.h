// The digits to train with, and their source: generated here, or files that arrive one by one.
//
//   DataSource source(ImageData::generated(1));
//   if (auto data = source.receive("train-images-idx3-ubyte", bytes)) use(*data);
//   draw_data(ui, source.model(generated), &state, area);
//
// Errors add up and stay visible until the next load or forget(). One thread.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "page/data_inbox.h"
#include "page/data_model.h"
#include "session/image_data.h"

namespace pipette::app {

class DataSource {
 public:
  explicit DataSource(ImageData data) : data_(std::move(data)) {}

  const ImageData& data() const { return data_; }
  void use(ImageData data) { data_ = std::move(data); }

  // Returns the whole data set once its last file has arrived.
  std::optional<ImageData> receive(const std::string& name, std::span<const std::byte> bytes);
  // A load's progress is 0..1, or negative once it is over. The errors of one load add up.
  void set_progress(double fraction, const std::string& text, const std::string& error);
  void add_error(const std::string& text);
  // Drops the files of an incomplete set, and all errors.
  void forget();
  // The message for a user who has given files: the error of each bad file, and which files are
  // still missing; "" if all is well.
  std::string problem() const;
  const std::string& error() const { return error_; }

  DataModel model(bool generated) const;

 private:
  ImageData data_;
  DataInbox inbox_;
  float progress_ = -1;
  std::string progress_text_;
  std::string error_;
};

}  // namespace pipette::app
