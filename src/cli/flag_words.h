// Rewrites errors for users of flags: "--batch-size must be ..." instead of the emulator's
// "batch_size must be ...".
//
//   speaking_flags(*command, {{"steps_per_execution", "--steps-per-epoch"}}, [&] { run(); });
//
// A word becomes a flag if the command has a flag of that name, with dashes for underscores and
// points, and the word contains one of these or is the first of the text ("steps must be 1 to
// ..."). Text given to --set stays.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <string>

namespace pipette::cli {

// Flags whose names differ from those of their fields.
using OtherFlags = std::map<std::string, std::string>;

std::string with_flags(const std::string& text, const CLI::App& command,
                       const OtherFlags& others = {});

// For flags whose value is the name of a file or folder, or some other text: an empty value, such
// as an unset shell variable, is not the same as no flag.
CLI::Validator not_empty();

// Runs `work`; an Error that it throws keeps its code and gets the text of with_flags().
void speaking_flags(const CLI::App& command, const OtherFlags& others,
                    const std::function<void()>& work);

}  // namespace pipette::cli
