// L2 regularization, shared by layers with a kernel: the part of the loss that keeps weights small.
#pragma once

#include <optional>

#include "graph/graph.h"

namespace pipette::keras {

// Throws ValueError unless `kernel_l2` is finite and at least 0; `layer` is the factory's name.
void check_l2(const char* layer, double kernel_l2);
// l2 times the sum of squares, f32 []; none for 0.
std::optional<Tensor> l2_of(double kernel_l2, const Variable& kernel);

}  // namespace pipette::keras
