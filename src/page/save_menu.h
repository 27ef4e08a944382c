// The menu at a card's heading that lists the formats in which the card can be saved.
//
//   SaveMenu menu;
//   menu.draw(ui, [&](const std::string& card) { return SaveMenu::Content{tables_of(card)}; });
//
// It opens when ui.saving.menu names a card (the button beside its heading, or E over it) and asks
// for kSave. The keys 1, 2, ... choose a line. A dark page offers light colours, for paper. One
// thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ui/ui.h"

namespace pipette::app {

class SaveMenu {
 public:
  // The choices for a card, besides a picture.
  struct Content {
    std::vector<const char*> tables;  // their names
    bool moves = false;               // a film
    bool weights = false;             // of the network beside the card
  };
  void draw(Ui& ui, const std::function<Content(const std::string& card)>& content);

 private:
  std::string card_;
  Content content_;
  bool light_ = true;
};

}  // namespace pipette::app
