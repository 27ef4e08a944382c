// Where elements come from: tensors, ranges, random-access sources, generators.
#include <fmt/format.h>

#include <cstring>

#include "data/dataset_node.h"

namespace pipette {

namespace {

// Rows of arrays that share their first axis.
class TensorSliceSource : public ElementSource {
 public:
  TensorSliceSource(const Element& tensors, std::int64_t size)
      : spec_(tensors.map([](const Array& array) {
          return ArraySpec{array.dtype(), array.shape().without_front()};
        })),
        size_(size) {
    for (const Array& array : tensors.flatten()) {
      columns_.push_back(
          {array, ArraySpec{array.dtype(), array.shape().without_front()}.num_bytes()});
    }
  }

  std::int64_t size() const override { return size_; }
  const ElementSpec& spec() const override { return spec_; }
  void read(std::int64_t index, std::span<std::byte* const> leaves) const override {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Column& column = columns_[i];
      if (column.row_bytes == 1) {
        *leaves[i] = column.row(index)[0];
      } else if (column.row_bytes > 0) {
        std::memcpy(leaves[i], column.row(index), column.row_bytes);
      }
    }
  }
  void prefetch(std::int64_t index) const override {
    for (const Column& column : columns_) {
      const std::byte* row = column.row(index);
      // 2 KiB at most: beyond that the processor sees the stream itself.
      const std::size_t end = column.row_bytes < 2048 ? column.row_bytes : 2048;
      for (std::size_t offset = 0; offset < end; offset += 64) __builtin_prefetch(row + offset);
    }
  }

 private:
  struct Column {
    const std::byte* row(std::int64_t index) const {
      return array.bytes() + static_cast<std::size_t>(index) * row_bytes;
    }
    Array array;
    std::size_t row_bytes;
  };

  ElementSpec spec_;
  std::int64_t size_;
  std::vector<Column> columns_;
};

// One element: the tensors themselves.
class TensorSource : public ElementSource {
 public:
  explicit TensorSource(const Element& tensors)
      : spec_(tensors.map([](const Array& array) { return array.spec(); })),
        arrays_(tensors.flatten()) {}
  std::int64_t size() const override { return 1; }
  const ElementSpec& spec() const override { return spec_; }
  void read(std::int64_t, std::span<std::byte* const> leaves) const override {
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      if (arrays_[i].num_bytes() > 0) {
        std::memcpy(leaves[i], arrays_[i].bytes(), arrays_[i].num_bytes());
      }
    }
  }

 private:
  ElementSpec spec_;
  std::vector<Array> arrays_;
};

class RangeSource : public ElementSource {
 public:
  explicit RangeSource(std::int64_t n) : size_(n < 0 ? 0 : n) {}
  std::int64_t size() const override { return size_; }
  const ElementSpec& spec() const override { return spec_; }
  void read(std::int64_t index, std::span<std::byte* const> leaves) const override {
    std::memcpy(leaves[0], &index, sizeof index);
  }

 private:
  ElementSpec spec_ = ArraySpec{DType::i64, Shape{}};
  std::int64_t size_;
};

class SourceNode : public DatasetNode {
 public:
  explicit SourceNode(std::shared_ptr<const ElementSource> source)
      : DatasetNode(source->spec()), source_(std::move(source)) {}
  std::int64_t cardinality() const override { return source_->size(); }
  bool is_source() const override { return true; }

  std::unique_ptr<RefIterator> iterate() const override {
    return std::make_unique<Iterator>(source_.get());
  }

 private:
  class Iterator : public RefIterator {
   public:
    explicit Iterator(const ElementSource* source) : source_(source), size_(source->size()) {}
    bool next(ElementRef* ref) override {
      if (index_ >= size_) return false;
      if (ref != nullptr) {
        ref->source = source_;
        ref->index = index_;
        ref->made.reset();
      }
      ++index_;
      return true;
    }
    void rewind() override { index_ = 0; }

   private:
    const ElementSource* source_;
    std::int64_t size_;
    std::int64_t index_ = 0;
  };

  std::shared_ptr<const ElementSource> source_;
};

class GeneratorNode : public DatasetNode {
 public:
  GeneratorNode(ElementSpec spec, std::function<Dataset::Generator()> make)
      : DatasetNode(std::move(spec)), make_(std::move(make)) {}
  std::int64_t cardinality() const override { return Dataset::kUnknown; }

  std::unique_ptr<RefIterator> iterate() const override { return std::make_unique<Iterator>(this); }

 private:
  class Iterator : public RefIterator {
   public:
    explicit Iterator(const GeneratorNode* node) : node_(node) {}
    bool next(ElementRef* ref) override {
      if (ended_) return false;
      if (!generator_) generator_ = node_->make_();
      Element element;
      if (!generator_(element)) {
        ended_ = true;
        return false;
      }
      check_element(element, node_->spec(), "an element of from_generator");
      if (ref != nullptr) *ref = {nullptr, 0, std::make_shared<Element>(std::move(element))};
      return true;
    }
    void rewind() override {
      generator_ = nullptr;
      ended_ = false;
    }

   private:
    const GeneratorNode* node_;
    Dataset::Generator generator_;
    bool ended_ = false;
  };

  std::function<Dataset::Generator()> make_;
};

}  // namespace

std::shared_ptr<const ElementSource> tensor_slices(const Element& tensors) {
  const std::vector<Array> arrays = tensors.flatten();
  if (arrays.empty()) throw InvalidArgument("tensors must hold at least one array");
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (arrays[i].shape().rank() == 0) {
      throw InvalidArgument(
          fmt::format("tensors: component {} is a scalar and cannot be sliced; "
                      "give it a first axis, or use from_tensors",
                      i));
    }
    if (arrays[i].shape()[0] != arrays[0].shape()[0]) {
      throw InvalidArgument(fmt::format(
          "tensors: first axes must agree, but component 0 has {} rows and component {} has {}",
          arrays[0].shape()[0], i, arrays[i].shape()[0]));
    }
  }
  return std::make_shared<TensorSliceSource>(tensors, arrays[0].shape()[0]);
}

std::shared_ptr<const ElementSource> one_element(const Element& tensors) {
  return std::make_shared<TensorSource>(tensors);
}

std::shared_ptr<const ElementSource> counted(std::int64_t n) {
  return std::make_shared<RangeSource>(n);
}

std::shared_ptr<const DatasetNode> source_node(std::shared_ptr<const ElementSource> source) {
  return std::make_shared<SourceNode>(std::move(source));
}

std::shared_ptr<const DatasetNode> generator_node(ElementSpec spec,
                                                  std::function<Dataset::Generator()> make) {
  return std::make_shared<GeneratorNode>(std::move(spec), std::move(make));
}

}  // namespace pipette
