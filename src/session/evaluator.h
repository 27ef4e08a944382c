// Measures a network on test images while training is paused or between slices of it. This takes no
// modelled time, because an evaluator has a machine of its own.
//
//   Evaluator evaluator(workload.classifier(), data);
//   evaluator.restart();
//   while (!evaluator.advance(6000)) draw_frame();     // microseconds of real time
//   evaluator.accuracy();
#pragma once

#include <memory>

#include "program/strategy.h"
#include "session/image_data.h"
#include "session/workload.h"

namespace pipette {

class Evaluator {
 public:
  // Without a classifier there is nothing to evaluate, and predict() throws FailedPrecondition.
  Evaluator(const Classifier& classifier, const ImageData& data);

  void restart();                  // each later advance() uses the weights current at its call
  bool advance(double budget_us);  // true when all test images are done
  bool possible() const { return possible_; }
  std::int64_t seen() const { return seen_; }
  std::int64_t correct() const { return correct_; }
  double accuracy() const;  // over the images done so far; 0 before any

  // u8 or f32 (0..1) images [n, h, w] -> probabilities f32 [n, 10]. Throws InvalidArgument for
  // other images.
  Array predict(const Array& images);

 private:
  Array probabilities(const Array& images_f32);

  const ImageData& data_;
  Machine machine_;
  Strategy strategy_;
  Function inference_;
  bool possible_;
  std::int64_t seen_ = 0;
  std::int64_t correct_ = 0;
};

}  // namespace pipette
