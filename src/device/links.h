// The links between the IPUs of a machine, and how long copies over them take.
//
//   Copies copies;
//   model.add_copy(copies, 4, 0, 2, 4096);                  // of 4 IPUs, from 0 to 2, bytes
//   LinkExchange exchange(all);                             // all: several such Copies
//   exchange.add(0);  exchange.add(1);  exchange.cycles();  // two of them at once
//
// IPUs stand on a ladder of rungs of two, and each has links to the other one of its rung and to
// its neighbours up and down ([P] lib/poplibs_test/Util.cpp:360). Ids run through the ladder as a
// snake, so that IPUs with neighbouring ids are neighbours:
//
//     0   3 - 4   7          0 - 1, 1 - 2, 2 - 3, ... are one hop,
//     |   |   |   |          0 - 3 too,
//     1 - 2   5 - 6          0 - 2 two hops, 0 - 6 four
//
// (the links 0 - 3, 4 - 7, 2 - 5, ... are there as well). A copy to an IPU further away goes over
// the rung on which it begins and then along its side, and occupies each link on the way, in its
// direction, for as long. So copies that share a link take the sum of their times there, and an
// exchange takes as long as the link with most to do.
//
// Plain values; no state is shared.
//
// Inaccuracies: no source says which of several shortest ways a copy takes, nor what a hop adds to
// the fixed time of an exchange; a hop of the external synchronisation is used for that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pipette {

// The number that the hardware gives the IPU with this id: 0, 1, 3, 2, 4, 5, 7, 6, ...
int physical_ipu(int ipu);

// One direction of the links between two neighbours, as a number.
using LinkId = int;
// The links that a copy crosses, in order; none if `from` is `to`. Ids are at least 0.
std::vector<LinkId> route(int from, int to);

struct LinkLoad {
  LinkId link = 0;
  double cycles = 0;
};
// What copies that begin together ask of the links, in cycles of the device clock.
struct Copies {
  std::vector<LinkLoad> links;
  double latency_cycles = 0;  // however little is copied

  // A copy that occupies each link on its way for `cycles`.
  void add(int from, int to, double cycles);
};

// Several such copies at once, chosen by their position in `all`.
class LinkExchange {
 public:
  explicit LinkExchange(std::span<const Copies> all);

  void clear();                 // none is chosen
  void add(int which);          // once each
  std::int64_t cycles() const;  // of those chosen, rounded up

 private:
  std::vector<Copies> all_;     // links as positions in cycles_
  std::vector<double> cycles_;  // of each link
  std::vector<int> chosen_;
  double latency_cycles_ = 0, longest_ = 0;
};

}  // namespace pipette
