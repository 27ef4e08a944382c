// Class codes, as students copy them from the page (web/class_code.mjs says what they are).
//
//   for (const FoundCode& found : find_class_codes(text)) ...      // in a table, a mail, anything
//   ClassCode code = read_class_code("pipette-1.eyJu....3f9c01aa");
//   GivenTask own = task_of(address_of_link("https://.../#v=1&task=..."));
//   departures(code, own);                    // [] if it is the teacher's own task
//
// Errors: InvalidArgument, with what is wrong, for a code or a link that cannot be read. Anybody
// can write both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "experiment/experiment.h"

namespace pipette::cli {

struct FoundCode {
  std::size_t line = 1;
  std::string text;
};
// Whatever begins as a code does, up to the next space, comma, quotation mark or end of line.
std::vector<FoundCode> find_class_codes(std::string_view text);

// What a link says besides the experiment's fields.
struct GivenTask {
  Experiment experiment;  // that a run is of: the program that leads
  std::string text = {}, goal = {};
  std::vector<std::string> locked = {}, hidden = {};
};

struct ClassCode {
  std::string name;  // as the student wrote it
  Json address;
  std::int64_t step = 0;
  std::string weights, losses;  // hashes
  std::optional<double> accuracy = {};
};

ClassCode read_class_code(const std::string& text);
// The flat JSON object of a link (web/links.mjs), also of its fragment alone.
Json address_of_link(const std::string& link);
GivenTask task_of(const Json& address);
// Where what was handed in is not the teacher's own task, in words.
std::vector<std::string> departures(const GivenTask& handed_in, const GivenTask& own);

}  // namespace pipette::cli
