#include "data/dataset.h"

#include <fmt/format.h>

#include <algorithm>

#include "data/dataset_node.h"
#include "data/idx.h"

namespace pipette {

namespace {

class NodeIterator : public DatasetIterator {
 public:
  explicit NodeIterator(std::shared_ptr<const DatasetNode> node)
      : node_(std::move(node)), refs_(node_->iterate()) {}
  bool next(Element& element) override {
    ElementRef ref;
    if (!refs_->next(&ref)) return false;
    element = realise(ref);
    return true;
  }
  bool skip() override { return refs_->next(nullptr); }

 private:
  std::shared_ptr<const DatasetNode> node_;
  std::unique_ptr<RefIterator> refs_;
};

// As many of `count` elements as `cardinality` lets come.
std::int64_t at_most(std::int64_t count, std::int64_t cardinality) {
  return cardinality >= 0 ? std::min(count, cardinality) : count;
}

}  // namespace

Dataset Dataset::from_tensor_slices(const Element& tensors) {
  return from_source(tensor_slices(tensors));
}

Dataset Dataset::from_idx(const std::vector<std::string>& paths) {
  std::vector<Element> files;
  for (const std::string& path : paths) files.emplace_back(read_idx_file(path));
  return from_tensor_slices(files.size() == 1 ? files[0] : Element::tuple(std::move(files)));
}

Dataset Dataset::from_tensors(const Element& tensors) { return from_source(one_element(tensors)); }

Dataset Dataset::range(std::int64_t n) { return from_source(counted(n)); }

Dataset Dataset::from_source(std::shared_ptr<const ElementSource> source) {
  if (source == nullptr) throw InvalidArgument("source must not be null");
  return Dataset(source_node(std::move(source)));
}

Dataset Dataset::from_generator(ElementSpec spec, std::function<Generator()> make) {
  if (!make)
    throw InvalidArgument("make must be a function that starts a generator, but it is empty");
  return Dataset(generator_node(std::move(spec), std::move(make)));
}

Dataset Dataset::cache() const { return node_->is_source() ? *this : Dataset(cache_node(node_)); }

Dataset Dataset::shuffle(std::int64_t buffer_size, std::uint64_t seed,
                         bool reshuffle_each_iteration) const {
  if (buffer_size < 1 || buffer_size > 0xffffffff) {
    throw InvalidArgument(
        fmt::format("buffer_size of shuffle must be 1 to 4294967295, but it is {}; "
                    "the nearest valid value is {}",
                    buffer_size, buffer_size < 1 ? 1 : 0xffffffff));
  }
  if (at_most(buffer_size, cardinality()) > kMaxHeldElements) {
    throw InvalidArgument(fmt::format(
        "buffer_size of shuffle may be {} for a dataset of so many elements, but it is {}; "
        "the nearest valid value is {}",
        kMaxHeldElements, buffer_size, kMaxHeldElements));
  }
  return Dataset(shuffle_node(node_, buffer_size, seed, reshuffle_each_iteration));
}

Dataset Dataset::repeat(std::int64_t count) const {
  return Dataset(repeat_node(node_, count < 0 ? -1 : count));
}

Dataset Dataset::take(std::int64_t count) const {
  return Dataset(take_node(node_, count < 0 ? -1 : count));
}

Dataset Dataset::skip(std::int64_t count) const {
  if (at_most(count, cardinality()) > kMaxSkippedElements) {
    throw InvalidArgument(
        fmt::format("skip() would have to pass over {} elements, one by one; "
                    "the nearest valid value is {}",
                    count, kMaxSkippedElements));
  }
  return Dataset(skip_node(node_, count < 0 ? -1 : count));
}

Dataset Dataset::batch(std::int64_t batch_size, bool drop_remainder) const {
  if (batch_size < 1) {
    throw InvalidArgument(fmt::format(
        "batch_size must be at least 1, but it is {}; the nearest valid value is 1", batch_size));
  }
  const std::int64_t n = cardinality();
  // Only a batch that may be smaller ends with the data: the other's spec has all its rows.
  const std::int64_t rows = drop_remainder ? batch_size : at_most(batch_size, n);
  std::int64_t row_bytes = 1;
  for (const ArraySpec& leaf : element_spec().flatten()) {
    row_bytes += static_cast<std::int64_t>(leaf.num_bytes());  // an unknown axis counts as one row
  }
  const std::int64_t most = std::min(kMaxHeldElements, kMaxBatchBytes / row_bytes);
  if (rows > most) {
    throw InvalidArgument(
        fmt::format("a batch may have {} elements of this kind (1 GiB), but batch_size is {}; "
                    "the nearest valid value is {}",
                    most, batch_size, most));
  }
  return Dataset(batch_node(node_, batch_size, drop_remainder));
}

Dataset Dataset::map(MapFunction function) const {
  if (!function) throw InvalidArgument("map needs a function, but it is empty");
  return Dataset(map_node(node_, std::move(function), std::nullopt));
}

Dataset Dataset::map(MapFunction function, ElementSpec result_spec) const {
  if (!function) throw InvalidArgument("map needs a function, but it is empty");
  return Dataset(map_node(node_, std::move(function), std::move(result_spec)));
}

Dataset Dataset::prefetch(std::int64_t buffer_size) const {
  if (buffer_size < kAutotune) {
    throw InvalidArgument(
        fmt::format("buffer_size of prefetch must be at least 0, or -1 to choose it automatically, "
                    "but it is {}; the nearest valid value is -1",
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
