// A layer: variables, and a function of tensors that uses them.
//
//   class Scale : public Layer {
//    public:
//     explicit Scale(std::string name = "") : Layer("Scale", std::move(name)) {}
//     void build(const Shape& input) override { factor_ = add_variable("factor", ones(input)); }
//     Tensor call(const Tensor& x, const CallContext&) override { return x * *factor_; }
//   };
//   LayerPtr scale(std::string name = "") { return std::make_shared<Scale>(std::move(name)); }
//
//   Sequential model({flatten(), scale(), dense(10, softmax)});
//   SymbolicTensor y = scale()(x);                        // in a functional model
//
// A layer without a name gets one from the model it is put into, unique there and formed as in
// Keras: "dense", "dense_1", ... Its variables are then called "dense/kernel:0", as in TensorFlow
// 2, and their initial values are drawn from RandomStream(seed of the model, "dense/kernel"). A
// layer that is called more than once shares its variables.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/random.h"
#include "graph/graph.h"

namespace pipette::keras {

class SymbolicTensor;

// Facts about the function in which a layer is being traced.
struct CallContext {
  bool training = false;                   // fit(): dropout drops
  std::optional<int> pipeline_stage = {};  // none: the model is not pipelined
  std::int64_t replicas = 1;               // that run the function in parallel
};

class Layer {
 public:
  // `type_name` as in Keras: "Dense".
  explicit Layer(std::string type_name, std::string name = "");
  virtual ~Layer() = default;
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;

  const std::string& type_name() const { return type_name_; }
  const std::string& name() const { return name_; }  // empty before a model has named it

  // The output shape for inputs of this shape [batch, ...], where batch may be Shape::kUnknown, and
  // the shapes of the variables that build() makes for them. Both throw ValueError for shapes that
  // the layer does not accept, and create nothing.
  virtual Shape output_shape(const Shape& input_with_batch) const { return input_with_batch; }
  virtual std::vector<Shape> variable_shapes(const Shape& /*input_with_batch*/) const { return {}; }
  // Creates the variables. Called once, by the model.
  virtual void build(const Shape& /*input_with_batch*/) {}
  virtual Tensor call(const Tensor& x, const CallContext& context) = 0;
  // True if a layer that has been built also accepts these inputs, of another shape, with the same
  // variables.
  virtual bool also_takes(const Shape& /*input_with_batch*/) const { return false; }
  virtual bool is_input() const { return false; }  // true only for the result of input()

  // Layers that take several inputs override these. Others throw ValueError for more than one.
  virtual Shape output_shape_of(const std::vector<Shape>& inputs) const;
  virtual Tensor call_with(const std::vector<Tensor>& inputs, const CallContext& context);

  const std::vector<Variable>& variables() const { return variables_; }
  // The variables that optimizers change: none if the layer is not trainable.
  std::vector<Variable> trainable_variables() const;
  // A scalar that is added to the loss, to keep weights small.
  virtual std::optional<Tensor> regularization() const { return std::nullopt; }
  std::int64_t count_params() const;  // elements of all variables
  bool trainable() const { return trainable_; }
  void set_trainable(bool trainable) { trainable_ = trainable; }  // before compile()

  // ---- for models ----
  // Names the layer if it has no name, and builds it if it has not been built. Throws ValueError if
  // the inputs differ in anything but the batch from those it was built for.
  void build_as(const std::string& name_if_none, std::uint64_t seed, const Shape& input);
  void name_as(const std::string& name_if_none);  // names it if it has no name
  bool built() const { return built_for_.has_value(); }
  // The PipelineStage that was open when the layer was constructed.
  std::optional<int> stage_when_made() const { return stage_when_made_; }
  // The line of the program in which it was (graph/source_line.h).
  const std::string& source() const { return source_; }
  int next_call_index() { return num_calls_++; }  // in a functional model

 protected:
  // Only while build() runs. Variables that optimizers do not change come last.
  const Variable& add_variable(const std::string& suffix, const Array& initial);
  const Variable& add_untrained_variable(const std::string& suffix, const Array& initial);
  RandomStream random_for(const std::string& suffix) const;

 private:
  std::string type_name_;
  std::string name_;
  std::uint64_t seed_ = 1;
  std::optional<Shape> built_for_;
  std::optional<int> stage_when_made_;
  std::string source_;
  std::vector<Variable> variables_;
  std::size_t num_untrained_ = 0;  // the last ones
  bool trainable_ = true;
  int num_calls_ = 0;
};

// A shared layer that can be called on symbolic tensors.
class LayerPtr {
 public:
  template <class L, class = std::enable_if_t<std::is_base_of_v<Layer, L>>>
  LayerPtr(std::shared_ptr<L> layer) : layer_(std::move(layer)) {
    if (layer_ == nullptr) throw ValueError("a layer is null");
  }
  LayerPtr(const SymbolicTensor& input);  // of an input(): its layer

  SymbolicTensor operator()(const SymbolicTensor& input) const;
  SymbolicTensor operator()(const std::vector<SymbolicTensor>& inputs) const;

  Layer& operator*() const { return *layer_; }
  Layer* operator->() const { return layer_.get(); }
  const std::shared_ptr<Layer>& shared() const { return layer_; }
  std::optional<SymbolicTensor> input() const;  // the tensor it was made from

 private:
  std::shared_ptr<Layer> layer_;
  std::shared_ptr<const SymbolicTensor> input_;
};

// "MaxPooling2D" -> "max_pooling2d", the stem of a layer's name.
std::string snake_case(const std::string& type_name);

}  // namespace pipette::keras
