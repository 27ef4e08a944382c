#include "bindings/dataset_builder.h"

#include <fmt/format.h>

#include <cstring>

#include "bindings/options.h"
#include "bindings/traced_values.h"
#include "core/json.h"
#include "data/array_maps.h"
#include "data/digits.h"
#include "kernels/elementwise.h"

namespace pipette::bindings {

namespace {

// Generated digits as networks want them: pixels from 0 to 1, labels i32.
class UnitDigits : public ElementSource {
 public:
  UnitDigits(std::uint64_t seed, DigitSet set, std::int64_t count)
      : digits_(seed, set, count),
        image_(digits_.spec()[0].leaf().shape),
        spec_(ElementSpec::tuple({ArraySpec{DType::f32, image_}, ArraySpec{DType::i32, Shape{}}})) {
  }

  std::int64_t size() const override { return digits_.size(); }
  const ElementSpec& spec() const override { return spec_; }
  void read(std::int64_t index, std::span<std::byte* const> leaves) const override {
    const auto pixels = static_cast<std::size_t>(image_.num_elements());
    std::vector<std::uint8_t> image(pixels);
    std::uint8_t label = 0;
    std::byte* const raw[] = {reinterpret_cast<std::byte*>(image.data()),
                              reinterpret_cast<std::byte*>(&label)};
    digits_.read(index, raw);
    std::vector<float> values(pixels);  // destinations need not be aligned
    kernels::u8_to_unit_float(image.data(), values.data(), image_.num_elements());
    std::memcpy(leaves[0], values.data(), pixels * sizeof(float));
    const std::int32_t wide = label;
    std::memcpy(leaves[1], &wide, sizeof wide);
  }

 private:
  DigitSource digits_;
  Shape image_;
  ElementSpec spec_;
};

Json spec_json(const ElementSpec& spec) {
  if (spec.is_dict()) {
    Json dict = Json::object();
    for (const NestKey& key : spec.keys()) dict[key.to_string()] = spec_json(spec.at(key));
    return dict;
  }
  if (!spec.is_leaf()) {
    Json list = Json::array();
    for (std::size_t i = 0; i < spec.size(); ++i) list.push_back(spec_json(spec[i]));
    return list;
  }
  Json shape = Json::array();
  for (const std::int64_t size : spec.leaf().shape.sizes()) {
    shape.push_back(size == Shape::kUnknown ? Json() : Json(size));
  }
  return {{"dtype", dtype_name(spec.leaf().dtype)}, {"shape", shape}};
}

// The built-in functions by their names.
ArrayMap array_map(Options& options) {
  std::string function;
  options.require("function", function);
  if (function == "cast") {
    std::string dtype;
    options.require("dtype", dtype);
    return cast_to(parse_dtype(dtype));
  }
  if (function == "normalise") {
    double mean = 0, std = 1;
    options.read("mean", mean).read("std", std);
    return normalised(mean, std);
  }
  if (function == "oneHot") {
    std::int64_t depth = 0;
    options.require("depth", depth);
    return one_hot(depth);
  }
  if (function == "reshape") {
    std::vector<std::int64_t> shape;
    options.require("shape", shape);
    return reshaped(shape);
  }
  if (function == "flatten") return flattened();
  throw NotFound(fmt::format(
      "map() has no function \"{}\" of its own, only: cast, normalise, oneHot, reshape, "
      "flatten; any other is given as a function",
      function));
}

NestKey item_of(Options& options) {
  if (!options.has("item")) return 0;
  Json item;
  options.read("item", item);
  if (item.is_string()) return item.get<std::string>();
  int number = 0;
  read_field("item", item, number);
  if (number < 0) {
    throw InvalidArgument(fmt::format("item must be a name or at least 0, but it is {}", number));
  }
  return number;
}

}  // namespace

Dataset dataset_from_slices(const std::string& structure, const std::vector<Array>& arrays) {
  const Json json = parse_json(structure);
  return Dataset::from_tensor_slices(array_structure(json, arrays));
}

Dataset generated_digits(const std::string& text) {
  std::uint64_t seed = 1;
  std::int64_t count = 0;
  std::string set = "train";
  Options options("digits()", text);
  options.read("seed", seed).read("set", set);
  const bool counted = options.has("count");
  options.read("count", count).done();
  if (counted && count < 1) {
    throw InvalidArgument(
        fmt::format("digits(): {}Count must be at least 1, but it is {}; without it there are all",
                    set, count));
  }
  if (set != "train" && set != "test") {
    throw InvalidArgument(fmt::format("set must be \"train\" or \"test\", not \"{}\"", set));
  }
  return Dataset::from_source(
      std::make_shared<UnitDigits>(seed, set == "train" ? DigitSet::train : DigitSet::test, count));
}

Dataset derive_dataset(const std::string& operation, const std::string& text,
                       const Dataset& dataset) {
  Options options(operation + "()", text);
  std::int64_t count = -1;  // of repeat, take, skip and prefetch: without end
  if (operation == "shuffle") {
    std::uint64_t seed = 1;
    bool reshuffle = true;
    options.require("bufferSize", count).read("seed", seed);
    options.read("reshuffleEachIteration", reshuffle).done();
    return dataset.shuffle(count, seed, reshuffle);
  }
  if (operation == "batch") {
    bool drop_remainder = true;
    options.require("batchSize", count).read("dropRemainder", drop_remainder).done();
    return dataset.batch(count, drop_remainder);
  }
  if (operation == "map") {
    const ArrayMap map = array_map(options);
    const NestKey item = item_of(options);
    options.done();
    return dataset.map(on_item(map, item));
  }
  if (operation == "cache") {
    options.done();
    return dataset.cache();
  }
  options.read("count", count).done();
  if (operation == "repeat") return dataset.repeat(count);
  if (operation == "take") return dataset.take(count);
  if (operation == "skip") return dataset.skip(count);
  if (operation == "prefetch") return dataset.prefetch(count);
  throw InvalidArgument(fmt::format("a dataset has no operation \"{}\"", operation));
}

std::string dataset_json(const Dataset& dataset) {
  const std::int64_t count = dataset.cardinality();
  const Json json = {{"cardinality", count < 0 ? Json() : Json(count)},
                     {"infinite", count == Dataset::kInfinite},
                     {"element", spec_json(dataset.element_spec())}};
  return json.dump();
}

}  // namespace pipette::bindings
