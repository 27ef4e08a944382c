// Keeps the address of the page in step with what it shows.
//
//   AddressBar bar;
//   bar.opened(link, edits.version());              // what the browser shows already
//   bar.follow(host, edits.version(), address);     // before each frame; tells what has changed
//
// Going back leads to another experiment, scene or program, not through every value of a field. The
// step and the place in the scene follow only while nothing moves. One thread.
#pragma once

#include <cstdint>
#include <string>

#include "page/address.h"
#include "ui/frontend.h"

namespace pipette::app {

// Shown first, by programs that have it; and the experiment of an address that names none.
inline constexpr const char* kFirstScene = "tensors";
inline constexpr const char* kFirstExperiment = "mnist-with-feeds";

// What is said of a link; fields have the names that they have on the page.
std::string refusal_of_link(const std::string& why);

class AddressBar {
 public:
  // `edit` changes whenever the experiment does.
  void opened(const Address& link, std::uint64_t edit) {
    last_ = link;
    edit_ = edit;
    known_ = true;
  }
  void follow(Host& host, std::uint64_t edit, const Address& now);
  // The step and the place of the address while something moves: a changed experiment begins anew.
  std::int64_t at(std::uint64_t edit) const { return edit == edit_ ? last_.at : 0; }
  Place place(std::uint64_t edit) const { return edit == edit_ ? last_.place : Place{}; }

 private:
  Address last_;
  std::uint64_t edit_ = 0;
  bool known_ = false;  // the first address is the one that is opened
};

}  // namespace pipette::app
