#include "keras/symbolic.h"

#include <fmt/format.h>

namespace pipette::keras {

namespace {

thread_local std::optional<int> current_stage;
thread_local std::uint64_t next_order = 0;

class InputLayer : public Layer {
 public:
  explicit InputLayer(std::string name) : Layer("InputLayer", std::move(name)) {}
  Tensor call(const Tensor& x, const CallContext&) override { return x; }
  bool is_input() const override { return true; }
};

SymbolicTensor make(SymbolicTensor::Node node) {
  node.order = next_order++;
  return SymbolicTensor(std::make_shared<const SymbolicTensor::Node>(std::move(node)));
}

}  // namespace

SymbolicTensor input(const Shape& shape, std::optional<std::int64_t> batch_size, DType dtype,
                     const std::string& name) {
  if (batch_size && *batch_size < 1) {
    throw ValueError(fmt::format(
        "input: batch_size must be at least 1, but it is {}; the nearest valid value is 1",
        *batch_size));
  }
  const Shape batched = shape.with_front(batch_size.value_or(Shape::kUnknown));
  return make({std::make_shared<InputLayer>(name), {}, {dtype, batched}, 0, std::nullopt, 0});
}

LayerPtr::LayerPtr(const SymbolicTensor& input)
    : layer_(input.node().layer), input_(std::make_shared<SymbolicTensor>(input)) {
  if (!layer_->is_input()) {
    throw ValueError(
        fmt::format("a {} that was called on a tensor is no layer; "
                    "only an input() can stand among the layers of a model",
                    layer_->type_name()));
  }
}

std::optional<SymbolicTensor> LayerPtr::input() const {
  return input_ ? std::optional(*input_) : std::nullopt;
}

SymbolicTensor LayerPtr::operator()(const SymbolicTensor& input) const {
  return (*this)(std::vector<SymbolicTensor>{input});
}

SymbolicTensor LayerPtr::operator()(const std::vector<SymbolicTensor>& inputs) const {
  if (inputs.empty()) throw ValueError("a layer must be called on at least one tensor");
  std::vector<Shape> shapes;
  for (const SymbolicTensor& x : inputs) shapes.push_back(x.shape());
  const std::optional<int> stage = current_stage ? current_stage : layer_->stage_when_made();
  const ArraySpec spec{inputs[0].node().spec.dtype, layer_->output_shape_of(shapes)};
  return make({layer_, inputs, spec, layer_->next_call_index(), stage, 0});
}

PipelineStage::PipelineStage(int stage) {
  if (stage < 0) {
    throw ValueError(
        fmt::format("{} is not a valid pipeline stage; stages are numbered from 0", stage));
  }
  if (current_stage) {
    throw RuntimeError(
        fmt::format("Pipeline stages must not be nested: stage {} is opened inside of stage {}",
                    stage, *current_stage));
  }
  current_stage = stage;
}

PipelineStage::~PipelineStage() { current_stage.reset(); }

std::optional<int> PipelineStage::current() { return current_stage; }

}  // namespace pipette::keras
