// The digits that are trained with, and where they come from: generated, or files that arrive one
// by one.
//
//   DataSource source(ImageData::generated(1));
//   if (auto data = source.receive("train-images-idx3-ubyte", bytes)) use(*data);
//   draw_data(ui, source.model(generated), &state, area);
//
// What is wrong with a file stays in sight, along with what is wrong with others, until the next
// load or forget(). One thread.
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

  // Gives the whole data set once its last file has come.
  std::optional<ImageData> receive(const std::string& name, std::span<const std::byte> bytes);
  // The progress of a load is 0..1, or negative when it is over. The errors of one load add up.
  void set_progress(double fraction, const std::string& text, const std::string& error);
  void add_error(const std::string& text);
  // Files of a set that is not complete, and what is wrong with others.
  void forget();
  // What somebody who has given files must know: what is wrong with which of them, and which are
  // still missing; "" where they do.
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
