// The stages that make elements: batch and map.
#include <fmt/format.h>

#include <cstring>

#include "data/dataset_node.h"

namespace pipette {

namespace {

class BatchNode : public UnaryNode {
 public:
  BatchNode(std::shared_ptr<const DatasetNode> input, std::int64_t batch_size, bool drop_remainder)
      : UnaryNode(input, input->spec().map([&](const ArraySpec& leaf) {
          return ArraySpec{leaf.dtype,
                           leaf.shape.with_front(drop_remainder ? batch_size : Shape::kUnknown)};
        })),
        batch_size_(batch_size),
        drop_remainder_(drop_remainder) {}

  std::int64_t cardinality() const override {
    const std::int64_t n = input().cardinality();
    if (n < 0) return n;
    return n / batch_size_ + (!drop_remainder_ && n % batch_size_ != 0 ? 1 : 0);
  }

  std::unique_ptr<RefIterator> iterate() const override {
    return std::make_unique<Iterator>(*this);
  }

 private:
  class Iterator : public UnaryIterator<BatchNode> {
   public:
    explicit Iterator(const BatchNode& node)
        : UnaryIterator(node), leaf_specs_(node.input().spec().flatten()) {}

    bool next(ElementRef* ref) override {
      if (ref == nullptr) return skip();
      refs_.clear();
      ElementRef input_ref;
      while (static_cast<std::int64_t>(refs_.size()) < node_.batch_size_ &&
             input_->next(&input_ref)) {
        if (input_ref.source != nullptr) input_ref.source->prefetch(input_ref.index);
        refs_.push_back(std::move(input_ref));
      }
      const bool full = static_cast<std::int64_t>(refs_.size()) == node_.batch_size_;
      if (refs_.empty() || (node_.drop_remainder_ && !full)) return false;
      *ref = {nullptr, 0, std::make_shared<Element>(make_batch())};
      return true;
    }

   private:
    bool skip() {
      std::int64_t rows = 0;
      while (rows < node_.batch_size_ && input_->next(nullptr)) ++rows;
      return rows == node_.batch_size_ || (rows > 0 && !node_.drop_remainder_);
    }
    Element make_batch();
    void copy_made(const Element& element, std::size_t row);

    std::vector<ArraySpec> leaf_specs_;
    std::vector<ElementRef> refs_;           // the elements of one batch
    std::vector<Array> arrays_;              // one per leaf: [rows, ...]
    std::vector<std::byte*> destinations_;   // per leaf, where the next row goes
    std::vector<std::size_t> row_bytes_;     // per leaf
    std::vector<const Array*> made_leaves_;  // scratch of copy_made
  };

  std::int64_t batch_size_;
  bool drop_remainder_;
};

Element BatchNode::Iterator::make_batch() {
  made_leaves_.clear();
  if (refs_[0].made != nullptr) collect_leaves(*refs_[0].made, made_leaves_);
  arrays_.clear();
  destinations_.clear();
  row_bytes_.clear();
  const auto rows = static_cast<std::int64_t>(refs_.size());
  for (std::size_t i = 0; i < leaf_specs_.size(); ++i) {
    // Axes that the spec leaves open are as in the first element.
    const ArraySpec& row = refs_[0].made == nullptr ? leaf_specs_[i] : made_leaves_[i]->spec();
    arrays_.emplace_back(ArraySpec{row.dtype, row.shape.with_front(rows)});
    destinations_.push_back(arrays_.back().bytes());
    row_bytes_.push_back(row.num_bytes());
  }
  for (std::size_t row = 0; row < refs_.size(); ++row) {
    if (refs_[row].made == nullptr) {
      refs_[row].source->read(refs_[row].index, destinations_);
    } else {
      copy_made(*refs_[row].made, row);
    }
    for (std::size_t i = 0; i < destinations_.size(); ++i) destinations_[i] += row_bytes_[i];
  }
  refs_.clear();
  return node_.spec().pack(arrays_);
}

void BatchNode::Iterator::copy_made(const Element& element, std::size_t row) {
  made_leaves_.clear();
  collect_leaves(element, made_leaves_);
  for (std::size_t i = 0; i < made_leaves_.size(); ++i) {
    const Shape first = arrays_[i].shape().without_front();
    if (!(made_leaves_[i]->shape() == first)) {
      throw InvalidArgument(fmt::format(
          "cannot batch arrays of different shapes: component {} of element 0 has shape {}, "
          "of element {} has shape {}",
          i, first.to_string(), row, made_leaves_[i]->shape().to_string()));
    }
    if (row_bytes_[i] > 0) std::memcpy(destinations_[i], made_leaves_[i]->bytes(), row_bytes_[i]);
  }
}

class MapNode : public UnaryNode {
 public:
  MapNode(std::shared_ptr<const DatasetNode> input, Dataset::MapFunction function, ElementSpec spec)
      : UnaryNode(std::move(input), std::move(spec)), function_(std::move(function)) {}
  std::unique_ptr<RefIterator> iterate() const override {
    return std::make_unique<Iterator>(*this);
  }

 private:
  class Iterator : public UnaryIterator<MapNode> {
   public:
    using UnaryIterator::UnaryIterator;
    bool next(ElementRef* ref) override {
      if (!input_->next(ref)) return false;
      if (ref == nullptr) return true;
      auto result = std::make_shared<Element>(node_.function_(realise(*ref)));
      check_element(*result, node_.spec(), "a result of map");
      *ref = {nullptr, 0, std::move(result)};
      return true;
    }
  };

  Dataset::MapFunction function_;
};

// What `function` makes of zeros, with `size` for every unknown axis.
ElementSpec map_zeros(const Dataset::MapFunction& function, const ElementSpec& spec,
                      std::int64_t size) {
  const Element result = function(spec.map([&](const ArraySpec& leaf) {
    std::vector<std::int64_t> sizes = leaf.shape.sizes();
    for (std::int64_t& axis : sizes) axis = axis == Shape::kUnknown ? size : axis;
    return Array::zeros(leaf.dtype, Shape(std::move(sizes)));
  }));
  return result.map([](const Array& array) { return array.spec(); });
}

// An axis of the result is unknown where it follows an unknown axis of the input.
ElementSpec infer_spec(const Dataset::MapFunction& function, const ElementSpec& spec) {
  ElementSpec one = map_zeros(function, spec, 1);
  bool fully_defined = true;
  for (const ArraySpec& leaf : spec.flatten()) fully_defined &= leaf.shape.is_fully_defined();
  if (fully_defined) return one;

  std::vector<ArraySpec> merged = one.flatten();
  const std::vector<ArraySpec> two = map_zeros(function, spec, 2).flatten();
  for (std::size_t i = 0; i < merged.size(); ++i) {
    if (two.size() != merged.size() || two[i].shape.rank() != merged[i].shape.rank()) {
      throw InvalidArgument(
          "map: the structure of the result depends on the batch size; give result_spec");
    }
    std::vector<std::int64_t> sizes = merged[i].shape.sizes();
    for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
      if (two[i].shape.sizes()[axis] != sizes[axis]) sizes[axis] = Shape::kUnknown;
    }
    merged[i].shape = Shape(std::move(sizes));
  }
  return one.pack(merged);
}

}  // namespace

std::shared_ptr<const DatasetNode> batch_node(std::shared_ptr<const DatasetNode> input,
                                              std::int64_t batch_size, bool drop_remainder) {
  return std::make_shared<BatchNode>(std::move(input), batch_size, drop_remainder);
}

std::shared_ptr<const DatasetNode> map_node(std::shared_ptr<const DatasetNode> input,
                                            Dataset::MapFunction function,
                                            std::optional<ElementSpec> result_spec) {
  ElementSpec spec = result_spec ? *std::move(result_spec) : infer_spec(function, input->spec());
  return std::make_shared<MapNode>(std::move(input), std::move(function), std::move(spec));
}

}  // namespace pipette
