// Weights as a file in the safetensors format: a JSON header with the name, dtype, shape and
// offsets of each array, and the bytes.
//
//   std::vector<std::byte> file = encode_weights(variables);
//   decode_weights(file, variables);
//
// Layout: u64 size of the header, the header padded with spaces to a multiple of 8, the data; all
// little endian. A file is not trusted: every size is checked against the bytes present before
// anything is changed, and no memory is allocated just because the header claims a size.
//
// Source: the description of the format in the safetensors repository (huggingface/safetensors).
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
