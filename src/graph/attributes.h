// What a node is and what it knows besides its inputs.
//
// Every OpKind below says its inputs -> outputs and shapes; `Attributes` holds the struct named in
// its comment, or NoAttributes.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/array.h"
#include "graph/pipeline_plan.h"
#include "graph/stream.h"
#include "graph/variable.h"
#include "graph/window.h"
#include "kernels/dropout.h"
#include "kernels/elementwise.h"
#include "kernels/optimizer.h"
#include "kernels/reduce.h"

namespace pipette {

enum class OpKind : std::uint8_t {
  // state and constants
  constant,         // -> [*]                       ConstantAttributes
  variable_read,    // -> [*]                       VariableAttributes
  variable_assign,  // value ->                     VariableAttributes
  apply_sgd,        // gradient ->                  SgdAttributes; v -= learning_rate * gradient
  apply_optimizer,  // gradient [, step] [, rate] -> OptimizerAttributes; step i32 [], from 1
  // elementwise
  unary,          // x -> [*]                        UnaryAttributes
  binary,         // a, b -> broadcast(a, b)         BinaryAttributes
  compare,        // a, b -> broadcast(a, b) as bool  CompareAttributes
  select,         // bool [*], a, b -> [*], all of one shape: a where true, else b
  cast,           // x -> [*] of another dtype       (the output's dtype)
  relu_gradient,  // y, dy -> dy where y > 0, else 0
  // shape
  reshape,       // x -> same elements                 ViewAttributes
  broadcast_to,  // x -> larger shape by NumPy's rule
  transpose,     // [m, n] -> [n, m]
  concatenate,   // x... -> joined along an axis        AxisAttributes
  slice,         // x -> some along an axis             SliceAttributes
  // products and reductions
  matmul,  // [m, k], [k, n] -> [m, n]        MatmulAttributes
  reduce,  // x -> x without `axes`           ReduceAttributes
  argmax,  // [.., n] -> [..] i32, last axis, first of equals
  // images [n, h, w, channels], filters [h, w, in, out]; Conv2dAttributes
  conv2d,                  // x, filter -> y
  conv2d_input_gradient,   // dy, filter -> d loss / d x
  conv2d_filter_gradient,  // x, dy -> d loss / d filter
  max_pool2d,              // x -> y                       PoolAttributes
  max_pool2d_gradient,     // x, dy -> d loss / d x        PoolAttributes
  avg_pool2d,              // x -> y                       PoolAttributes
  avg_pool2d_gradient,     // dy -> d loss / d x           PoolAttributes
  dropout,                 // x [*], step i32 [] -> [*]    DropoutAttributes
  // classification; rows x classes
  softmax,                         // [r, c] -> [r, c]
  softmax_gradient,                // y, dy -> dx
  softmax_cross_entropy,           // logits [r, c], labels i32 [r] -> losses [r]
  softmax_cross_entropy_gradient,  // logits, labels -> softmax(logits) - onehot(labels)
  crossentropy,                    // probabilities [r, c], labels -> losses [r]
  crossentropy_gradient,           // probabilities, labels -> d losses[r] / d probabilities [r, c]
  // streams and control
  stream_in,     // -> leaves of one element          StreamInAttributes
  stream_out,    // leaves ->                         StreamOutAttributes
  print_tensor,  // x ->                            PrintAttributes
  repeat,        // carried... -> carried...          RepeatAttributes; regions {body}
  while_loop,    // carried... -> carried...          WhileAttributes; regions {condition, body}
  cond,          // bool [] -> results...             (no attributes); regions {if true, if false}
  // mini-batches and IPUs
  mini_batch_index,  // -> [] i32                   MiniBatchAttributes
  accumulate,        // value, index ->             AccumulateAttributes
  every,             // ->                          EveryAttributes; regions {body}
  stage_copy,        // x -> x, on the node's IPU   (no attributes)
  pipeline,          // [count] ->                  PipelineAttributes; regions {body, update}
  // replicas
  all_reduce,     // x -> x, the same on all replicas  AllReduceAttributes
  replica_index,  // -> [] i32                         (no attributes)
  // streaming memory; no effect on numbers
  remote_load,     // ->                            RemoteAttributes
  remote_store,    // ->                            RemoteAttributes
  remote_release,  // ->                            RemoteAttributes
  gather_shares,   // ->                            RemoteAttributes
};
const char* op_name(OpKind kind);
bool has_side_effect(OpKind kind);

struct NoAttributes {};
// The same elements, seen otherwise.
struct ViewAttributes {
  bool stops_gradient = false;
};
struct AxisAttributes {
  int axis = 0;  // not negative
};
// Positions `begin`, `begin` + 1, ... of an axis, as many as the output has.
struct SliceAttributes {
  int axis = 0;  // not negative
  std::int64_t begin = 0;
};
struct ConstantAttributes {
  Array value;
};
struct VariableAttributes {
  Variable variable;
};
struct SgdAttributes {
  Variable variable;
  float learning_rate;
};
// Updates the variable and its state by a rule, in one pass.
struct OptimizerAttributes {
  Variable variable;
  std::vector<Variable>
      state;  // of the variable's spec, as many as kernels::num_state_arrays(rule)
  kernels::OptimizerRule rule;
  bool rate_from_input = false;  // else the learning rate of the rule; the last input, f32 []
};
struct UnaryAttributes {
  kernels::UnaryOp op;
};
struct BinaryAttributes {
  kernels::BinaryOp op;
};
struct CompareAttributes {
  kernels::Comparison op;
};
struct MatmulAttributes {
  bool transpose_a = false;
  bool transpose_b = false;
};
struct Conv2dAttributes {
  WindowOptions options;
};
struct PoolAttributes {
  Window pool{1, 1};
  WindowOptions options;
};
struct DropoutAttributes {
  kernels::DropoutMask mask;
};
struct ReduceAttributes {
  kernels::ReduceOp op;
  std::vector<int> axes;  // sorted, non-negative
};
struct StreamInAttributes {
  HostSource* source;
};
struct StreamOutAttributes {
  HostSink* sink;
};
// Shows the value on the host.
struct PrintAttributes {
  std::string label;
};
struct RepeatAttributes {
  std::int64_t trip_count;  // used when `from_input` is false
  bool from_input = false;  // else the last input is the i32 scalar trip count
};
struct WhileAttributes {
  std::int64_t maximum_iterations = -1;  // -1: no limit
};

// Which of the mini-batches that make up one weight update is being worked on, from 0. In the body
// of a pipeline it is the mini-batch of the running stage program, in a loop the iteration modulo
// `period`.
struct MiniBatchAttributes {
  std::int64_t period = 0;  // 0: in a pipeline
};
// How the values of `count` mini-batches become one.
using Reduction = kernels::Accumulation;
// accumulator <- reduction of itself (momentum times itself when index is 0) and the value, which
// is cast to the accumulator's dtype first.
struct AccumulateAttributes {
  Variable accumulator;
  Reduction reduction = Reduction::sum;
  std::int64_t count = 1;  // mini-batches in all; 0: not known while tracing, only sum will do
  float momentum = 0;
};
// Runs its body in the last of every `period` iterations of the loop around it.
struct EveryAttributes {
  std::int64_t period = 1;
};
// `body` is traced for one mini-batch; nodes belong to stage programs by Node::unit. `update` runs
// once, after the last mini-batch.
struct PipelineAttributes {
  PipelinePlan plan;
  std::vector<int> program_of_unit;
  std::vector<int> ipu_of_unit;
  int num_stages = 0;       // programs from this number on are backward passes
  std::int64_t count = 0;   // mini-batches, used when `from_input` is false
  bool from_input = false;  // else the only input is the i32 scalar count
  // What a stage keeps for its backward pass waits in streaming memory.
  bool offload_activations = false;
};

// Every replica gets the sum or the mean of what all of them have.
struct AllReduceAttributes {
  kernels::ReduceOp op = kernels::ReduceOp::sum;  // or mean
};

// Where a variable is kept while the device does not need it (graph/ops.h, "streaming memory").
struct RemoteAttributes {
  Variable variable;
  bool shared = false;  // every replica moves, and keeps, only its share of the bytes
};

using Attributes =
    std::variant<NoAttributes, ViewAttributes, AxisAttributes, SliceAttributes, ConstantAttributes,
                 VariableAttributes, SgdAttributes, OptimizerAttributes, UnaryAttributes,
                 BinaryAttributes, CompareAttributes, MatmulAttributes, Conv2dAttributes,
                 PoolAttributes, DropoutAttributes, ReduceAttributes, StreamInAttributes,
                 StreamOutAttributes, PrintAttributes, RepeatAttributes, WhileAttributes,
                 MiniBatchAttributes, AccumulateAttributes, EveryAttributes, PipelineAttributes,
                 AllReduceAttributes, RemoteAttributes>;

}  // namespace pipette
