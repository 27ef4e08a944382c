#include "keras/layers/layer_field.h"

namespace pipette::keras {

void add_kernel_fields(std::vector<LayerField>& fields, const KernelMembers& of,
                       const KernelMembers& usual) {
  fields.push_back(
      {.name = "use_bias", .member = of.use_bias, .left_out = *of.use_bias == *usual.use_bias});
  fields.push_back({.name = "kernel_initializer",
                    .member = of.kernel_initializer,
                    .left_out = *of.kernel_initializer == *usual.kernel_initializer});
  fields.push_back({.name = "kernel_l2",
                    .member = of.kernel_l2,
                    .left_out = *of.kernel_l2 == *usual.kernel_l2,
                    .python = "kernel_regularizer=keras.regularizers.L2({})"});
}

}  // namespace pipette::keras
