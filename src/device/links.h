// The links between the IPUs of a machine, and the time that copies over them take.
//
//   Ladder ladder;                                          // a machine's, ids as a snake
//   ladder.route(0, 2).size();                              // 2 hops
//   Copies copies;
//   copies.add(ladder.route(0, 2), 300);                    // 300 cycles on each link
//   LinkExchange exchange(all);                             // all: several such Copies
//   exchange.add(0);  exchange.add(1);  exchange.cycles();  // two of them at once
//
// The IPUs form a ladder with two IPUs on each rung. Each IPU has links to the other one on its
// rung and to its neighbours above and below ([P] lib/poplibs_test/Util.cpp:360). The hardware
// counts rung by rung. A program's ids run through the ladder in a selection order; by default as a
// snake, so that IPUs with neighbouring ids are neighbours:
//
//     0 - 3 - 4 - 7
//     |   |   |   |
//     1 - 2 - 5 - 6
//
// A copy to a distant IPU crosses the rung on which it begins and then follows the side, and
// occupies each link on the way, in its direction, for the same time. So copies that share a link
// take the sum of their times there, and an exchange takes as long as its busiest link.
//
// Plain values; no state is shared.
//
// Inaccuracies: no source says which of several shortest routes a copy takes, nor what a hop adds
// to the fixed time of an exchange; the time of an external synchronisation hop is used for that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/choices.h"

namespace pipette {

// The order in which a program's ids run through the machine: IPUConfig's selection_order.
enum class SelectionOrder : std::uint8_t {
  automatic,  // the snake
  snake,      // 0, 1, 3, 2, 4, 5, 7, 6, ...
  hoof,       // up one side and down the other: 0, 2, 4, ..., 5, 3, 1
  zigzag,     // in the hardware's order: 0, 1, 2, 3, ...
};
constexpr auto choices_of(SelectionOrder) {
  return std::to_array<Choice<SelectionOrder>>({{SelectionOrder::automatic, "auto", "Auto"},
                                                {SelectionOrder::snake, "snake", "Snake"},
                                                {SelectionOrder::hoof, "hoof", "Hoof"},
                                                {SelectionOrder::zigzag, "zigzag", "Zigzag"}});
}

// The number of one direction of the links between two neighbours.
using LinkId = int;

struct Ladder {
  SelectionOrder order = SelectionOrder::automatic;
  int num_ipus = 0;  // of the machine; only `hoof` turns round at its end

  // The hardware's number of the IPU with this id, which is at least 0.
  int physical(int ipu) const;
  // The links that a copy crosses, in order; none if `from` is `to`.
  std::vector<LinkId> route(int from, int to) const;
};

struct LinkLoad {
  LinkId link = 0;
  double cycles = 0;
};
// The time that copies which begin together need on each link, in cycles of the device clock.
struct Copies {
  std::vector<LinkLoad> links;
  double latency_cycles = 0;  // independent of the amount of data

  // Adds a copy that occupies each link of its route for `cycles`.
  void add(const std::vector<LinkId>& route, double cycles);
};

// Several such copies at once, chosen by their index in `all`.
class LinkExchange {
 public:
  explicit LinkExchange(std::span<const Copies> all);

  void clear();                 // chooses none
  void add(int which);          // at most once for each
  std::int64_t cycles() const;  // of the chosen copies, rounded up

 private:
  std::vector<Copies> all_;     // with links as indices into cycles_
  std::vector<double> cycles_;  // of each link
  std::vector<int> chosen_;
  double latency_cycles_ = 0, longest_ = 0;
};

}  // namespace pipette
