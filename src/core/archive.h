// The members of an object, listed once, to save its state and to restore it.
//
//   void Clock::archive(Archive& a) { a("now", now_)("waits", waits_); }
//
//   ArchiveWriter writer("state");                    // core/json_archive.h
//   writer("clock", clock);                           // reads the members
//   ArchiveReader reader("state", json, arrays);
//   reader("clock", other);                           // writes them
//
// A member may be a whole number, a real number, a text, an Array, a std::vector or std::array of
// these, or an object with archive(). Lists of f32 and u32 are kept as arrays. What determines the
// object's behaviour but not its state, such as sizes that its constructor was given, is not
// listed.
//
// Errors: restoring throws InvalidArgument, with the member's name, for a value that is missing, of
// another kind or outside the range of its type; whole numbers lie between -2^61 and 2^61, so that
// a sum of two does not overflow. archive() itself calls require() for what must hold besides. An
// object that threw is in no usable state.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/array.h"

namespace pipette {

class Archive {
 public:
  static constexpr std::int64_t kLargest = std::int64_t{1} << 61;

  virtual ~Archive() = default;
  virtual bool restores() const = 0;

  template <class T>
  Archive& operator()(const char* name, T& value) {
    enter(name);
    visit(value);
    leave();
    return *this;
  }
  // A list whose size is not part of the state.
  template <class T>
  Archive& fixed(const char* name, std::vector<T>& values) {
    enter(name);
    visit_all(values, values.size());
    leave();
    return *this;
  }
  // While restoring, throws InvalidArgument unless `holds`.
  void require(bool holds, const char* rule) {
    if (restores() && !holds) refuse(rule);
  }

 protected:
  virtual void enter(const char* name) = 0;
  virtual void enter(std::size_t index) = 0;
  virtual void leave() = 0;
  virtual std::size_t list(std::size_t size) = 0;  // begins a list; returns its size
  virtual void object() = 0;
  virtual void whole(std::int64_t& value) = 0;
  virtual void real(double& value) = 0;
  virtual void text(std::string& value) = 0;
  virtual void array(Array& value) = 0;
  [[noreturn]] virtual void refuse(const std::string& why) const = 0;

 private:
  template <class T>
  static constexpr bool kBulk = std::same_as<T, float> || std::same_as<T, std::uint32_t>;

  template <std::integral T>
  void visit(T& value) {
    auto number = static_cast<std::int64_t>(value);
    whole(number);
    if (!std::in_range<Comparable<T>>(number)) refuse("is out of range");
    value = static_cast<T>(number);
  }
  void visit(double& value) { real(value); }
  void visit(float& value) {
    auto number = static_cast<double>(value);
    real(number);
    value = static_cast<float>(number);
  }
  void visit(std::string& value) { text(value); }
  void visit(Array& value) { array(value); }
  template <class T>
  void visit(std::vector<T>& values) {
    if constexpr (kBulk<T>) {
      Array bulk = restores() ? Array() : Array::of(Shape{std::ssize(values)}, values);
      array(bulk);
      const std::span<const T> read = elements<T>(bulk);
      values.assign(read.begin(), read.end());
    } else {
      visit_all(values, std::numeric_limits<std::size_t>::max());
    }
  }
  template <class T, std::size_t kSize>
  void visit(std::array<T, kSize>& values) {
    static_assert(kBulk<T>);
    std::vector<T> all(values.begin(), values.end());
    visit(all);
    if (all.size() != kSize) refuse("has another size");
    std::copy(all.begin(), all.end(), values.begin());
  }
  template <class T>
  requires requires(T& object, Archive& a) { object.archive(a); }
  void visit(T& value) {
    object();
    value.archive(*this);
  }

  // `most`: that a list restored may have; a list of a fixed size has all of them.
  template <class T>
  void visit_all(std::vector<T>& values, std::size_t most) {
    const std::size_t size = list(values.size());
    if (most != std::numeric_limits<std::size_t>::max() && size != most) {
      refuse("has " + std::to_string(size) + " elements instead of " + std::to_string(most));
    }
    values.resize(size);
    for (std::size_t i = 0; i < size; ++i) at(i, values[i]);
  }
  template <class T>
  void at(std::size_t index, T& value) {
    enter(index);
    visit(value);
    leave();
  }
  template <class T>
  std::span<const T> elements(const Array& bulk) const {
    if (bulk.dtype() != dtype_of<T>() || bulk.shape().rank() != 1) refuse("is another array");
    return bulk.span<T>();
  }
  // std::in_range does not take bool and characters.
  template <class T>
  using Comparable = std::conditional_t<std::same_as<T, bool>, std::uint8_t, T>;
};

}  // namespace pipette
