// The way of one image, a test image or a drawing, through queue and stages and back, station by
// station, in the leading run.
#pragma once

#include <memory>

#include "scenes/scene.h"
#include "scenes/way/way_inspection.h"
#include "scenes/way/way_view.h"

namespace pipette::app::way_scene {

class WayScene final : public Scene {
 public:
  static constexpr double kSecondsAtStation = 2.5;  // while it plays

  const char* name() const override { return "way"; }
  const char* label() const override { return label_.c_str(); }
  bool shows(const Runs& runs) const override;
  std::vector<EmbeddableCard> embeddable() const override {
    return {{"way", "way", "mnist-with-feeds"}};
  }

  std::vector<std::string> actions() const override;
  Commands commands() const override;
  bool act(const Intent& intent) override;
  void start(const Runs& runs) override;
  bool playing() const override { return inspection_.model().playing; }
  void advance(double elapsed_s) override;
  Place place() const override;
  void go_to(const Place& place) override;
  void update(const SceneInput& input, bool in_sight) override;
  PageFrame lay_out(Ui& ui, const FrameSize& size) override;
  void draw(Ui& ui) override;
  SceneState state() const override;  // "way"
  std::vector<const char*> tables(const std::string& card) const override;
  std::string csv(const std::string& table) const override;
  bool moves(const std::string& card) const override { return card == "way"; }
  std::string caption() const override;

  // The content that draw() shows.
  WayInspection& inspection() { return inspection_; }

 private:
  struct Pictures {  // made in the first frame, as they need ImGui's context
    WayPickState pick;
    WayStationsState stations;
  };

  bool shown_ = false;
  std::string label_ = "A digit's way";
  WayInspection inspection_;
  double at_station_s_ = 0;
  TestDigits digits_;
  WayLayout layout_;
  std::unique_ptr<Pictures> pictures_;
};

}  // namespace pipette::app::way_scene
