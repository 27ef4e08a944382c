#include "graph/attributes.h"

namespace pipette {

const char* op_name(OpKind kind) {
  switch (kind) {
    case OpKind::constant:
      return "constant";
    case OpKind::variable_read:
      return "read";
    case OpKind::variable_assign:
      return "assign";
    case OpKind::apply_sgd:
      return "apply_sgd";
    case OpKind::apply_optimizer:
      return "apply_optimizer";
    case OpKind::unary:
      return "unary";
    case OpKind::binary:
      return "binary";
    case OpKind::compare:
      return "compare";
    case OpKind::select:
      return "select";
    case OpKind::cast:
      return "cast";
    case OpKind::relu_gradient:
      return "relu_gradient";
    case OpKind::reshape:
      return "reshape";
    case OpKind::broadcast_to:
      return "broadcast_to";
    case OpKind::transpose:
      return "transpose";
    case OpKind::concatenate:
      return "concatenate";
    case OpKind::slice:
      return "slice";
    case OpKind::matmul:
      return "matmul";
    case OpKind::conv2d:
      return "conv2d";
    case OpKind::conv2d_input_gradient:
      return "conv2d_input_gradient";
    case OpKind::conv2d_filter_gradient:
      return "conv2d_filter_gradient";
    case OpKind::max_pool2d:
      return "max_pool2d";
    case OpKind::max_pool2d_gradient:
      return "max_pool2d_gradient";
    case OpKind::avg_pool2d:
      return "avg_pool2d";
    case OpKind::avg_pool2d_gradient:
      return "avg_pool2d_gradient";
    case OpKind::dropout:
      return "dropout";
    case OpKind::reduce:
      return "reduce";
    case OpKind::argmax:
      return "argmax";
    case OpKind::softmax:
      return "softmax";
    case OpKind::softmax_gradient:
      return "softmax_gradient";
    case OpKind::softmax_cross_entropy:
      return "softmax_cross_entropy";
    case OpKind::softmax_cross_entropy_gradient:
      return "softmax_cross_entropy_gradient";
    case OpKind::crossentropy:
      return "crossentropy";
    case OpKind::crossentropy_gradient:
      return "crossentropy_gradient";
    case OpKind::stream_in:
      return "stream_in";
    case OpKind::stream_out:
      return "stream_out";
    case OpKind::print_tensor:
      return "print_tensor";
    case OpKind::repeat:
      return "repeat";
    case OpKind::while_loop:
      return "while_loop";
    case OpKind::cond:
      return "cond";
    case OpKind::mini_batch_index:
      return "mini_batch_index";
    case OpKind::accumulate:
      return "accumulate";
    case OpKind::every:
      return "every";
    case OpKind::stage_copy:
      return "stage_copy";
    case OpKind::pipeline:
      return "pipeline";
    case OpKind::all_reduce:
      return "all_reduce";
    case OpKind::replica_index:
      return "replica_index";
    case OpKind::remote_load:
      return "remote_load";
    case OpKind::remote_store:
      return "remote_store";
    case OpKind::remote_release:
      return "remote_release";
    case OpKind::gather_shares:
      return "gather_shares";
  }
  return "?";
}

bool has_side_effect(OpKind kind) {
  switch (kind) {
    case OpKind::variable_assign:
    case OpKind::apply_sgd:
    case OpKind::apply_optimizer:
    case OpKind::stream_in:
    case OpKind::stream_out:
    case OpKind::print_tensor:
    case OpKind::repeat:
    case OpKind::while_loop:
    case OpKind::cond:
    case OpKind::accumulate:
    case OpKind::every:
    case OpKind::pipeline:
    case OpKind::remote_load:
    case OpKind::remote_store:
    case OpKind::remote_release:
    case OpKind::gather_shares:
      return true;
    default:
      return false;
  }
}

}  // namespace pipette
