#include "page/data_source.h"

#include <algorithm>

#include "core/error.h"
#include "ui/format.h"

namespace pipette::app {
namespace {

constexpr int kShownErrors = 3;

}  // namespace

std::optional<ImageData> DataSource::receive(const std::string& name,
                                             std::span<const std::byte> bytes) {
  try {
    inbox_.add(name, bytes);
    if (inbox_.complete()) return inbox_.take("files");
  } catch (const Error& error) {
    add_error(error.what());
  }
  return std::nullopt;
}

void DataSource::add_error(const std::string& text) {
  if (std::count(error_.begin(), error_.end(), '\n') >= kShownErrors - 1) return;
  error_ += (error_.empty() ? "" : "\n") + text;
}

void DataSource::set_progress(double fraction, const std::string& text, const std::string& error) {
  const bool begins = progress_ < 0 && fraction >= 0;
  if (begins) error_.clear();
  progress_ = static_cast<float>(fraction);
  progress_text_ = text;
  if (!error.empty()) add_error(error);
}

void DataSource::forget() {
  inbox_.forget();
  error_.clear();
}

std::string DataSource::problem() const {
  if (inbox_.empty()) return error_;
  return error_ + (error_.empty() ? "" : "\n") + "The set of files is not complete: it lacks " +
         inbox_.missing() + ". Drop these as well; until then nothing changes.";
}

DataModel DataSource::model(bool generated) const {
  DataModel model = {.kind = generated ? DataKind::generated : DataKind::files,
                     .progress = progress_,
                     .progress_text = progress_text_,
                     .error = error_,
                     .waiting = !inbox_.empty()};
  model.summary = format_count(data_.train_count()) + " training and " +
                  format_count(data_.test_count()) + " test " + data_.classes().several +
                  (generated ? ", drawn here from the seed" : ", from files");
  if (&data_.classes() == &fashion_classes()) model.summary += " of Fashion-MNIST";
  if (model.waiting) model.summary += ". Still missing for the new ones: " + inbox_.missing();
  return model;
}

}  // namespace pipette::app
