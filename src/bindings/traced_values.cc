#include "bindings/traced_values.h"

#include <fmt/format.h>

namespace pipette::bindings {

namespace {

[[noreturn]] void no_value(const char* wanted, const Json& value) {
  throw TypeError(fmt::format("expected {}, but found {}", wanted, shown_json(value)));
}

const Json* member(const Json& value, const char* name) {
  if (!value.is_object()) return nullptr;
  const auto found = value.find(name);
  return found == value.end() ? nullptr : &*found;
}

NestKey key_of(const Json& key) {
  if (key.is_string()) return key.get<std::string>();
  if (key.is_number_integer()) return key.get<int>();
  no_value("a key of a dict", key);
}

Json key_json(const NestKey& key) {
  return key.is_string() ? Json(key.to_string()) : Json(std::stoll(key.to_string()));
}

// A structure as JSON, with `leaf` for its leaves.
template <class T, class F>
Json nest_json(const Nest<T>& nest, const F& leaf) {
  if (nest.is_leaf()) return leaf(nest.leaf());
  if (nest.is_dict()) {
    Json entries = Json::array();
    for (const NestKey& key : nest.keys()) {
      entries.push_back(Json::array({key_json(key), nest_json(nest.at(key), leaf)}));
    }
    return {{"dict", entries}};
  }
  Json items = Json::array();
  for (std::size_t i = 0; i < nest.size(); ++i) items.push_back(nest_json(nest[i], leaf));
  return items;
}

template <class T, class F>
Nest<T> nest_of(const Json& value, const F& leaf) {
  if (value.is_array()) {
    std::vector<Nest<T>> items;
    for (const Json& item : value) items.push_back(nest_of<T>(item, leaf));
    return Nest<T>::tuple(std::move(items));
  }
  const Json* dict = member(value, "dict");
  if (dict == nullptr) return leaf(value);
  if (!dict->is_array()) no_value("the entries of a dict", *dict);
  std::vector<typename Nest<T>::Entry> entries;
  for (const Json& entry : *dict) {
    if (!entry.is_array() || entry.size() != 2) no_value("an entry of a dict", entry);
    entries.emplace_back(key_of(entry[0]), nest_of<T>(entry[1], leaf));
  }
  return Nest<T>::dict(std::move(entries));
}

}  // namespace

TracedValues::Tracing::~Tracing() {
  if (--values_.depth_ > 0) return;
  values_.first_tensor_ += static_cast<std::int64_t>(values_.tensors_.size());
  values_.first_tape_ += static_cast<std::int64_t>(values_.tapes_.size());
  values_.tensors_.clear();
  values_.tapes_.clear();
}

template <class T>
const T& TracedValues::at(const std::vector<Owned<T>>& list, std::int64_t first,
                          std::int64_t number) const {
  const std::int64_t index = number - first;
  if (index < 0 || index >= static_cast<std::int64_t>(list.size()) ||
      item(list, index).graph != Graph::current().uid()) {
    throw RuntimeError(
        "a tensor or tape is used outside of the function in which it was made; pass it as an "
        "argument, keep it in a variable, or return it");
  }
  return item(list, index).object;
}

Json TracedValues::added(const Tensor& tensor) {
  tensors_.push_back({tensor.graph().uid(), tensor});
  return {{"tensor", first_tensor_ + static_cast<std::int64_t>(tensors_.size()) - 1},
          {"dtype", dtype_name(tensor.dtype())},
          {"shape", tensor.shape().sizes()}};
}

Json TracedValues::added(const Nest<Tensor>& structure) {
  return nest_json(structure, [this](const Tensor& tensor) { return added(tensor); });
}

Json TracedValues::added(const loops::LoopArguments& arguments) {
  Json positional = Json::array(), named = Json::array();
  for (const Nest<Tensor>& value : arguments.positional) positional.push_back(added(value));
  for (const auto& [name, value] : arguments.named) {
    named.push_back(Json::array({name, added(value)}));
  }
  return Json::array({positional, {{"dict", named}}});
}

std::int64_t TracedValues::add_tape(bool captures) {
  std::unique_ptr<GradientTape> tape;
  if (captures) {
    tape = std::make_unique<GradientCaptureTape>();
  } else {
    tape = std::make_unique<GradientTape>();
  }
  tapes_.push_back({Graph::current().uid(), std::move(tape)});
  return first_tape_ + static_cast<std::int64_t>(tapes_.size()) - 1;
}

Tensor TracedValues::tensor(const Json& value) const {
  const Json* number = member(value, "tensor");
  if (number == nullptr || !number->is_number_integer()) no_value("a tensor", value);
  return at(tensors_, first_tensor_, number->get<std::int64_t>());
}

std::vector<Tensor> TracedValues::tensors(const Json& list) const {
  if (!list.is_array()) no_value("a list of tensors", list);
  std::vector<Tensor> all;
  for (const Json& value : list) all.push_back(tensor(value));
  return all;
}

Nest<Tensor> TracedValues::structure(const Json& value) const {
  return nest_of<Tensor>(value, [this](const Json& leaf) { return tensor(leaf); });
}

loops::LoopResults TracedValues::results(const Json& list) const {
  if (!list.is_array()) no_value("a list of results", list);
  loops::LoopResults results;
  for (const Json& value : list) {
    if (const Json* node = member(value, "operation")) {
      if (!node->is_number_integer()) no_value("an operation", value);
      results.emplace_back(Operation{node->get<NodeId>()});
    } else {
      results.emplace_back(structure(value));
    }
  }
  return results;
}

const GradientTape& TracedValues::tape(std::int64_t number) const {
  return *at(tapes_, first_tape_, number);
}

Json TracedValues::captured(std::int64_t number) {
  Json pairs = Json::array();
  for (const auto& [tag, gradient] : tape(number).capture()->captured_gradients()) {
    pairs.push_back(Json::array({tag, added(gradient)}));
  }
  return pairs;
}

Json structure_json(const Nest<Array>& arrays, std::vector<Array>& leaves) {
  return nest_json(arrays, [&](const Array& array) -> Json {
    leaves.push_back(array);
    return leaves.size() - 1;
  });
}

Nest<Array> array_structure(const Json& structure, const std::vector<Array>& leaves) {
  return nest_of<Array>(structure, [&](const Json& leaf) -> Array {
    if (!leaf.is_number_unsigned() || leaf.get<std::size_t>() >= leaves.size()) {
      throw InvalidArgument(
          "tensors must be given as {data, shape}, or as lists or objects of them");
    }
    return leaves[leaf.get<std::size_t>()];
  });
}

}  // namespace pipette::bindings
