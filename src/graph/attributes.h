// What a node is and what it knows besides its inputs.
//
// The operators, and which attributes each has, are rows of graph/operators.def.
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
// Whether it must run even if nobody reads its results.
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
// Whether they are those of the operator's row.
bool fits(OpKind kind, const Attributes& attributes);

}  // namespace pipette
