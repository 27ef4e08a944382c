#include "keras/layers/merge.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph/ops.h"

namespace pipette::keras {

namespace {

// Combines its inputs one after the other.
class Merge : public Layer {
 public:
  using Operator = Tensor (*)(const Tensor& a, const Tensor& b);

  Merge(const char* type_name, Operator combine, const std::string& name)
      : Layer(type_name, name), combine_(combine) {}

  Shape output_shape_of(const std::vector<Shape>& inputs) const override {
    for (const Shape& shape : inputs) {
      if (inputs.size() < 2 || !(shape == inputs[0])) {
        throw ValueError(fmt::format(
            "Layer \"{}\" ({}) needs at least 2 inputs of one shape, but gets {} and {}", name(),
            type_name(), inputs[0].to_string(),
            inputs.size() < 2 ? "nothing else" : shape.to_string()));
      }
    }
    return inputs[0];
  }
  Tensor call(const Tensor& x, const CallContext&) override { return x; }
  Tensor call_with(const std::vector<Tensor>& inputs, const CallContext&) override {
    Tensor all = inputs[0];
    for (std::size_t i = 1; i < inputs.size(); ++i) all = combine_(all, inputs[i]);
    return all;
  }

 private:
  Operator combine_;
};

class Concatenate : public Layer {
 public:
  Concatenate(std::int64_t axis, const std::string& name)
      : Layer("Concatenate", name),
        axis_(static_cast<int>(std::clamp<std::int64_t>(axis, -1024, 1024))) {}

  Shape output_shape_of(const std::vector<Shape>& inputs) const override {
    const Shape& first = inputs[0];
    const int axis = axis_ < 0 ? axis_ + first.rank() : axis_;
    std::vector<std::int64_t> sizes = first.sizes();
    bool fits = inputs.size() > 1 && axis > 0 && axis < first.rank();
    for (std::size_t i = 1; fits && i < inputs.size(); ++i) {
      fits = inputs[i].rank() == first.rank();
      for (int each = 0; fits && each < first.rank(); ++each) {
        fits = each == axis || inputs[i][each] == first[each];
      }
      if (fits) sizes[static_cast<std::size_t>(axis)] += inputs[i][axis];
    }
    if (!fits) {
      throw ValueError(fmt::format(
          "Layer \"{}\" (Concatenate) needs at least 2 inputs whose sizes are equal but for axis {}, "
          "which is not the batch; it gets {} and {}",
          name(), axis_, first.to_string(),
          inputs.size() < 2 ? "nothing else" : inputs.back().to_string()));
    }
    return Shape(std::move(sizes));
  }
  Tensor call(const Tensor& x, const CallContext&) override { return x; }
  Tensor call_with(const std::vector<Tensor>& inputs, const CallContext&) override {
    return pipette::concatenate(inputs, axis_);
  }

 private:
  int axis_;
};

}  // namespace

LayerPtr add(const std::string& name) {
  return std::make_shared<Merge>(
      "Add", [](const Tensor& a, const Tensor& b) { return a + b; }, name);
}

LayerPtr multiply(const std::string& name) {
  return std::make_shared<Merge>(
      "Multiply", [](const Tensor& a, const Tensor& b) { return a * b; }, name);
}

LayerPtr concatenate(const std::string& name, const ConcatenateOptions& options) {
  return std::make_shared<Concatenate>(options.axis, name);
}

std::vector<LayerField> AddSpec::fields() { return {}; }

LayerPtr AddSpec::make(const std::string& name) const { return add(name); }

std::vector<LayerField> MultiplySpec::fields() { return {}; }

LayerPtr MultiplySpec::make(const std::string& name) const { return multiply(name); }

std::vector<LayerField> ConcatenateSpec::fields() {
  return {{.name = "axis", .member = &options.axis}};
}

LayerPtr ConcatenateSpec::make(const std::string& name) const { return concatenate(name, options); }

}  // namespace pipette::keras
