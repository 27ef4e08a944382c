// The internals of Dataset: one stage of a dataset pipeline, and the references that stages pass to
// each other. No code outside this folder needs this header.
//
//   class EveryOther : public DatasetNode { ... std::unique_ptr<RefIterator> iterate() const; };
//
// A stage is immutable; the state of a reading pass lives in its RefIterator. A RefIterator may
// point into its stage, and ElementRefs into a source, so their owner must keep the stage alive too
// (as Dataset::make_iterator does).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "data/dataset.h"

namespace pipette {

// An element that may not exist yet: either element `index` of `source`, or one already `made`.
struct ElementRef {
  const ElementSource* source = nullptr;
  std::int64_t index = 0;
  std::shared_ptr<Element> made;
};

// The most elements that a stage may hold references to at once (0.5 GiB), and that skip() may
// skip.
constexpr std::int64_t kMaxHeldElements = std::int64_t{1} << 24;
constexpr std::int64_t kMaxSkippedElements = std::int64_t{1} << 26;
constexpr std::int64_t kMaxBatchBytes = std::int64_t{1} << 30;

class RefIterator {
 public:
  virtual ~RefIterator() = default;
  // Returns false at the end, and at every call after it until rewind(). Null: nobody wants the
  // element, so it need not be made.
  virtual bool next(ElementRef* ref) = 0;
  // Starts the next epoch from the beginning, whether or not the current epoch was read to its end.
  virtual void rewind() = 0;
};

class DatasetNode {
 public:
  explicit DatasetNode(ElementSpec spec) : spec_(std::move(spec)) {}
  virtual ~DatasetNode() = default;
  const ElementSpec& spec() const { return spec_; }
  virtual std::int64_t cardinality() const = 0;
  virtual std::unique_ptr<RefIterator> iterate() const = 0;
  virtual bool is_source() const { return false; }  // elements can be read again without loss

 private:
  ElementSpec spec_;
};

// A stage with one input. Its cardinality is that of the input unless a subclass overrides it.
class UnaryNode : public DatasetNode {
 public:
  UnaryNode(std::shared_ptr<const DatasetNode> input, ElementSpec spec)
      : DatasetNode(std::move(spec)), input_(std::move(input)) {}
  explicit UnaryNode(std::shared_ptr<const DatasetNode> input)
      : DatasetNode(input->spec()), input_(std::move(input)) {}
  const DatasetNode& input() const { return *input_; }
  std::int64_t cardinality() const override { return input_->cardinality(); }

 private:
  std::shared_ptr<const DatasetNode> input_;
};

// State shared by the iterators of a unary stage: the stage, and an iterator of its input.
template <class Node>
class UnaryIterator : public RefIterator {
 public:
  explicit UnaryIterator(const Node& node) : node_(node), input_(node.input().iterate()) {}
  void rewind() override { input_->rewind(); }

 protected:
  const Node& node_;
  std::unique_ptr<RefIterator> input_;
};

// Returns the element that `ref` stands for. Consumes `ref`: a made element with no other owner is
// moved out.
Element realise(ElementRef& ref);

// Pointers to the leaves in flatten order, valid as long as `element` is. Copies no array.
void collect_leaves(const Element& element, std::vector<const Array*>& leaves);

// Throws TypeError (structure, dtype) or InvalidArgument (shape) if `element` does not fit `spec`.
// `what` begins the message: "an element of from_generator".
void check_element(const Element& element, const ElementSpec& spec, const char* what);

// The stages, and the sources without a header of their own. The caller has checked the arguments.
std::shared_ptr<const DatasetNode> source_node(std::shared_ptr<const ElementSource> source);
std::shared_ptr<const DatasetNode> generator_node(ElementSpec spec,
                                                  std::function<Dataset::Generator()> make);
std::shared_ptr<const DatasetNode> cache_node(std::shared_ptr<const DatasetNode> input);
std::shared_ptr<const DatasetNode> shuffle_node(std::shared_ptr<const DatasetNode> input,
                                                std::int64_t buffer_size, std::uint64_t seed,
                                                bool reshuffle_each_iteration);
// A negative count makes repeat() endless, and means all elements to take() and skip().
std::shared_ptr<const DatasetNode> repeat_node(std::shared_ptr<const DatasetNode> input,
                                               std::int64_t count);
std::shared_ptr<const DatasetNode> take_node(std::shared_ptr<const DatasetNode> input,
                                             std::int64_t count);
std::shared_ptr<const DatasetNode> skip_node(std::shared_ptr<const DatasetNode> input,
                                             std::int64_t count);
std::shared_ptr<const DatasetNode> batch_node(std::shared_ptr<const DatasetNode> input,
                                              std::int64_t batch_size, bool drop_remainder);
// Without `result_spec`, the spec is that of `function` called on zeros (Dataset::map).
std::shared_ptr<const DatasetNode> map_node(std::shared_ptr<const DatasetNode> input,
                                            Dataset::MapFunction function,
                                            std::optional<ElementSpec> result_spec);
std::shared_ptr<const ElementSource> one_element(const Element& tensors);
std::shared_ptr<const ElementSource> counted(std::int64_t n);  // 0, 1, ..., n - 1

}  // namespace pipette
