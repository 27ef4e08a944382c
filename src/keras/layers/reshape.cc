#include "keras/layers/reshape.h"

#include <fmt/format.h>

#include "graph/ops.h"

namespace pipette::keras {

namespace {

class Flatten : public Layer {
 public:
  explicit Flatten(const std::string& name) : Layer("Flatten", name) {}
  Shape output_shape(const Shape& input) const override {
    return Shape{input[0], input.without_front().num_elements()};
  }
  Tensor call(const Tensor& x, const CallContext&) override { return pipette::flatten(x); }
};

class Reshape : public Layer {
 public:
  Reshape(const Shape& shape, const std::string& name) : Layer("Reshape", name), shape_(shape) {}

  Shape output_shape(const Shape& input) const override {
    const std::int64_t elements = input.without_front().num_elements();
    std::vector<std::int64_t> sizes = shape_.sizes();
    const std::int64_t known = shape_.num_elements();  // an unknown size counts as 1
    int unknown = 0;
    for (std::int64_t& size : sizes) {
      if (size != Shape::kUnknown) continue;
      ++unknown;
      size = known == 0 ? 0 : elements / known;
    }
    const Shape result(std::move(sizes));
    if (unknown > 1 || result.num_elements() != elements) {
      throw ValueError(
          fmt::format("Layer \"{}\" (Reshape) cannot give inputs {} the shape {}: "
                      "the number of elements must stay the same",
                      name(), input.to_string(), shape_.to_string()));
    }
    return result.with_front(input[0]);
  }

  Tensor call(const Tensor& x, const CallContext&) override {
    return pipette::reshape(x, output_shape(x.shape()));
  }

 private:
  Shape shape_;
};

}  // namespace

LayerPtr flatten(const std::string& name) { return std::make_shared<Flatten>(name); }

LayerPtr reshape(const Shape& shape, const std::string& name) {
  return std::make_shared<Reshape>(shape, name);
}

std::vector<LayerField> FlattenSpec::fields() { return {}; }

LayerPtr FlattenSpec::make(const std::string& name) const { return flatten(name); }

std::vector<LayerField> ReshapeSpec::fields() {
  return {
      {.name = "shape", .member = &shape, .positional = Positional::everywhere, .label = "Shape"}};
}

LayerPtr ReshapeSpec::make(const std::string& name) const { return reshape(Shape(shape), name); }

}  // namespace pipette::keras
