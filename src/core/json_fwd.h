// Forward declaration of `Json`, for headers that only pass it on: nlohmann's own header takes
// seconds to compile. Code that creates or reads a value includes core/json.h.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace pipette {

using Json = nlohmann::ordered_json;  // keeps the order in which keys were written

}  // namespace pipette
