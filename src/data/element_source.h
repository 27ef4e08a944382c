// A random-access collection of dataset elements that are made when they are read.
//
//   class Squares : public ElementSource {
//     std::int64_t size() const override { return 100; }
//     const ElementSpec& spec() const override { return spec_; }  // one i64 scalar
//     void read(std::int64_t i, std::span<std::byte* const> to) const override { ... i * i ... }
//   };
//   Dataset squares = Dataset::from_source(std::make_shared<Squares>());
//
// Stages of a dataset pipeline pass {source, index} instead of bytes: a shuffle over 60,000
// elements makes none of them, and a batch lets the source write straight into the batch's array.
//
// Thread rules: all members are const and must be callable from several threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/array.h"
#include "core/nest.h"

namespace pipette {

using Element = Nest<Array>;
using ElementSpec = Nest<ArraySpec>;

class ElementSource {
 public:
  virtual ~ElementSource() = default;

  virtual std::int64_t size() const = 0;
  // The spec is the same for every element; its shapes are fully defined.
  virtual const ElementSpec& spec() const = 0;
  // Writes element `index`, 0 <= index < size(): leaf k of spec().flatten() as row-major bytes to
  // leaves[k]. The destination has room for exactly that leaf and need not be aligned.
  virtual void read(std::int64_t index, std::span<std::byte* const> leaves) const = 0;
  // A hint that `index` will be read soon. It never makes an element.
  virtual void prefetch(std::int64_t) const {}
};

// Element i is [i, ...] of every leaf. The arrays are shared, not copied. Throws InvalidArgument
// when there is no leaf, a leaf is a scalar, or two first axes differ (names both sizes).
std::shared_ptr<const ElementSource> tensor_slices(const Element& tensors);

}  // namespace pipette
