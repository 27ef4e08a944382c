#include "data/dataset.h"

#include <fmt/format.h>

#include "data/dataset_node.h"

namespace pipette {

namespace {

class NodeIterator : public DatasetIterator {
 public:
  explicit NodeIterator(std::shared_ptr<const DatasetNode> node)
      : node_(std::move(node)), refs_(node_->iterate()) {}
  bool next(Element& element) override {
    ElementRef ref;
    if (!refs_->next(ref)) return false;
    element = realise(ref);
    return true;
  }

 private:
  std::shared_ptr<const DatasetNode> node_;
  std::unique_ptr<RefIterator> refs_;
};

}  // namespace

Dataset Dataset::prefetch(std::int64_t buffer_size) const {
  if (buffer_size < kAutotune) {
    throw InvalidArgument(fmt::format(
        "buffer_size of prefetch must be at least 0, or -1 to choose it automatically, but "
        "it is {}; the nearest valid value is -1",
        buffer_size));
  }
  return *this;
}

const ElementSpec& Dataset::element_spec() const { return node_->spec(); }

std::int64_t Dataset::cardinality() const { return node_->cardinality(); }

std::unique_ptr<DatasetIterator> Dataset::make_iterator() const {
  return std::make_unique<NodeIterator>(node_);
}

}  // namespace pipette
