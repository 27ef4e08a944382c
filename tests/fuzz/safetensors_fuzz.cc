// Weights files in the safetensors format, against the variables of a small model.
#include <cstring>

#include "fuzz/fuzz_target.h"
#include "keras/weights.h"

namespace pipette::fuzz {
namespace {

std::vector<Variable> small_model() {
  return {Variable("a", Array::of<float>({2, 1}, {1, 2})),
          Variable("b/\"q\"", Array::of<std::int32_t>({3}, {3, 4, 5})),
          Variable("c", Array::zeros(DType::f16, Shape{}))};
}

void feed(Bytes input) {
  const std::vector<Variable> variables = small_model();
  const std::vector<std::byte> before = keras::encode_weights(variables);
  if (refuses([&] { keras::decode_weights(input, variables); })) {
    require(keras::encode_weights(variables) == before, "a refused file sets no variable");
    return;
  }
  const std::vector<std::byte> file = keras::encode_weights(variables);
  const std::vector<Variable> others = small_model();
  keras::decode_weights(file, others);
  require(keras::encode_weights(others) == file, "weights written are read again");
}

const bool kAdded = add_target("safetensors", feed);

}  // namespace
}  // namespace pipette::fuzz
