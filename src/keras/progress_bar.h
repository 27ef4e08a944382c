// The progress bar of fit() and evaluate(), in Keras' layout, without colours.
//
//   Epoch 1/3
//   32/500 [>.............................] - ETA: 3s - loss: 1.2345
//
// While it advances it is redrawn in place with a carriage return, at most 20 times a second.
// Verbose 2 writes one line at the end of each epoch instead. The seconds are real time.
#pragma once

#include <functional>

#include "core/text_sink.h"
#include "keras/callback.h"

namespace pipette::keras {

class ProgressBar : public Callback {
 public:
  using Clock = std::function<double()>;  // seconds

  struct Options {
    int verbose = 1;
    std::int64_t epochs = 1;  // evaluate(): 0, without "Epoch 1/3"
    std::int64_t steps = 1;   // of an epoch
  };
  ProgressBar(TextSink out, const Options& options, Clock clock = real_clock());
  static Clock real_clock();

  void on_epoch_begin(std::int64_t epoch) override;
  void on_train_batch_end(std::int64_t batch, const Logs& logs) override {
    update(batch + 1, logs);
  }
  void on_epoch_end(std::int64_t epoch, const Logs& logs) override;
  void on_test_begin() override;
  void on_test_batch_end(std::int64_t batch, const Logs& logs) override;
  void on_test_end(const Logs& logs) override;

 private:
  void begin();
  void update(std::int64_t done, const Logs& logs);
  void finish(const Logs& logs);
  double seconds_per_step(std::int64_t done, double now) const;
  void draw(std::int64_t done, const Logs& logs, bool last);

  TextSink out_;
  Options options_;
  Clock clock_;
  bool in_epoch_ = false;  // a test inside an epoch shows nothing
  double begin_ = 0;
  double first_step_ = -1;  // end of the first execution, and its number of steps
  std::int64_t first_steps_ = 0;
  double drawn_ = -1;
  std::size_t drawn_width_ = 0;
};

}  // namespace pipette::keras
