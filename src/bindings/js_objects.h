// Objects that JavaScript holds, and tensors at the border. Emscripten only.
//
//   val create_queue(int, const std::string& options, val) {
//     return guarded([&] { return added(make_queue(options)); });
//   }
//   object<QueuePtr>(handle)->queue().pending();
//
// Objects of all kinds share one table (handles.h); a handle of another kind throws
// InvalidArgument. The functions that make the parts of models share one signature, (handle, text,
// extra): the object concerned or 0, a name or JSON text, and additional arguments. A tensor
// crosses the border as {dtype, shape, bytes}, copied.
#pragma once

#include <emscripten/val.h>

#include <string>
#include <variant>
#include <vector>

#include "bindings/handles.h"
#include "bindings/hosted_model.h"
#include "bindings/hosted_strategy.h"
#include "bindings/js_values.h"
#include "data/dataset_benchmark.h"
#include "session/session.h"

namespace pipette::bindings {

using keras::LayerPtr;
using keras::SymbolicTensor;
using InfeedPtr = std::shared_ptr<InfeedQueue>;
using Object = std::variant<Dataset, QueuePtr, InfeedPtr, LayerPtr, SymbolicTensor, Variable,
                            OptimizerPtr, ImageData, std::unique_ptr<Session>,
                            std::unique_ptr<HostedModel>, std::unique_ptr<HostedStrategy>,
                            std::unique_ptr<DatasetIterator>, std::unique_ptr<DatasetBenchmark>>;

inline Handles<Object>& objects() {
  static Handles<Object> handles("object");
  return handles;
}

template <class T>
inline val added(T object) {
  return val(objects().add(std::make_unique<Object>(std::move(object))));
}

template <class T>
T& object(int handle) {
  if (T* found = std::get_if<T>(&objects().at(handle))) return *found;
  throw InvalidArgument("an object of another kind was expected");
}
inline HostedModel& model(int handle) { return *object<std::unique_ptr<HostedModel>>(handle); }
inline Session& session(int handle) { return *object<std::unique_ptr<Session>>(handle); }
inline HostedStrategy& strategy(int handle) {
  return *object<std::unique_ptr<HostedStrategy>>(handle);
}
// Null if the handle is not a session's.
inline Session* find_session(int handle) {
  const auto* found = std::get_if<std::unique_ptr<Session>>(&objects().at(handle));
  return found == nullptr ? nullptr : found->get();
}
// The observable run of a session, a strategy or a model.
inline ObservedRun& watched(int handle) {
  if (Session* session = find_session(handle)) return session->observed();
  const Object& found = objects().at(handle);
  if (const auto* strategy = std::get_if<std::unique_ptr<HostedStrategy>>(&found)) {
    return (*strategy)->observed();
  }
  return model(handle).observed();
}

template <class T>
std::vector<T> objects_in(const val& handles) {
  std::vector<T> list;
  for (const int handle : emscripten::vecFromJSArray<int>(handles)) {
    list.push_back(object<T>(handle));
  }
  return list;
}

inline val variables_list(const std::vector<Variable>& variables) {
  val list = val::array();
  for (const Variable& variable : variables) list.call<void>("push", added(variable));
  return list;
}

// ---- tensors ----

inline Shape shape_from(const val& list) {
  std::vector<std::int64_t> sizes;
  for (const double size : emscripten::vecFromJSArray<double>(list)) {
    sizes.push_back(integer(size));
  }
  return Shape(std::move(sizes));
}

inline Array array_from(const val& tensor) {
  const val bytes = tensor["bytes"];
  const ArraySpec spec{parse_dtype(tensor["dtype"].as<std::string>()), shape_from(tensor["shape"])};
  const auto count = bytes["length"].as<std::size_t>();
  if (static_cast<std::int64_t>(count) !=
      spec.shape.num_elements() * static_cast<std::int64_t>(dtype_size(spec.dtype))) {
    throw InvalidArgument("the data of a tensor of shape " + spec.shape.to_string() + " is " +
                          std::to_string(count) + " bytes");
  }
  Array array(spec);
  copy_in(bytes, reinterpret_cast<std::uint8_t*>(array.bytes()), count);
  return array;
}

// f16 becomes f32, because not every JavaScript engine has arrays of f16.
inline val tensor_from(const Array& given) {
  const Array array = given.dtype() == DType::f16 ? given.cast(DType::f32) : given;
  val shape = val::array();
  for (const std::int64_t size : array.shape().sizes()) {
    shape.call<void>("push", static_cast<double>(size));
  }
  val tensor = val::object();
  tensor.set("dtype", std::string(dtype_name(array.dtype())));
  tensor.set("shape", shape);
  tensor.set("bytes",
             typed_array(reinterpret_cast<const std::uint8_t*>(array.bytes()), array.num_bytes()));
  return tensor;
}

inline val named_tensor(const std::string& name, const Array& array) {
  val tensor = tensor_from(array);
  tensor.set("name", name);
  return tensor;
}

inline std::vector<Array> arrays_from(const val& tensors) {
  std::vector<Array> arrays;
  const auto length = tensors["length"].as<int>();
  for (int i = 0; i < length; ++i) arrays.push_back(array_from(tensors[i]));
  return arrays;
}

// A structure of arrays as {structure, tensors}: JSON text and a list (traced_values.h).
inline val structure_from(const Nest<Array>& arrays) {
  std::vector<Array> leaves;
  const Json structure = structure_json(arrays, leaves);
  val tensors = val::array();
  for (const Array& leaf : leaves) tensors.call<void>("push", tensor_from(leaf));
  val object = val::object();
  object.set("structure", structure.dump());
  object.set("tensors", tensors);
  return object;
}

}  // namespace pipette::bindings
