// Weights as a file in the safetensors format (core/safetensors.h).
//
//   std::vector<std::byte> file = encode_weights(variables);
//   decode_weights(file, variables);
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "graph/variable.h"

namespace pipette::keras {

std::vector<std::byte> encode_weights(const std::vector<Variable>& variables);
// Sets all variables, or none. Throws InvalidArgument, naming the array, for bytes that are not
// such a file, and for arrays that are missing, superfluous, or of another dtype or shape.
void decode_weights(std::span<const std::byte> file, const std::vector<Variable>& variables);

}  // namespace pipette::keras
