// A second, naive implementation of what a graph means: one node after the other, every value in
// memory of its own, variables read when their read comes. No fusion, no liveness, no instruction
// tree. It shares the kernels of single operators with the compiler, and nothing else.
//
//   interpret(graph);          // reads sources, writes sinks, changes variables
//   interpret(graph, print);   // and prints tensors
#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "device/cost_model.h"
#include "program/analysis.h"
#include "program/lowering.h"
#include "program/printed_tensor.h"

namespace pipette::testing_support {

class Interpreter {
 public:
  using Printer = std::function<void(const std::string& lines)>;

  Interpreter(const Graph& graph, Printer print) : graph_(graph), print_(std::move(print)) {}

  void run_region(RegionId region) {
    for (const NodeId id : graph_.region(region).nodes) run_node(graph_.node(id));
  }

 private:
  const Array& value(ValueId id) const { return values_.at(id); }

  void run_node(const Node& node) {
    switch (node.kind) {
      case OpKind::constant:
        values_[node.outputs[0]] = std::get<ConstantAttributes>(node.attributes).value.clone();
        break;
      case OpKind::read:
        values_[node.outputs[0]] = std::get<VariableAttributes>(node.attributes).variable.value();
        break;
      case OpKind::reshape:
        values_[node.outputs[0]] =
            value(node.inputs[0]).clone().reshape(graph_.value(node.outputs[0]).spec.shape);
        break;
      case OpKind::assign: {
        Variable variable = std::get<VariableAttributes>(node.attributes).variable;
        variable.assign(value(node.inputs[0]));
        break;
      }
      case OpKind::stream_in: {
        const std::vector<Array> leaves =
            std::get<StreamInAttributes>(node.attributes).source->read();
        for (std::size_t i = 0; i < leaves.size(); ++i)
          values_[node.outputs[i]] = leaves[i].clone();
        break;
      }
      case OpKind::stream_out: {
        std::vector<Array> leaves;
        for (const ValueId input : node.inputs) leaves.push_back(value(input).clone());
        std::get<StreamOutAttributes>(node.attributes).sink->write(leaves, 0);
        break;
      }
      case OpKind::print_tensor:
        print_(printed_tensor(std::get<PrintAttributes>(node.attributes).label,
                              value(node.inputs[0])));
        break;
      case OpKind::repeat:
        run_repeat(node);
        break;
      case OpKind::while_loop:
        run_while(node);
        break;
      case OpKind::cond: {
        const RegionId taken = node.regions[value(node.inputs[0]).item<bool>() ? 0 : 1];
        run_region(taken);
        finish(node, results(taken));
        break;
      }
      case OpKind::mini_batch_index: {
        const std::int64_t period = std::get<MiniBatchAttributes>(node.attributes).period;
        values_[node.outputs[0]] = Array::scalar(static_cast<std::int32_t>(iteration_ % period));
        break;
      }
      case OpKind::every: {
        const std::int64_t period = std::get<EveryAttributes>(node.attributes).period;
        if (iteration_ % period == period - 1) run_region(node.regions[0]);
        break;
      }
      default:
        run_operator(node);
    }
  }

  void run_operator(const Node& node) {
    std::vector<Array> arrays;
    std::vector<Operand> operands;
    for (const ValueId input : node.inputs) {
      operands.push_back({static_cast<BufferId>(arrays.size()), value(input).spec()});
      arrays.push_back(value(input));
    }
    for (const Variable& state : assigned_state(node)) {
      operands.push_back({static_cast<BufferId>(arrays.size()), state.spec()});
      arrays.push_back(state.storage());
    }
    if (const Variable* variable = assigned_variable(node)) {
      arrays.push_back(variable->storage());
    } else {
      arrays.emplace_back(graph_.value(node.outputs[0]).spec);
    }
    const Operand output{static_cast<BufferId>(arrays.size()) - 1, arrays.back().spec()};
    std::vector<std::byte*> buffers;
    for (const Array& array : arrays) buffers.push_back(array.bytes());
    lower_operator(node, operands, output).kernel(buffers.data());
    if (!node.outputs.empty()) values_[node.outputs[0]] = arrays.back();
  }

  void bind(RegionId region, const std::vector<Array>& carried) {
    const auto& arguments = graph_.region(region).arguments;
    for (std::size_t i = 0; i < arguments.size(); ++i) values_[arguments[i]] = carried[i];
  }
  std::vector<Array> results(RegionId region) const {
    std::vector<Array> arrays;
    for (const ValueId result : graph_.region(region).results)
      arrays.push_back(value(result).clone());
    return arrays;
  }
  void finish(const Node& node, const std::vector<Array>& carried) {
    for (std::size_t i = 0; i < node.outputs.size(); ++i) values_[node.outputs[i]] = carried[i];
  }

  void run_repeat(const Node& node) {
    const auto& how = std::get<RepeatAttributes>(node.attributes);
    std::vector<Array> carried;
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      carried.push_back(value(node.inputs[i]).clone());
    }
    const std::int64_t count =
        how.from_input ? value(node.inputs.back()).item<std::int32_t>() : how.trip_count;
    const std::int64_t outer_iteration = iteration_;
    for (std::int64_t i = 0; i < count; ++i) {
      iteration_ = i;
      bind(node.regions[0], carried);
      run_region(node.regions[0]);
      carried = results(node.regions[0]);
    }
    iteration_ = outer_iteration;
    finish(node, carried);
  }

  void run_while(const Node& node) {
    const std::int64_t limit = std::get<WhileAttributes>(node.attributes).maximum_iterations;
    std::vector<Array> carried;
    for (const ValueId input : node.inputs) carried.push_back(value(input).clone());
    for (std::int64_t i = 0; limit < 0 || i < limit; ++i) {
      bind(node.regions[0], carried);
      run_region(node.regions[0]);
      if (!results(node.regions[0])[0].item<bool>()) break;
      bind(node.regions[1], carried);
      run_region(node.regions[1]);
      carried = results(node.regions[1]);
    }
    finish(node, carried);
  }

  const Graph& graph_;
  Printer print_;
  CostModel costs_{architecture("Mk2"), {}};
  std::map<ValueId, Array> values_;
  std::int64_t iteration_ = 0;  // of the innermost repeat
};

inline void interpret(
    const Graph& graph, const Interpreter::Printer& print = [](const auto&) {}) {
  Interpreter(graph, print).run_region(0);
}

}  // namespace pipette::testing_support
