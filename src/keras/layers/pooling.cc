#include "keras/layers/pooling.h"

#include "graph/ops.h"
#include "keras/layers/windows.h"

namespace pipette::keras {

namespace {

class Pooling2d : public Layer {
 public:
  using Operator = Tensor (*)(const Tensor& x, const Window& pool, const WindowOptions& options);

  Pooling2d(const char* type_name, Operator pool, const Window& pool_size,
            const PoolingOptions& options, const std::string& name)
      : Layer(type_name, name),
        pool_(pool),
        pool_size_(pool_size),
        options_{options.strides.value_or(pool_size), options.padding} {
    const std::string factory = snake_case(type_name);
    check_window((factory + ": pool_size").c_str(), pool_size);
    check_window((factory + ": strides").c_str(), options_.strides);
  }
  Shape output_shape(const Shape& input) const override {
    return windowed(*this, input, pool_size_, options_, input.rank() == 4 ? input[-1] : 0);
  }
  Tensor call(const Tensor& x, const CallContext&) override {
    return pool_(x, pool_size_, options_);
  }

 private:
  Operator pool_;
  Window pool_size_;
  WindowOptions options_;
};

class GlobalPooling2d : public Layer {
 public:
  using Reduction = Tensor (*)(const Tensor& x, std::vector<int> axes);

  GlobalPooling2d(const char* type_name, Reduction reduce, const std::string& name)
      : Layer(type_name, name), reduce_(reduce) {}
  Shape output_shape(const Shape& input) const override {
    const Shape whole = windowed(*this, input, {1, 1}, {}, input.rank() == 4 ? input[-1] : 0);
    return Shape{whole[0], whole[3]};
  }
  Tensor call(const Tensor& x, const CallContext&) override { return reduce_(x, {1, 2}); }

 private:
  Reduction reduce_;
};

std::vector<LayerField> pooling_fields(Window& pool_size, PoolingOptions& options) {
  return {{.name = "pool_size",
           .member = &pool_size,
           .positional = Positional::in_cpp_and_python,
           .label = "Window",
           .help = "Height and width of the window"},
          {.name = "strides", .member = &options.strides, .left_out = !options.strides},
          padding_field(options.padding)};
}

}  // namespace

LayerPtr max_pooling2d(const Window& pool_size, const std::string& name,
                       const PoolingOptions& options) {
  return std::make_shared<Pooling2d>("MaxPooling2D", max_pool2d, pool_size, options, name);
}

LayerPtr average_pooling2d(const Window& pool_size, const std::string& name,
                           const PoolingOptions& options) {
  return std::make_shared<Pooling2d>("AveragePooling2D", avg_pool2d, pool_size, options, name);
}

LayerPtr global_average_pooling2d(const std::string& name) {
  return std::make_shared<GlobalPooling2d>("GlobalAveragePooling2D", reduce_mean, name);
}

LayerPtr global_max_pooling2d(const std::string& name) {
  return std::make_shared<GlobalPooling2d>("GlobalMaxPooling2D", reduce_max, name);
}

std::vector<LayerField> MaxPooling2dSpec::fields() { return pooling_fields(pool_size, options); }

LayerPtr MaxPooling2dSpec::make(const std::string& name) const {
  return max_pooling2d(pool_size, name, options);
}

std::vector<LayerField> AveragePooling2dSpec::fields() {
  return pooling_fields(pool_size, options);
}

LayerPtr AveragePooling2dSpec::make(const std::string& name) const {
  return average_pooling2d(pool_size, name, options);
}

std::vector<LayerField> GlobalAveragePooling2dSpec::fields() { return {}; }

LayerPtr GlobalAveragePooling2dSpec::make(const std::string& name) const {
  return global_average_pooling2d(name);
}

std::vector<LayerField> GlobalMaxPooling2dSpec::fields() { return {}; }

LayerPtr GlobalMaxPooling2dSpec::make(const std::string& name) const {
  return global_max_pooling2d(name);
}

}  // namespace pipette::keras
