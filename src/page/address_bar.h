// Keeps the address in the browser in step with what the page shows.
//
//   AddressBar bar;
//   bar.opened(link, edits.version());              // what the browser already shows
//   bar.follow(host, edits.version(), address);     // before each frame; reports changes
//
// A change of experiment, scene, program or task makes a new entry in the browser's history; a
// changed value of a field does not. The step and the place in the scene are updated only while
// nothing moves. One thread.
#pragma once

#include <cstdint>
#include <string>

#include "page/address.h"
#include "ui/frontend.h"

namespace pipette::app {

// The scene shown first by programs that have it, and the experiment of an address that names none.
inline constexpr const char* kFirstScene = "tensors";
inline constexpr const char* kFirstExperiment = "mnist-with-feeds";

// The error for a refused link; fields are named as on the page.
std::string refusal_of_link(const std::string& why);

class AddressBar {
 public:
  // `edit` is a version number that changes whenever the experiment does.
  void opened(const Address& link, std::uint64_t edit) {
    last_ = link;
    edit_ = edit;
    known_ = true;
  }
  void follow(Host& host, std::uint64_t edit, const Address& now);
  // The step and the place to keep in the address while something moves; zero after an edit.
  std::int64_t at(std::uint64_t edit) const { return edit == edit_ ? last_.at : 0; }
  Place place(std::uint64_t edit) const { return edit == edit_ ? last_.place : Place{}; }

 private:
  Address last_;
  std::uint64_t edit_ = 0;
  bool known_ = false;  // the first address is the opened one
};

}  // namespace pipette::app
