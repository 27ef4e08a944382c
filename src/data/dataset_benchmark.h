// Measures how fast a dataset produces elements, which limits training when the device waits for
// its infeed.
//
//   DatasetBenchmark benchmark(dataset, {.number_of_epochs = 10, .elements_per_epochs = 512});
//   benchmark.run();
//   print(benchmark.to_json());       // {"epochs": [{"bandwidth": ..., ...}, ...]}
//
//   while (!benchmark.advance(6000)) draw_frame();       // the same, in slices of real time
//
// The dataset is read from its beginning, epoch after epoch without starting again, so a finite
// dataset needs repeat(). Each element is made and, with do_memcpy, copied into a scratch buffer,
// as a transfer to the device would copy it.
//
// All figures are real time on this computer and differ from run to run. They count only the time
// that the elements take, not the time between slices.
//
// Errors: the constructor throws ValueError for counts below 1 and InvalidArgument for an element
// with an axis that is unknown or has size 0. Running throws OutOfRange if the dataset ends too
// early, and whatever its functions throw.
//
// Inaccuracies: one thread makes and copies elements in turn, as Pipette's own infeed does.
// Upstream uses a thread for each, so the copy may cost less there.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/text_sink.h"
#include "data/dataset.h"

namespace pipette {

struct BenchmarkOptions {
  std::int64_t number_of_epochs = 1;
  std::int64_t elements_per_epochs = 1;
  bool print_stats = true;          // writes elements/second and GB/s of each epoch to `log`
  bool apply_debug_options = true;  // accepted without effect: datasets have no debug options here
  bool do_memcpy = true;
  TextSink log = nullptr;  // also gets a line when an epoch is complete

  void check() const;  // throws what the constructor throws for the counts
};

// The figures are in single precision, as in upstream's JSON.
struct BenchmarkEpoch {
  float bandwidth = 0;  // GB/s: bytes / (1e9 * seconds)
  float elements_per_second = 0;
  float elements_processed = 0;
  float time_elapsed = 0;  // seconds
  float total_bytes_processed = 0;
};

class DatasetBenchmark {
 public:
  DatasetBenchmark(const Dataset& dataset, const BenchmarkOptions& options);

  // Makes at most `elements` elements within about `microseconds`. Returns true when all epochs are
  // complete.
  bool advance(double microseconds,
               std::int64_t elements = std::numeric_limits<std::int64_t>::max());
  void run();
  bool finished() const { return done_.size() == static_cast<std::size_t>(wanted_epochs()); }

  const std::vector<BenchmarkEpoch>& epochs() const { return done_; }
  std::int64_t elements_in_epoch() const { return elements_; }  // in the current epoch
  const BenchmarkOptions& options() const { return options_; }
  std::int64_t element_bytes() const { return element_bytes_; }
  // The rate over all complete epochs, and over the current epoch; 0 if there is none.
  double elements_per_second() const;
  double elements_per_second_in_epoch() const;
  // One object with the key "epochs", keys in alphabetical order, indented with tabs.
  std::string to_json() const;

 private:
  std::int64_t wanted_epochs() const { return options_.number_of_epochs; }
  void process_element();
  void end_epoch();

  BenchmarkOptions options_;
  std::unique_ptr<DatasetIterator> iterator_;
  std::int64_t element_bytes_ = 0;
  std::vector<std::byte> scratch_;
  Element element_;
  std::int64_t elements_ = 0;
  double seconds_ = 0;
  std::vector<BenchmarkEpoch> done_;
};

}  // namespace pipette
