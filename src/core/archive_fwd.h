// Forward declaration of `Archive`, for headers whose classes only take part in it.
#pragma once

namespace pipette {

class Archive;

}  // namespace pipette
