// Class codes and links of tasks, as somebody hands them in.
#include "cli/class_code.h"
#include "fuzz/fuzz_target.h"

namespace pipette::fuzz {
namespace {

void feed(Bytes input) {
  const std::string text(text_of(input));
  std::size_t line = 1;
  for (const cli::FoundCode& found : cli::find_class_codes(text)) {
    require(found.line >= line, "codes are found in their order");
    line = found.line;
    refuses([&] { cli::task_of(cli::read_class_code(found.text).address); });
  }
  const cli::GivenTask task = cli::task_of(cli::address_of_link(text));
  require(cli::departures(task, task).empty(), "a task does not depart from itself");
}

const bool kAdded = add_target("class_codes", feed);

}  // namespace
}  // namespace pipette::fuzz
