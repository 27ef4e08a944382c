#include "data/dataset_node.h"

#include <fmt/format.h>

#include <algorithm>

namespace pipette {

namespace {

Element read_from_source(const ElementSource& source, std::int64_t index) {
  std::vector<Array> arrays;
  std::vector<std::byte*> destinations;
  for (const ArraySpec& leaf : source.spec().flatten()) {
    arrays.emplace_back(leaf);
    destinations.push_back(arrays.back().bytes());
  }
  source.read(index, destinations);
  return source.spec().pack(arrays);
}

bool fits(const Shape& shape, const Shape& wanted) {
  if (shape.rank() != wanted.rank()) return false;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (wanted[axis] != Shape::kUnknown && wanted[axis] != shape[axis]) return false;
  }
  return true;
}

}  // namespace

Element realise(ElementRef& ref) {
  if (ref.made == nullptr) return read_from_source(*ref.source, ref.index);
  const std::shared_ptr<Element> made = std::move(ref.made);
  // References are never shared between threads, and a cache counts itself: at 1 only we hold it.
  if (made.use_count() == 1) return std::move(*made);
  return *made;
}

void collect_leaves(const Element& element, std::vector<const Array*>& leaves) {
  if (element.is_leaf()) {
    leaves.push_back(&element.leaf());
  } else if (element.is_tuple()) {
    for (std::size_t i = 0; i < element.size(); ++i) collect_leaves(element[i], leaves);
  } else {
    std::vector<NestKey> keys = element.keys();
    std::stable_sort(keys.begin(), keys.end(), std::less<NestKey>());
    for (const NestKey& key : keys) collect_leaves(element.at(key), leaves);
  }
}

void check_element(const Element& element, const ElementSpec& spec, const char* what) {
  if (!spec.same_structure(element)) {
    throw TypeError(
        fmt::format("{} does not have the structure of element_spec: "
                    "it has {} leaves, the spec has {}",
                    what, element.flatten().size(), spec.flatten().size()));
  }
  std::vector<const Array*> leaves;
  collect_leaves(element, leaves);
  const std::vector<ArraySpec> wanted = spec.flatten();
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i]->dtype() != wanted[i].dtype) {
      throw TypeError(fmt::format("{}: component {} is {}, but element_spec says {}", what, i,
                                  dtype_name(leaves[i]->dtype()), dtype_name(wanted[i].dtype)));
    }
    if (!fits(leaves[i]->shape(), wanted[i].shape)) {
      throw InvalidArgument(fmt::format("{}: component {} has shape {}, but element_spec says {}",
                                        what, i, leaves[i]->shape().to_string(),
                                        wanted[i].shape.to_string()));
    }
  }
}

}  // namespace pipette
