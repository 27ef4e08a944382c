// Text from outside, as it may be printed on a terminal: a name in somebody's profile or experiment
// could otherwise clear the screen, change its title or answer in the user's place.
//
//   printable("dense\x1b[2J");                  // "dense\x1b[2J" with a backslash: four characters
//   printable(error.what(), "\n");              // lines stay lines
//
// Control characters, those of Latin-1 among them (U+0080 to U+009F), become \x and two digits, but
// for those in `kept`. Pure.
#pragma once

#include <string>
#include <string_view>

namespace pipette {

std::string printable(std::string_view text, std::string_view kept = "");

}  // namespace pipette
