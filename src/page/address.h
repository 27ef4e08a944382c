// What an address of the page says, as one flat JSON object: what differs from the defaults of an
// experiment, the scene, the place, and which of two programs side by side leads.
//
//   Address address = parse_address("{\"v\": 1, \"experiment\": \"loops\", \"batch_size\": 48}");
//   address_json(address);            // the same again: only what differs
//
// Fields have the names of the table (experiment/field.h), "device.io_tiles" among them; the
// address's own members are "v", "scene", "at" and "leads", those of a place in a scene, "digit",
// "station", "slot", "compare" and "first.stages" and the like (scenes/place.h), and those of a
// teacher's task: "task", "goal", "lock" and "hide" (page/task.h). web/links.mjs writes such an
// object as the fragment of an address, and reads the links of before, which had no "v" and named
// all fields. Links are a contract: `v` is raised when a default changes, for a link leaves
// defaults out.
//
// parse_address() throws what Experiment::from_json() throws, and InvalidArgument for a newer
// version, for a member of another type, and for what the page cannot show. Data does not travel:
// the experiment has generated digits. Pure.
#pragma once

#include <cstdint>
#include <string>

#include "experiment/experiment.h"
#include "page/task.h"
#include "scenes/place.h"

namespace pipette::app {

inline constexpr std::int64_t kAddressVersion = 1;

struct Address {
  Experiment experiment;   // as the page keeps it (page/shown_programs.h)
  std::string scene = {};  // empty: the one that is shown first
  Place place = {};        // in that scene
  std::int64_t at = 0;     // steps after which it stands
  bool by_calls = false;   // the program with a call for every batch leads
  Task task = {};          // of a teacher
};

Address parse_address(const std::string& json);
std::string address_json(const Address& address);
// What somebody is told whose link has been copied: what it carries, and what not.
std::string said_of_link(const Address& address);

}  // namespace pipette::app
