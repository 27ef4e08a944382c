// The scenes of the page and the one that the user has chosen.
//
//   SceneMenu menu;
//   menu.start(runs);                 // for new runs
//   menu.choose("tensors");
//   menu.chosen(runs).draw(ui);       // or another, where that one cannot show the runs
//
// One thread.
#pragma once

#include <string>

#include "page/address_bar.h"
#include "page/scenes.h"
#include "scenes/place.h"

namespace pipette::app {

class SceneMenu {
 public:
  SceneMenu() : scenes_(make_scenes()) {}

  const Scenes& all() const { return scenes_; }
  void choose(const std::string& name) { wanted_ = name; }
  const std::string& wanted() const { return wanted_; }
  Scene& chosen(const Runs& runs) const { return called(wanted_, runs); }
  // The scene of that name, or the first that can show the runs.
  Scene& called(const std::string& name, const Runs& runs) const;

  void start(const Runs& runs);
  bool playing() const;
  void advance(double elapsed_s);  // those that play
  // Hands a request to the scenes that can show the runs; whether one of them knew it.
  bool act(const Intent& intent, const Runs& runs);

 private:
  Scenes scenes_;
  std::string wanted_ = kFirstScene;
};

}  // namespace pipette::app
