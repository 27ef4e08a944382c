// Makes text from outside safe to print on a terminal: a name in somebody's profile or experiment
// could otherwise clear the screen, change its title or type an answer for the user.
//
//   printable("dense\x1b[2J");                  // "dense\x1b[2J" with a backslash: four characters
//   printable(error.what(), "\n");              // keeps line breaks
//
// Control characters, including those of Latin-1 (U+0080 to U+009F), become \x and two digits,
// except those in `kept`. Pure.
#pragma once

#include <string>
#include <string_view>

namespace pipette {

std::string printable(std::string_view text, std::string_view kept = "");

}  // namespace pipette
