// Callbacks: functions that the host calls between executions of a model.
//
//   class Report : public Callback {
//     void on_epoch_end(std::int64_t epoch, const Logs& logs) override {
//       fmt::print("epoch {}: loss {}\n", epoch + 1, logs["loss"]);
//     }
//   };
//   model.fit(dataset, {.epochs = 3, .callbacks = {std::make_shared<Report>()}});
//
// Batches and epochs are numbered from 0. on_train_batch_end is called once for each execution,
// with the number of its last mini-batch and the logs after it; with asynchronous callbacks it is
// called for each mini-batch, during the execution. on_train_batch_begin gets the number of the
// first. Evaluating calls the test functions, predicting the predict functions.
//
// Logs hold the mean of the loss and of each metric over the mini-batches of the epoch so far, in
// the order loss, metrics, and after a validation the same with the prefix "val_".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/archive_fwd.h"
#include "core/error.h"
#include "training/loss_record.h"

namespace pipette::keras {

class Model;

class Logs {
 public:
  struct Entry {
    std::string name;
    double value = 0;                   // reduced over replicas
    std::vector<double> replicas = {};  // each replica's own
    void archive(Archive& a);
  };

  double operator[](const std::string& name) const { return entry(name).value; }
  const Entry& entry(const std::string& name) const;  // throws NotFound
  bool contains(const std::string& name) const;
  const std::vector<Entry>& entries() const { return entries_; }
  void add(Entry entry) { entries_.push_back(std::move(entry)); }
  void archive(Archive& a);

 private:
  std::vector<Entry> entries_;
};

class Callback {
 public:
  virtual ~Callback() = default;

  virtual void on_train_begin() {}
  virtual void on_train_end(const Logs&) {}
  virtual void on_epoch_begin(std::int64_t /*epoch*/) {}
  virtual void on_epoch_end(std::int64_t /*epoch*/, const Logs&) {}
  virtual void on_train_batch_begin(std::int64_t /*batch*/) {}
  virtual void on_train_batch_end(std::int64_t /*batch*/, const Logs&) {}

  virtual void on_test_begin() {}
  virtual void on_test_end(const Logs&) {}
  virtual void on_test_batch_begin(std::int64_t /*batch*/) {}
  virtual void on_test_batch_end(std::int64_t /*batch*/, const Logs&) {}

  virtual void on_predict_begin() {}
  virtual void on_predict_end() {}
  virtual void on_predict_batch_begin(std::int64_t /*batch*/) {}
  virtual void on_predict_batch_end(std::int64_t /*batch*/, const Logs&) {}

  void set_model(Model* model) { model_ = model; }

 protected:
  Model& model() const { return *model_; }  // the calling model

 private:
  Model* model_ = nullptr;
};

using Callbacks = std::vector<std::shared_ptr<Callback>>;

// The result of fit(): the logs of each epoch.
struct History {
  std::vector<std::int64_t> epochs;
  std::vector<Logs> logs;
  // The loss of every mini-batch that was dequeued, averaged over replicas; mini-batches are
  // numbered through all epochs.
  LossRecord losses;

  std::vector<double> operator[](const std::string& name) const;  // by epoch; throws NotFound
  void archive(Archive& a);
};

}  // namespace pipette::keras
