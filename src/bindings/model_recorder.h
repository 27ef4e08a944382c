// Records the state of fit() and its relatives, and the events that JavaScript has asked for.
//
//   recorder->restart(true, read_events(options));      // {"events": ["epochEnd"]}
//   model.start_fit(dataset, {.callbacks = {recorder}});
//   while (!model.advance(budget)) act_on(std::exchange(recorder->events, Json::array()));
//
// Events are Keras' callbacks, "epochEnd" for on_epoch_end. After a requested event the model
// pauses: advance() returns, so that JavaScript can react before the next execution.
#pragma once

#include <string>
#include <vector>

#include "bindings/options.h"
#include "keras/model.h"

namespace pipette::bindings {

// {"loss": 0.25}; values that are not finite are strings.
Json logs_object(const keras::Logs& logs);
// The names in the option "events"; InvalidArgument for an unknown name.
std::vector<std::string> read_events(Options& options);

class ModelRecorder : public keras::Callback {
 public:
  void restart(bool fits, std::vector<std::string> wanted);

  void on_train_begin() override { happened("trainBegin", 0, {}); }
  void on_train_end(const keras::Logs& all) override { happened("trainEnd", 0, all); }
  void on_epoch_begin(std::int64_t number) override;
  void on_epoch_end(std::int64_t number, const keras::Logs& all) override;
  void on_train_batch_begin(std::int64_t batch) override { happened("trainBatchBegin", batch, {}); }
  void on_train_batch_end(std::int64_t batch, const keras::Logs& now) override;
  void on_test_begin() override { happened("testBegin", 0, {}); }
  void on_test_end(const keras::Logs& all) override { happened("testEnd", 0, all); }
  void on_test_batch_begin(std::int64_t batch) override { happened("testBatchBegin", batch, {}); }
  void on_test_batch_end(std::int64_t batch, const keras::Logs& now) override;
  void on_predict_begin() override { happened("predictBegin", 0, {}); }
  void on_predict_end() override { happened("predictEnd", 0, {}); }
  void on_predict_batch_begin(std::int64_t batch) override {
    happened("predictBatchBegin", batch, {});
  }
  void on_predict_batch_end(std::int64_t batch, const keras::Logs& now) override;

  std::int64_t epoch = 0, step = 0;
  keras::Logs logs;
  Json events = Json::array();  // [{"event", "number", "logs"}, ...]

 private:
  void note(std::int64_t batch, const keras::Logs& now);
  void happened(const char* event, std::int64_t number, const keras::Logs& with);

  std::vector<std::string> wanted_;
  bool fits_ = false;
};

}  // namespace pipette::bindings
