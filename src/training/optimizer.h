// Optimizers: what happens to variables once their gradients are known.
//
//   Sgd optimizer(0.01f);
//   optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables));
//
// Called while a function is traced; the nodes carry Phase::weight_update. Throws ValueError when
// there is nothing to update, and what the operators throw for shapes and dtypes that differ.
#pragma once

#include <utility>
#include <vector>

#include "graph/graph.h"

namespace pipette {

using GradientsAndVariables = std::vector<std::pair<Tensor, Variable>>;

// Throws InvalidArgument when the numbers differ.
GradientsAndVariables zip(const std::vector<Tensor>& gradients,
                          const std::vector<Variable>& variables);

class Optimizer {
 public:
  virtual ~Optimizer() = default;
  Operation apply_gradients(const GradientsAndVariables& gradients_and_variables);

 protected:
  virtual Operation apply(const Variable& variable, const Tensor& gradient) = 0;
};

// v <- v - learning_rate * gradient. Throws ValueError for a learning rate that is not a finite
// number >= 0.
class Sgd : public Optimizer {
 public:
  explicit Sgd(float learning_rate = 0.01f);
  float learning_rate() const { return learning_rate_; }

 protected:
  Operation apply(const Variable& variable, const Tensor& gradient) override;

 private:
  float learning_rate_;
};

}  // namespace pipette
