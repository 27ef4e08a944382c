// Errors in the words of who typed flags: "--batch-size must be ...", where the emulator says
// "batch_size must be ...".
//
//   speaking_flags(*command, {{"steps_per_execution", "--steps-per-epoch"}}, [&] { run(); });
//
// A word is a flag where the command has one of that name, with dashes for underscores and points,
// and the word has one of these, or is the first of the text ("steps must be 1 to ..."). What --set
// was given stays.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <string>

namespace pipette::cli {

// Flags that have other names than the fields that they stand for.
using OtherFlags = std::map<std::string, std::string>;

std::string with_flags(const std::string& text, const CLI::App& command,
                       const OtherFlags& others = {});

// For flags whose value is the name of a file or folder, or a text that says something: an empty
// one, as of a variable of the shell that is not set, is not the same as none.
CLI::Validator not_empty();

// Does `work`; an Error that it throws has the same code and the text with_flags().
void speaking_flags(const CLI::App& command, const OtherFlags& others,
                    const std::function<void()>& work);

}  // namespace pipette::cli
