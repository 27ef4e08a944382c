#include "bindings/model_recorder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "bindings/views.h"
#include "core/nearest_name.h"

namespace pipette::bindings {

Json logs_object(const keras::Logs& logs) {
  Json object = Json::object();
  for (const keras::Logs::Entry& entry : logs.entries()) {
    object[entry.name] = any_number(entry.value);
  }
  return object;
}

std::vector<std::string> read_events(Options& options) {
  static const std::vector<std::string_view> kAll = {
      "trainBegin",    "trainEnd",   "epochBegin",        "epochEnd",       "trainBatchBegin",
      "trainBatchEnd", "testBegin",  "testEnd",           "testBatchBegin", "testBatchEnd",
      "predictBegin",  "predictEnd", "predictBatchBegin", "predictBatchEnd"};
  std::vector<std::string> events;
  options.read("events", events);
  for (const std::string& name : events) {
    if (std::find(kAll.begin(), kAll.end(), name) == kAll.end()) {
      throw InvalidArgument(fmt::format("models have no event \"{}\"{}; there are {}", name,
                                        did_you_mean(name, kAll), fmt::join(kAll, ", ")));
    }
  }
  return events;
}

void ModelRecorder::restart(bool fits, std::vector<std::string> wanted) {
  fits_ = fits;
  wanted_ = std::move(wanted);
  epoch = step = 0;
  logs = {};
  events = Json::array();
}

void ModelRecorder::on_epoch_begin(std::int64_t number) {
  epoch = number;
  step = 0;
  logs = {};
  happened("epochBegin", number, {});
}

void ModelRecorder::on_epoch_end(std::int64_t number, const keras::Logs& all) {
  logs = all;
  happened("epochEnd", number, all);
}

void ModelRecorder::on_train_batch_end(std::int64_t batch, const keras::Logs& now) {
  note(batch, now);
  happened("trainBatchEnd", batch, now);
}

void ModelRecorder::on_test_batch_end(std::int64_t batch, const keras::Logs& now) {
  if (!fits_) note(batch, now);  // else the validation of an epoch
  happened("testBatchEnd", batch, now);
}

void ModelRecorder::on_predict_batch_end(std::int64_t batch, const keras::Logs& now) {
  note(batch, now);
  happened("predictBatchEnd", batch, now);
}

void ModelRecorder::note(std::int64_t batch, const keras::Logs& now) {
  step = batch + 1;
  logs = now;
}

void ModelRecorder::happened(const char* event, std::int64_t number, const keras::Logs& with) {
  if (std::find(wanted_.begin(), wanted_.end(), event) == wanted_.end()) return;
  events.push_back({{"event", event}, {"number", number}, {"logs", logs_object(with)}});
  model().pause();
}

}  // namespace pipette::bindings
