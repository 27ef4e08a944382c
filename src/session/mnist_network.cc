#include "session/mnist_network.h"

#include "graph/gradient.h"
#include "graph/ops.h"
#include "training/initializers.h"

namespace pipette {

namespace {

void add_dense(std::vector<Variable>& variables, const std::string& name, std::int64_t inputs,
               std::int64_t units, std::uint64_t seed) {
  const std::string kernel = name + "/kernel";
  variables.emplace_back(kernel, glorot_uniform(Shape{inputs, units}, RandomStream(seed, kernel)));
  variables.emplace_back(name + "/bias", Array::zeros(DType::f32, Shape{units}));
}

}  // namespace

MnistNetwork::MnistNetwork(const Shape& image_shape, std::int64_t hidden_units,
                           std::uint64_t seed) {
  add_dense(variables_, "dense", image_shape.num_elements(), hidden_units, seed);
  add_dense(variables_, "dense_1", hidden_units, kClasses, seed);
}

Tensor MnistNetwork::operator()(const Tensor& images) const {
  const Tensor pixels = flatten(images);
  const auto dense = [&](const char* name, const Tensor& x, std::size_t first) {
    const Graph::NameScope scope(name);
    return matmul(x, variables_[first]) + variables_[first + 1];
  };
  return softmax(dense("dense_1", relu(dense("dense", pixels, 0)), 2));
}

Tensor MnistNetwork::train_step(const Tensor& images, const Tensor& labels,
                                Optimizer& optimizer) const {
  const GradientTape tape;
  const Tensor predictions = (*this)(images);
  const Tensor loss = reduce_mean(sparse_categorical_crossentropy(labels, predictions));
  optimizer.apply_gradients(zip(tape.gradient(loss, variables_), variables_));
  return loss;
}

void MnistNetwork::reset() {
  for (Variable& variable : variables_) variable.reset();
}

}  // namespace pipette
