// The state in an address of the page, as one flat JSON object: the differences from an
// experiment's defaults, the scene, the place, and which of two programs side by side leads.
//
//   Address address = parse_address("{\"v\": 1, \"experiment\": \"loops\", \"batch_size\": 48}");
//   address_json(address);            // the same again: only what differs
//
// Fields are named as in the table (experiment/field.h), "device.io_tiles" among them. The address
// adds its own members "v", "scene", "at" and "leads"; the members of a place in a scene, such as
// "digit", "station", "slot", "compare" and "first.stages" (scenes/place.h); and those of a
// teacher's task: "task", "goal", "lock" and "hide" (page/task.h). web/links.mjs writes such an
// object as the fragment of an address, and still reads old links, which had no "v" and named all
// fields. Links are a contract: they leave defaults out, so `v` is raised when a default changes.
//
// parse_address() throws what Experiment::from_json() throws, and InvalidArgument for a newer
// version, a member of the wrong type, and anything that the page cannot show. Data does not
// travel: the experiment has generated digits. Pure.
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
  std::string scene = {};  // empty: the scene that is shown first
  Place place = {};        // in that scene
  std::int64_t at = 0;     // the step at which the leader stands
  bool by_calls = false;   // the program with a call per mini-batch leads
  Task task = {};          // set by a teacher
};

Address parse_address(const std::string& json);
std::string address_json(const Address& address);
// The announcement after a link has been copied: what it carries, and what it leaves out.
std::string said_of_link(const Address& address);

}  // namespace pipette::app
