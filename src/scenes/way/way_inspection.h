// Computes the way of one image, a test image or a drawing (session/layer_probe.h).
//
//   WayInspection inspection;
//   inspection.pick(3);  inspection.draw(pixels);  inspection.label(7);
//   inspection.follow(session, now_s, running);       // updates the model when due
//   draw_way(ui, inspection.model(), ...);
//
// It updates when another image or label is chosen, and when the program has progressed; while the
// program runs, only in a share of the time (runs/share_of_time.h). While the user draws and
// nothing runs, it takes at most half of the time. It changes nothing in the session. One thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/array.h"
#include "runs/share_of_time.h"
#include "scenes/way/way_model.h"
#include "session/session.h"
#include "ui/json_writer.h"

namespace pipette::app::way_scene {

class WayInspection {
 public:
  void pick(std::int64_t test);
  void draw(const std::vector<float>& pixels);  // 28 x 28, 0..1; none: back to the test image
  void label(int label);                        // of the drawing; negative: the prediction
  void select(int station);                     // or the nearest existing one
  void play(bool on) { model_.playing = on; }

  // Another run: drops the results and keeps the user's choices.
  void start(const Session& session);
  void follow(const Session& session, double now_s, bool running);
  bool waits() const { return asked_ != Asked::nothing; }  // an update is due soon

  static void write(const WayModel& model, JsonWriter* json);
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }  // of the image, 28 x 28
  const std::vector<float>& pixels() const { return pixels_; }       // the same, 0..1
  WayModel& model() { return model_; }
  const WayModel& model() const { return model_; }

 private:
  enum class Asked { nothing, while_drawing, at_once };

  bool due(std::int64_t cycles, double now_s, bool running) const;
  void inspect(const Session& session);
  void take_image(const Session& session);
  void fill(const Session& session);
  void add(WayStation station, const Array& values);
  void add_layers_back(const Session& session);

  WayModel model_;
  std::vector<std::uint8_t> drawing_;  // empty: the test image
  int given_label_ = -1;
  std::vector<std::uint8_t> bytes_;
  std::vector<float> pixels_;
  ImageWay way_;
  std::string kept_station_;           // key of the selected station, until there are stations
  std::optional<int> wanted_station_;  // chosen before there were stations
  Asked asked_ = Asked::at_once;
  std::int64_t inspected_cycles_ = -1;
  ShareOfTime share_;
};

}  // namespace pipette::app::way_scene
