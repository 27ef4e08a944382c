// What the page makes of parameters, without a screen: the first line is the name of an experiment,
// then come lines "NAME|NUMBER|TEXT", "undo" and "redo", and "file|NAME|BYTES", a dropped file.
#include <cstdlib>

#include "fuzz/fuzz_target.h"
#include "page/data_source.h"
#include "page/edits.h"
#include "page/experiment_panel.h"
#include "page/shown_programs.h"

namespace pipette::fuzz {
namespace {

using namespace app;

constexpr std::size_t kMaxLines = 12;

void act(Edits& edits, DataSource& data, std::string line) {
  const std::string name = take_part(line, '|');
  if (name == "undo") {
    edits.undo();
  } else if (name == "redo") {
    edits.redo();
  } else if (name == "file") {
    const std::string file = take_part(line, '|');
    if (auto all = data.receive(file, bytes_of(line))) data.use(*std::move(all));
  } else {
    const std::string number = take_part(line, '|');
    edits.set({"set-parameter", name, std::strtod(number.c_str(), nullptr), line});
  }
}

void check(Edits& edits) {
  require(problems_on_page(edits.current()).empty(), "the current experiment can be run");
  for (const auto& [field, text] : edits.errors()) {
    require(!text.empty(), "the error of \"" + field + "\" has a text");
  }
  edits.panel();
}

void feed(Bytes input) {
  const std::vector<std::string> lines = lines_of(input, kMaxLines);
  if (lines.empty()) return;
  Edits edits(for_page(Experiment::defaults(lines[0])));
  DataSource data(ImageData::generated(1));
  for (std::size_t i = 1; i < lines.size(); ++i) act(edits, data, lines[i]);
  check(edits);
  require(!data.model(true).summary.empty(), "the data are described");
}

const bool kAdded = add_target("page_edits", feed);

}  // namespace
}  // namespace pipette::fuzz
