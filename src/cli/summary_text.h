// The result of a run, for people and as a document.
#pragma once

#include <ostream>

#include "core/json_fwd.h"
#include "session/summary.h"

namespace pipette::cli {

void print_summary(const Summary& summary, std::ostream& out);
// What --json prints of a run.
Json summary_document(const Summary& summary);

}  // namespace pipette::cli
