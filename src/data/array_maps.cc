#include "data/array_maps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/item.h"

namespace pipette {

namespace {

constexpr std::int64_t kMostClasses = 65536;

constexpr std::int64_t kMostNumbers = 1 << 28;  // of a one-hot array: 1 GiB

// -1 becomes `rest`.
Shape filled(std::vector<std::int64_t> sizes, std::int64_t rest) {
  std::replace(sizes.begin(), sizes.end(), std::int64_t{-1}, rest);
  return Shape(std::move(sizes));
}

}  // namespace

ArrayMap cast_to(DType dtype) {
  return [dtype](const Array& array) { return array.cast(dtype); };
}

ArrayMap normalised(double mean, double std) {
  if (!std::isfinite(mean) || !std::isfinite(std) || std == 0) {
    throw InvalidArgument(fmt::format(
        "mean and std must be finite and std not 0, but they are {} and {}; for bytes 0 and 255 "
        "give numbers from 0 to 1",
        mean, std));
  }
  return [mean, std](const Array& array) {
    const Array wide = array.cast(DType::f64);
    Array result({DType::f32, array.shape()});
    for (std::size_t i = 0; i < wide.size(); ++i) {
      result.data<float>()[i] = static_cast<float>((wide.data<double>()[i] - mean) / std);
    }
    return result;
  };
}

ArrayMap one_hot(std::int64_t depth) {
  if (depth < 1 || depth > kMostClasses) {
    throw InvalidArgument(
        fmt::format("depth must be 1 to {}, but it is {}; the nearest valid value is {}",
                    kMostClasses, depth, std::clamp<std::int64_t>(depth, 1, kMostClasses)));
  }
  return [depth](const Array& array) {
    if (is_floating(array.dtype())) {
      throw TypeError(fmt::format("one_hot needs integers, but the values are {}; cast them first",
                                  dtype_name(array.dtype())));
    }
    std::vector<std::int64_t> sizes = array.shape().sizes();
    sizes.push_back(depth);
    const Shape shape(std::move(sizes));
    if (shape.num_elements() > kMostNumbers) {
      throw InvalidArgument(fmt::format("one_hot would make an array of shape {}, more than 1 GiB",
                                        shape.to_string()));
    }
    Array rows = Array::zeros(DType::f32, shape);
    float* row = rows.data<float>();
    const Array places = array.cast(DType::i64);
    for (const std::int64_t place : places.span<std::int64_t>()) {
      if (place >= 0 && place < depth) row[place] = 1;
      row += depth;
    }
    return rows;
  };
}

ArrayMap flattened() { return reshaped({-1}); }

ArrayMap reshaped(std::vector<std::int64_t> sizes) {
  if (std::count(sizes.begin(), sizes.end(), -1) > 1 ||
      std::any_of(sizes.begin(), sizes.end(), [](std::int64_t size) { return size < -1; })) {
    throw InvalidArgument(fmt::format(
        "the sizes of a shape must be at least 0, and one of them may be -1, but they are [{}]",
        fmt::join(sizes, ", ")));
  }
  const std::int64_t known = filled(sizes, 1).num_elements();  // ValueError beyond counting
  return [sizes = std::move(sizes), known](const Array& array) {
    const std::int64_t count = array.shape().num_elements();
    return array.reshape(filled(sizes, known == 0 ? 0 : count / known));
  };
}

Dataset::MapFunction on_item(ArrayMap map, const NestKey& item) {
  return [map = std::move(map), item](const Element& element) {
    if (element.is_leaf()) return Element(map(element.leaf()));
    if (element.is_dict()) {
      std::vector<Element::Entry> entries;
      const Array changed = map(element.at(item).leaf());
      for (const NestKey& key : element.keys()) {
        entries.emplace_back(key, key == item ? Element(changed) : element.at(key));
      }
      return Element::dict(std::move(entries));
    }
    std::vector<Element> items;
    for (std::size_t i = 0; i < element.size(); ++i) items.push_back(element[i]);
    if (item.is_string()) {
      throw NotFound(fmt::format("a tuple of {} items has none named \"{}\"; name it by its number",
                                 items.size(), item.to_string()));
    }
    const auto place = static_cast<std::size_t>(item.number());
    const Array changed = map(element[place].leaf());  // OutOfRange: there is no such item
    items[place] = Element(changed);
    return Element::tuple(std::move(items));
  };
}

}  // namespace pipette
