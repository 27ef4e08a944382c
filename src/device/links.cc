#include "device/links.h"

#include <algorithm>
#include <map>

#include "core/item.h"
#include "device/clock.h"

namespace pipette {
namespace {

enum class Direction { across, up, down };

LinkId link_from(int physical, Direction direction) {
  return physical * 3 + static_cast<int>(direction);
}

}  // namespace

int Ladder::physical(int ipu) const {
  switch (order) {
    case SelectionOrder::zigzag:
      return ipu;
    case SelectionOrder::hoof: {
      const int rungs = (num_ipus + 1) / 2;
      if (ipu < rungs) return 2 * ipu;
      return 2 * (2 * rungs - ipu) - 1;
    }
    case SelectionOrder::automatic:
    case SelectionOrder::snake:
      break;
  }
  return ipu % 4 >= 2 ? ipu ^ 1 : ipu;
}

std::vector<LinkId> Ladder::route(int from, int to) const {
  std::vector<LinkId> links;
  int at = physical(from);
  const int end = physical(to);
  if (at % 2 != end % 2) {
    links.push_back(link_from(at, Direction::across));
    at ^= 1;
  }
  const int step = end > at ? 2 : -2;
  for (; at != end; at += step) {
    links.push_back(link_from(at, step > 0 ? Direction::up : Direction::down));
  }
  return links;
}

void Copies::add(const std::vector<LinkId>& route, double cycles) {
  for (const LinkId link : route) {
    const auto known = std::find_if(links.begin(), links.end(),
                                    [&](const LinkLoad& load) { return load.link == link; });
    if (known == links.end()) {
      links.push_back({link, cycles});
    } else {
      known->cycles += cycles;
    }
  }
}

LinkExchange::LinkExchange(std::span<const Copies> all) : all_(all.begin(), all.end()) {
  std::map<LinkId, int> position;
  for (Copies& copies : all_) {
    for (LinkLoad& load : copies.links) {
      load.link = position.emplace(load.link, static_cast<int>(position.size())).first->second;
    }
  }
  cycles_.assign(position.size(), 0);
}

void LinkExchange::clear() {
  for (const int which : chosen_) {
    for (const LinkLoad& load : item(all_, which).links) item(cycles_, load.link) = 0;
  }
  chosen_.clear();
  latency_cycles_ = longest_ = 0;
}

void LinkExchange::add(int which) {
  const Copies& copies = item(all_, which);
  chosen_.push_back(which);
  latency_cycles_ = std::max(latency_cycles_, copies.latency_cycles);
  for (const LinkLoad& load : copies.links) {
    longest_ = std::max(longest_, item(cycles_, load.link) += load.cycles);
  }
}

std::int64_t LinkExchange::cycles() const { return ceil_cycles(latency_cycles_ + longest_); }

}  // namespace pipette
