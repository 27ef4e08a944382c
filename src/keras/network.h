// The calls of layers that make up a model, in the order in which they run.
//
//   Network network({in}, out);              // from symbolic tensors
//   network.build(seed);                     // names and builds the layers
//   Tensor y = network.call({x}, context);   // while a function is traced
//
// Order: a call comes before all calls that depend on it; otherwise the order is that of Keras,
// calls further from the output first, and among equals those that were written first.
#pragma once

#include <functional>
#include <vector>

#include "keras/symbolic.h"

namespace pipette::keras {

class Network {
 public:
  struct Call {
    std::shared_ptr<Layer> layer;
    std::vector<std::size_t> inputs;  // calls
    ArraySpec spec;                   // of the result
    int call_index = 0;               // index among the calls of the layer
    std::optional<int> stage;
  };

  // Throws ValueError if the output depends on an input that is not given, or if a given tensor is
  // not an input().
  Network(const std::vector<SymbolicTensor>& inputs, const SymbolicTensor& output);

  const std::vector<Call>& calls() const {
    return calls_;
  }  // inputs come first, as they were given
  std::size_t num_inputs() const { return num_inputs_; }
  std::size_t output() const { return output_; }
  std::vector<std::shared_ptr<Layer>> layers() const;  // each once, in order
  std::vector<Variable> variables() const;             // each layer's, in order
  std::vector<Variable> trainable_variables() const;
  // True if no call has several inputs or several users: one layer after the other.
  bool is_chain() const;

  // Names and builds the layers. Throws ValueError if two layers have the same name, and what
  // build() throws.
  void build(std::uint64_t seed);

  // Traces the calls for which `wanted` is true. `values` holds the results by call: the caller
  // provides the inputs, and results are added.
  using Values = std::vector<std::optional<Tensor>>;
  void call(const std::function<bool(std::size_t)>& wanted, const CallContext& context,
            Values& values) const;

 private:
  std::vector<Call> calls_;
  std::size_t num_inputs_ = 0;
  std::size_t output_ = 0;
};

}  // namespace pipette::keras
