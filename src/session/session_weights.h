// The weights that a session trains, as a file in the safetensors format (keras/weights.h).
//
//   write(weights_file(session));
//   set_weights(other, read_file("weights.safetensors"));
//
// As in Keras, names end in ":0", whichever program has trained.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "session/session.h"

namespace pipette {

std::vector<std::byte> weights_file(const Session& session);

// Sets all weights, or none; to be called before the first step. Throws what decode_weights()
// throws, and FailedPrecondition for a program that trains nothing.
void set_weights(Session& session, std::span<const std::byte> file);

}  // namespace pipette
