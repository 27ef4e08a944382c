// A dataset pipeline in the words of tf.data: a value that describes where elements come from and
// what happens to them. Elements are nested structures of host arrays.
//
//   Dataset data = Dataset::from_tensor_slices(Element::tuple({images, labels}))
//                      .cache().shuffle(60000, seed).batch(32, /*drop_remainder=*/true)
//                      .map(to_float).prefetch(Dataset::kAutotune).repeat();
//   std::unique_ptr<DatasetIterator> iterator = data.make_iterator();
//   Element element;
//   while (iterator->next(element)) use(element.flatten()[0]);  // f32 [32, 28, 28]
//
// The order of operations matters as in tf.data: `shuffle().repeat()` shows every element once per
// epoch, `repeat().shuffle()` blends epochs; `batch().repeat()` ends each epoch with the smaller
// batch (or drops it), `repeat().batch()` fills batches across epochs; `cache()` keeps what comes
// before it, so a shuffle before a cache shuffles once.
//
// Cost: stages pass references until `batch`, `map` or the consumer needs bytes. Making a Dataset
// or an iterator touches no element; `shuffle` over a source costs a few nanoseconds per element.
//
// Thread rules: a Dataset is immutable and may be shared between threads. An iterator belongs to
// one thread at a time; two iterators of one Dataset are independent. Functions given to `map` and
// `from_generator` are called by the thread that calls next().
//
// Inaccuracies: iterators are reproducible, where tf.data draws a new order for every Python
// iterator: each make_iterator() starts again at epoch 0. `prefetch` changes no element and starts
// no thread: the modelled host does the prefetching (device), and in native builds the infeed queue
// may be filled by a thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "data/element_source.h"

namespace pipette {

class DatasetNode;  // dataset_node.h: one stage of a pipeline

// Reads a dataset from its beginning.
class DatasetIterator {
 public:
  virtual ~DatasetIterator() = default;
  // Fills `element` with the next element. Returns false at the end, and at every later call, and
  // then leaves `element` alone. Returned arrays are not overwritten later and must only be read: a
  // cache may return the same arrays again. Errors of a user's function pass through.
  virtual bool next(Element& element) = 0;
  // Passes over the next element, as next() would without keeping it; but a batch that nobody sees
  // is not put together, and functions given to map() are not called for it. Returns false at the
  // end.
  virtual bool skip() = 0;
};

class Dataset {
 public:
  static constexpr std::int64_t kInfinite = -1;  // cardinality()
  static constexpr std::int64_t kUnknown = -2;
  static constexpr std::int64_t kAutotune = -1;  // prefetch()

  using MapFunction = std::function<Element(const Element&)>;
  // Fills the element and returns true, or returns false at the end.
  using Generator = std::function<bool(Element&)>;

  // The elements are the rows of the tensors; see tensor_slices() (element_source.h).
  static Dataset from_tensor_slices(const Element& tensors);
  // The rows of IDX files (idx.h) of any type and rank: for one file its rows, for several, such as
  // images and labels, tuples of them. Throws what read_idx_file() throws, and InvalidArgument if
  // the files differ in their number of rows.
  static Dataset from_idx(const std::vector<std::string>& paths);
  // A dataset of one element: the tensors themselves.
  static Dataset from_tensors(const Element& tensors);
  // 0, 1, ..., n - 1 as i64 scalars; empty for n <= 0.
  static Dataset range(std::int64_t n);
  // Throws InvalidArgument for null.
  static Dataset from_source(std::shared_ptr<const ElementSource> source);
  // `make` starts a new pass; it is called once per epoch and iterator. next() throws TypeError for
  // an element whose structure or dtype differs from `spec`, InvalidArgument if its shape differs.
  static Dataset from_generator(ElementSpec spec, std::function<Generator()> make);

  // Keeps the first complete pass over the input in memory and replays it from then on, for every
  // iterator of this Dataset and its copies. An incomplete pass is not kept. Over a source this is
  // the identity, because the elements are in memory already or are made reproducibly.
  Dataset cache() const;

  // Keeps a buffer of `buffer_size` elements, returns one drawn uniformly from it, and refills it
  // from the input. Epoch e (counted by an enclosing repeat) draws from RandomStream(seed,
  // "shuffle", e), or from substream 0 without `reshuffle_each_iteration`. Throws InvalidArgument
  // for buffer_size < 1.
  Dataset shuffle(std::int64_t buffer_size, std::uint64_t seed,
                  bool reshuffle_each_iteration = true) const;

  // Stacks `batch_size` successive elements along a new first axis. The last batch may be smaller,
  // so that axis is Shape::kUnknown in element_spec() unless `drop_remainder`. Throws
  // InvalidArgument for batch_size < 1 and for a batch of more than 1 GiB; next() throws it for
  // elements of different shapes.
  Dataset batch(std::int64_t batch_size, bool drop_remainder = false) const;

  // Without `result_spec`, calls `function` on zeros at once to find the spec of the result (twice
  // with different sizes if there are unknown axes). next() throws as from_generator does for a
  // result that does not fit the spec.
  Dataset map(MapFunction function) const;
  Dataset map(MapFunction function, ElementSpec result_spec) const;

  // Throws InvalidArgument unless buffer_size >= 0 or kAutotune. Otherwise the identity (see
  // above).
  Dataset prefetch(std::int64_t buffer_size) const;
  // `count` passes over the input, or endless ones for -1 (an empty input ends at once).
  Dataset repeat(std::int64_t count = -1) const;
  Dataset take(std::int64_t count) const;  // -1: all
  // -1: all. Throws InvalidArgument if more than 2^26 elements would have to be skipped.
  Dataset skip(std::int64_t count) const;

  const ElementSpec& element_spec() const;
  std::int64_t cardinality() const;  // number of elements, kInfinite or kUnknown
  std::unique_ptr<DatasetIterator> make_iterator() const;

 private:
  explicit Dataset(std::shared_ptr<const DatasetNode> node) : node_(std::move(node)) {}

  std::shared_ptr<const DatasetNode> node_;
};

}  // namespace pipette
