#include "keras/layer.h"

#include <fmt/format.h>

#include <cctype>

#include "graph/source_line.h"
#include "keras/symbolic.h"

namespace pipette::keras {

Layer::Layer(std::string type_name, std::string name)
    : type_name_(std::move(type_name)),
      name_(std::move(name)),
      stage_when_made_(PipelineStage::current()),
      source_(SourceLine::current()) {}

namespace {

template <class T>
const T& only(const Layer& layer, const std::vector<T>& inputs) {
  if (inputs.size() != 1) {
    throw ValueError(fmt::format("Layer \"{}\" ({}) expects 1 input, but it received {}",
                                 layer.name(), layer.type_name(), inputs.size()));
  }
  return inputs[0];
}

// Equal, apart from the batch.
bool same_rows(const Shape& a, const Shape& b) {
  return a.rank() > 0 && b.rank() > 0 && a.without_front() == b.without_front();
}

}  // namespace

Shape Layer::output_shape_of(const std::vector<Shape>& inputs) const {
  return output_shape(only(*this, inputs));
}

Tensor Layer::call_with(const std::vector<Tensor>& inputs, const CallContext& context) {
  return call(only(*this, inputs), context);
}

std::int64_t Layer::count_params() const {
  std::int64_t count = 0;
  for (const Variable& variable : variables_) count += variable.shape().num_elements();
  return count;
}

void Layer::build_as(const std::string& name_if_none, std::uint64_t seed, const Shape& input) {
  if (built_for_) {
    if (!variables_.empty() && !same_rows(*built_for_, input) && !also_takes(input)) {
      throw ValueError(fmt::format("Layer \"{}\" was built for inputs {}, but is called on {}",
                                   name_, built_for_->to_string(), input.to_string()));
    }
    return;
  }
  name_as(name_if_none);
  seed_ = seed;
  build(input);
  built_for_ = input;
}

void Layer::name_as(const std::string& name_if_none) {
  if (name_.empty()) name_ = name_if_none;
}

const Variable& Layer::add_variable(const std::string& suffix, const Array& initial) {
  variables_.emplace_back(fmt::format("{}/{}:0", name_, suffix), initial);
  return variables_.back();
}

const Variable& Layer::add_untrained_variable(const std::string& suffix, const Array& initial) {
  ++num_untrained_;
  return add_variable(suffix, initial);
}

std::vector<Variable> Layer::trainable_variables() const {
  if (!trainable_) return {};
  return {variables_.begin(), variables_.end() - static_cast<std::ptrdiff_t>(num_untrained_)};
}

RandomStream Layer::random_for(const std::string& suffix) const {
  return RandomStream(seed_, fmt::format("{}/{}", name_, suffix));
}

std::string snake_case(const std::string& type_name) {
  const auto is = [&](int (*kind)(int), std::size_t i) {
    return i < type_name.size() && kind(static_cast<unsigned char>(type_name[i])) != 0;
  };
  std::string name;
  for (std::size_t i = 0; i < type_name.size(); ++i) {
    const bool begins_word =
        is(std::isupper, i) && (is(std::islower, i + 1) || is(std::isdigit, i + 1));
    const bool after_small = is(std::isupper, i) && i > 0 && is(std::islower, i - 1);
    if (i > 0 && (begins_word || after_small)) name += '_';
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(type_name[i])));
  }
  return name;
}

}  // namespace pipette::keras
