// A host array: dtype, shape and shared, 64-byte-aligned, row-major storage.
//
//   Array a = Array::zeros(DType::f32, {2, 3});
//   a.data<float>()[4] = 1.0f;
//   Array row = a.slice(1);            // [3], a view: shares storage
//   Array b = Array::of<float>({2}, {1.0f, 2.0f});
//
// Copying an Array copies the handle, as in NumPy; clone() copies the elements. Handles may be
// passed between threads; concurrent access to one storage needs the caller's own locking.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/dtype.h"
#include "core/shape.h"

namespace pipette {

// The dtype and shape of an array, known before the array exists.
struct ArraySpec {
  DType dtype = DType::f32;
  Shape shape;
  std::size_t num_bytes() const {
    return static_cast<std::size_t>(shape.num_elements()) * dtype_size(dtype);
  }
  friend bool operator==(const ArraySpec&, const ArraySpec&) = default;
};

class Array {
 public:
  Array() = default;  // an empty f32 array of shape [0]
  // Elements are not initialised. Throws ValueError for a shape that is not fully defined,
  // ResourceExhausted when there is no memory for it.
  explicit Array(const ArraySpec& spec);

  static Array zeros(DType dtype, const Shape& shape);
  // A view of memory that `owner` keeps alive.
  static Array view(const ArraySpec& spec, std::shared_ptr<std::byte> owner);
  template <class T>
  static Array of(const Shape& shape, const std::vector<T>& values);
  template <class T>
  static Array filled(const Shape& shape, T value);
  template <class T>
  static Array scalar(T value) {
    return filled<T>(Shape{}, value);
  }

  DType dtype() const { return spec_.dtype; }
  const Shape& shape() const { return spec_.shape; }
  const ArraySpec& spec() const { return spec_; }
  std::size_t num_bytes() const { return spec_.num_bytes(); }
  std::size_t size() const { return static_cast<std::size_t>(spec_.shape.num_elements()); }

  std::byte* bytes() const { return bytes_.get(); }
  // Typed access. Throws TypeError when T is not the dtype.
  template <class T>
  T* data() const;
  template <class T>
  std::span<T> span() const {
    return {data<T>(), size()};
  }
  template <class T>
  T item() const;  // the only element; throws ValueError when there is not exactly one

  Array slice(std::int64_t index) const;  // view of [index, ...]; throws OutOfRange
  Array slice(std::int64_t begin, std::int64_t end) const;  // view of [begin:end, ...]
  Array reshape(const Shape& shape) const;                  // view; throws InvalidArgument
  Array clone() const;
  Array cast(DType dtype) const;  // always a new array, converted as convert.h says

 private:
  void require_dtype(DType dtype) const;

  ArraySpec spec_{DType::f32, Shape{0}};
  std::shared_ptr<std::byte> bytes_;
};

// Stacks equally shaped arrays along a new first axis. Throws InvalidArgument otherwise; an empty
// list needs `spec` and gives shape [0, *spec.shape].
Array stack(const std::vector<Array>& arrays, const ArraySpec& spec);

// ---- implementation of the templates ----

template <class T>
T* Array::data() const {
  require_dtype(dtype_of<T>());
  return reinterpret_cast<T*>(bytes_.get());
}

template <class T>
T Array::item() const {
  if (size() != 1) {
    throw ValueError("item() needs exactly one element, but the shape is " + shape().to_string());
  }
  return data<T>()[0];
}

template <class T>
Array Array::of(const Shape& shape, const std::vector<T>& values) {
  Array array(ArraySpec{dtype_of<T>(), shape});
  if (values.size() != array.size()) {
    throw InvalidArgument(std::to_string(values.size()) + " values do not fill shape " +
                          shape.to_string());
  }
  T* to = array.template data<T>();  // not std::copy: std::vector<bool> has no bools to point at
  for (std::size_t i = 0; i < values.size(); ++i) to[i] = values[i];
  return array;
}

template <class T>
Array Array::filled(const Shape& shape, T value) {
  Array array(ArraySpec{dtype_of<T>(), shape});
  for (T& element : array.span<T>()) element = value;
  return array;
}

}  // namespace pipette
