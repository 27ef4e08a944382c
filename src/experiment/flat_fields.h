// The fields of an experiment as links have them: one flat object, in which "host.call_us" is
// call_us of the object host.
//
//   Experiment::from_json(nested_fields(flat).dump());
#pragma once

#include "core/json_fwd.h"

namespace pipette {

// Throws InvalidArgument if a name is both a value and an object.
Json nested_fields(const Json& flat);

}  // namespace pipette
