// An experiment again with other values of one of its fields, one after another, in slices beside
// the page's own runs.
//
//   FieldSweep sweep;
//   sweep.begin(experiment, data, {"learning_rate", {0.001, 0.01, 0.1}});
//   while (sweep.busy()) sweep.advance(budget_us);
//   sweep.points()[0].accuracy;
//
// What cannot be run, or fails, is a point that says why. One thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "experiment/variation.h"
#include "session/session.h"

namespace pipette::app {

class FieldSweep {
 public:
  static constexpr std::size_t kMostPoints = 32;

  struct Point {
    Json value;
    double progress = 0;  // 0..1; 1: it is done, or has failed
    std::string failure;  // why there are no figures
    // Of what has been done, and of the end once the progress is 1.
    std::optional<double> accuracy;  // 0..1 of the test images; none where nothing classifies
    std::optional<double> loss;      // the mean of the last 500
    double seconds = 0;              // modelled
  };

  // Drops what there was. Throws InvalidArgument for more than kMostPoints values.
  void begin(const Experiment& experiment, const ImageData& data, Variation variation);
  void stop();  // points that have not ended are dropped
  bool busy() const { return next_ < points_.size(); }
  void advance(double budget_us);

  const std::string& field() const { return field_; }  // "" before the first begin()
  const std::vector<Point>& points() const { return points_; }
  // The point that is the experiment with this JSON; nothing if there is none.
  std::optional<std::size_t> point_of(const std::string& json) const;
  // Whether it is the experiment that is varied, or a point.
  bool belongs_to(const std::string& json) const;

 private:
  Experiment experiment_at(std::size_t point) const;
  // Trains, then tests; true at the end of both.
  bool work(Point& point, double budget_us);

  std::optional<Experiment> base_;
  std::optional<ImageData> data_;
  std::string field_;
  std::vector<Point> points_;
  std::vector<std::string> experiments_;  // of the base and the points, as JSON; "": none
  std::size_t next_ = 0;                  // the point that runs
  std::unique_ptr<Session> session_;
  bool testing_ = false;
};

}  // namespace pipette::app
