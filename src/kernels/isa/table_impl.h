// The table of one instruction set, from the kernels compiled into this unit (see simd.h).
#pragma once

#include "kernels/isa/conv_impl.h"
#include "kernels/isa/elementwise_impl.h"
#include "kernels/isa/half_impl.h"
#include "kernels/isa/optimizer_impl.h"
#include "kernels/isa/reduce_impl.h"

namespace pipette::kernels::PIPETTE_ISA {

inline constexpr KernelTable kTable = {
    .matmul_scratch = matmul_scratch,
    .matmul = matmul,
    .conv_scratch = conv_scratch,
    .conv2d = conv2d,
    .conv2d_filter_gradient = conv2d_filter_gradient,
    .unary =
        {
#define PIPETTE_UNARY(op, kernel, operands, cost, javascript) kernel,
#include "kernels/elementwise.def"
        },
    .binary =
        {
#define PIPETTE_BINARY(op, kernel, cost, javascript) kernel,
#include "kernels/elementwise.def"
        },
    .relu_gradient = relu_gradient,
    .u8_to_float = u8_to_float,
    .u8_to_unit_float = u8_to_unit_float,
    .half_to_float = half_to_float,
    .float_to_half = float_to_half,
    .sum = sum,
    .column_sum = column_sum,
    .softmax_cross_entropy = softmax_cross_entropy,
    .sgd = sgd,
    .momentum = momentum,
    .adam = adam,
    .rmsprop = rmsprop,
    .accumulate = accumulate,
};

}  // namespace pipette::kernels::PIPETTE_ISA
