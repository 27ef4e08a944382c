// The kinds of nodes, and the attributes that they have besides their inputs.
//
// The operators and the attributes of each are rows of graph/operators.def.
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
#define PIPETTE_OPERATOR(kind, attributes, effect, gradient, kernel, cost) kind,
#include "graph/operators.def"
#undef PIPETTE_OPERATOR
};
const char* op_name(OpKind kind);
// True if the node must run even if no other node reads its results.
bool has_side_effect(OpKind kind);

struct NoAttributes {};
// The same elements with another interpretation, such as another shape.
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
// v -= learning_rate * gradient.
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
  bool rate_from_input = false;  // the last input, f32 [], replaces the rule's learning rate
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
// Prints the value on the host.
struct PrintAttributes {
  std::string label;
};
struct RepeatAttributes {
  std::int64_t trip_count;  // used when `from_input` is false
  bool from_input = false;  // if true, the last input is the i32 scalar trip count
};
struct WhileAttributes {
  std::int64_t maximum_iterations = -1;  // -1: no limit
};

// The index, from 0, of the current mini-batch among those of one weight update. In the body of a
// pipeline it is the mini-batch of the running stage program, in a loop the iteration modulo
// `period`.
struct MiniBatchAttributes {
  std::int64_t period = 0;  // 0: in a pipeline
};
// The operation that combines the values of `count` mini-batches into one.
using Reduction = kernels::Accumulation;
// accumulator <- reduction of itself (momentum times itself when index is 0) and the value, which
// is cast to the accumulator's dtype first.
struct AccumulateAttributes {
  Variable accumulator;
  Reduction reduction = Reduction::sum;
  std::int64_t count = 1;  // mini-batches in total; 0: unknown while tracing, only sum is allowed
  float momentum = 0;
};
// Runs its body in the last of every `period` iterations of the enclosing loop.
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
  bool from_input = false;  // if true, the only input is the i32 scalar count
  // The activations that a stage keeps for its backward pass wait in streaming memory.
  bool offload_activations = false;
};

// Every replica gets the sum or the mean of the values of all replicas.
struct AllReduceAttributes {
  kernels::ReduceOp op = kernels::ReduceOp::sum;  // or mean
};

// Keeps a variable in streaming memory while the device does not need it (graph/ops.h, "streaming
// memory").
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
// True if the attributes are of the type in the operator's row.
bool fits(OpKind kind, const Attributes& attributes);

}  // namespace pipette
