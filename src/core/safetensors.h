// Named arrays in one file, in the safetensors format: a JSON header with the name, dtype, shape
// and offsets of each array, and the bytes.
//
//   std::vector<std::byte> file = encode_safetensors({{"dense/kernel:0", kernel}});
//   for (const TensorEntry& entry : parse_safetensors(file, "weights file").tensors) ...
//
// Layout: u64 size of the header, the header padded with spaces to a multiple of 8, the data; all
// little endian. The header's "__metadata__" maps texts to texts. A file is not trusted: every size
// is checked against the bytes present, and no memory is allocated just because the header claims a
// size.
//
// Source: the description of the format in the safetensors repository (huggingface/safetensors).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/array.h"

namespace pipette {

struct NamedArray {
  std::string name;
  Array array;
};
using TensorMetadata = std::map<std::string, std::string>;

// The format's name of a dtype: "F32". Throws TypeError for one that the format lacks.
const char* safetensors_dtype(DType dtype);

std::vector<std::byte> encode_safetensors(const std::vector<NamedArray>& arrays,
                                          const TensorMetadata& metadata = {});

struct TensorEntry {
  std::string name;
  std::string dtype;  // the format's word, which may be one that Pipette lacks
  std::vector<std::int64_t> shape;
  std::span<const std::byte> bytes;  // of the file

  // A copy. Throws InvalidArgument for a dtype that Pipette lacks.
  Array array() const;
};

struct Safetensors {
  TensorMetadata metadata;
  std::vector<TensorEntry> tensors;  // in the header's order
};

// The entries refer to `file`. Throws InvalidArgument, whose message begins with `what` and names
// the array, for bytes that are not such a file: also if arrays overlap or leave bytes between them
// or after them, which the format forbids.
Safetensors parse_safetensors(std::span<const std::byte> file, const std::string& what);

}  // namespace pipette
