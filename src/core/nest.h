// Nested structures as TensorFlow's tf.nest knows them: a leaf, a tuple, or a dict.
//
//   Nest<Array> pair = Nest<Array>::tuple({images, labels});
//   Nest<Array> named = Nest<Array>::dict({{"d1", x}, {"d2", y}});
//   named["d1"].leaf();  pair[0].leaf();  pair.flatten();  pair.map(f)
//
// Iteration over a dict follows the order in which its keys were given; flattening follows key
// order (integers before strings), so that two dicts with the same keys have the same structure.
// Keys are strings or integers. An empty tuple stands for "nothing".
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/error.h"
#include "core/item.h"

namespace pipette {

class NestKey {
 public:
  NestKey(const char* name) : key_(std::string(name)) {}
  NestKey(std::string name) : key_(std::move(name)) {}
  NestKey(int number) : key_(static_cast<std::int64_t>(number)) {}
  bool is_string() const { return std::holds_alternative<std::string>(key_); }
  std::int64_t number() const { return std::get<std::int64_t>(key_); }  // throws for a string key
  std::string to_string() const {
    return is_string() ? std::get<std::string>(key_) : std::to_string(std::get<std::int64_t>(key_));
  }
  friend bool operator==(const NestKey&, const NestKey&) = default;
  friend bool operator<(const NestKey& a, const NestKey& b) { return a.key_ < b.key_; }

 private:
  std::variant<std::int64_t, std::string> key_;
};

template <class T>
class Nest {
 public:
  using Entry = std::pair<NestKey, Nest>;

  Nest() : kind_(Kind::tuple) {}  // the empty tuple
  Nest(T leaf) : kind_(Kind::leaf), leaves_{std::move(leaf)} {}
  static Nest tuple(std::vector<Nest> items) {
    Nest nest;
    nest.items_ = std::move(items);
    return nest;
  }
  // Throws ValueError when a key occurs twice.
  static Nest dict(std::vector<Entry> entries);

  bool is_leaf() const { return kind_ == Kind::leaf; }
  bool is_tuple() const { return kind_ == Kind::tuple; }
  bool is_dict() const { return kind_ == Kind::dict; }
  bool empty() const { return !is_leaf() && items_.empty(); }

  std::size_t size() const { return is_leaf() ? 1 : items_.size(); }
  const std::vector<NestKey>& keys() const { return keys_; }
  const T& leaf() const;                            // throws TypeError when not a leaf
  const Nest& operator[](std::size_t index) const;  // throws OutOfRange
  const Nest& operator[](int index) const { return (*this)[static_cast<std::size_t>(index)]; }
  const Nest& operator[](const char* key) const { return at(NestKey(key)); }
  const Nest& at(const NestKey& key) const;  // throws NotFound

  std::vector<T> flatten() const;
  template <class F>
  auto map(F&& f) const -> Nest<std::decay_t<std::invoke_result_t<F, const T&>>>;
  // Returns the same structure with leaves taken in order from `leaves`. Throws InvalidArgument if
  // the number of leaves differs.
  template <class U>
  Nest<U> pack(const std::vector<U>& leaves) const;
  template <class U>
  bool same_structure(const Nest<U>& other) const;

 private:
  template <class U>
  friend class Nest;
  enum class Kind { leaf, tuple, dict };

  std::vector<std::size_t> flatten_order() const;
  template <class U>
  Nest<U> pack_from(const std::vector<U>& leaves, std::size_t& next) const;

  Kind kind_;
  std::vector<T> leaves_;  // one for a leaf, otherwise none (T may lack a default constructor)
  std::vector<NestKey> keys_;
  std::vector<Nest> items_;
};

// ---- implementation ----

template <class T>
Nest<T> Nest<T>::dict(std::vector<Entry> entries) {
  Nest nest;
  nest.kind_ = Kind::dict;
  for (Entry& entry : entries) {
    if (std::find(nest.keys_.begin(), nest.keys_.end(), entry.first) != nest.keys_.end()) {
      throw ValueError("key \"" + entry.first.to_string() + "\" occurs twice in a dict");
    }
    nest.keys_.push_back(std::move(entry.first));
    nest.items_.push_back(std::move(entry.second));
  }
  return nest;
}

template <class T>
const T& Nest<T>::leaf() const {
  if (!is_leaf()) throw TypeError("expected a single value, found a tuple or dict");
  return leaves_[0];
}

template <class T>
const Nest<T>& Nest<T>::operator[](std::size_t index) const {
  if (is_leaf() || index >= items_.size()) {
    throw OutOfRange("index " + std::to_string(index) + " is outside a structure of " +
                     std::to_string(items_.size()) + " items");
  }
  return items_[index];
}

template <class T>
const Nest<T>& Nest<T>::at(const NestKey& key) const {
  const auto found = std::find(keys_.begin(), keys_.end(), key);
  if (found == keys_.end()) throw NotFound("the structure has no key \"" + key.to_string() + "\"");
  return item(items_, found - keys_.begin());
}

template <class T>
std::vector<std::size_t> Nest<T>::flatten_order() const {
  std::vector<std::size_t> order(items_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (is_dict()) {
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return keys_[a] < keys_[b]; });
  }
  return order;
}

template <class T>
std::vector<T> Nest<T>::flatten() const {
  if (is_leaf()) return leaves_;
  std::vector<T> flat;
  for (const std::size_t i : flatten_order()) {
    std::vector<T> part = items_[i].flatten();
    flat.insert(flat.end(), part.begin(), part.end());
  }
  return flat;
}

template <class T>
template <class F>
auto Nest<T>::map(F&& f) const -> Nest<std::decay_t<std::invoke_result_t<F, const T&>>> {
  using U = std::decay_t<std::invoke_result_t<F, const T&>>;
  std::vector<U> mapped;
  for (const T& leaf : flatten()) mapped.push_back(f(leaf));
  return pack(mapped);
}

template <class T>
template <class U>
Nest<U> Nest<T>::pack(const std::vector<U>& leaves) const {
  std::size_t next = 0;
  Nest<U> packed = pack_from(leaves, next);
  if (next != leaves.size()) {
    throw InvalidArgument("the structure has " + std::to_string(next) + " leaves, not " +
                          std::to_string(leaves.size()));
  }
  return packed;
}

template <class T>
template <class U>
Nest<U> Nest<T>::pack_from(const std::vector<U>& leaves, std::size_t& next) const {
  if (is_leaf()) {
    if (next >= leaves.size()) {
      throw InvalidArgument("the structure has more than " + std::to_string(leaves.size()) +
                            " leaves");
    }
    return Nest<U>(leaves[next++]);
  }
  Nest<U> packed;
  packed.kind_ = is_dict() ? Nest<U>::Kind::dict : Nest<U>::Kind::tuple;
  packed.keys_ = keys_;
  packed.items_.resize(items_.size());
  for (const std::size_t i : flatten_order()) packed.items_[i] = items_[i].pack_from(leaves, next);
  return packed;
}

template <class T>
template <class U>
bool Nest<T>::same_structure(const Nest<U>& other) const {
  if (static_cast<int>(kind_) != static_cast<int>(other.kind_)) return false;
  if (size() != other.size()) return false;
  if (is_leaf()) return true;
  const auto mine = flatten_order();
  const auto theirs = other.flatten_order();
  for (std::size_t i = 0; i < mine.size(); ++i) {
    if (is_dict() && keys_[mine[i]] != other.keys_[theirs[i]]) return false;
    if (!items_[mine[i]].same_structure(other.items_[theirs[i]])) return false;
  }
  return true;
}

}  // namespace pipette
