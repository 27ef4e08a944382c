#include "keras/layers/layer_field.h"

namespace pipette::keras {

void add_kernel_fields(std::vector<LayerField>& fields, bool& use_bias, Initializer& initializer,
                       double& l2) {
  fields.push_back({.name = "use_bias", .member = &use_bias, .left_out = use_bias});
  fields.push_back({.name = "kernel_initializer",
                    .member = &initializer,
                    .left_out = initializer == Initializer::glorot_uniform});
  fields.push_back({.name = "kernel_l2",
                    .member = &l2,
                    .left_out = l2 == 0,
                    .python = "kernel_regularizer=keras.regularizers.L2({})"});
}

}  // namespace pipette::keras
