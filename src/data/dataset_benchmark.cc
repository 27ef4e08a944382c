#include "data/dataset_benchmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>

namespace pipette {

namespace {

using RealClock = std::chrono::steady_clock;

double seconds_since(RealClock::time_point begin) {
  return std::chrono::duration<double>(RealClock::now() - begin).count();
}

void require_positive(const char* name, std::int64_t value) {
  if (value >= 1) return;
  throw ValueError(fmt::format("{} must be at least 1, but it is {}; the nearest valid value is 1",
                               name, value));
}

}  // namespace

void BenchmarkOptions::check() const {
  require_positive("number_of_epochs", number_of_epochs);
  require_positive("elements_per_epochs", elements_per_epochs);
}

DatasetBenchmark::DatasetBenchmark(const Dataset& dataset, const BenchmarkOptions& options)
    : options_(options) {
  options.check();
  for (const ArraySpec& spec : dataset.element_spec().flatten()) {
    if (!spec.shape.is_fully_defined()) {
      throw InvalidArgument(fmt::format(
          "a dataset to benchmark must have elements of one size, but a component has shape {}; "
          "batch with drop_remainder=True",
          spec.shape.to_string()));
    }
    if (spec.shape.num_elements() == 0) {
      throw InvalidArgument(
          fmt::format("Detected a tensor in the dataset with a dimension of size 0: shape {}",
                      spec.shape.to_string()));
    }
    element_bytes_ += static_cast<std::int64_t>(spec.num_bytes());
  }
  if (options.do_memcpy) scratch_.resize(static_cast<std::size_t>(element_bytes_));
  iterator_ = dataset.make_iterator();
}

void DatasetBenchmark::process_element() {
  if (!iterator_->next(element_)) {
    throw OutOfRange(fmt::format(
        "the dataset ended after {} of the {} elements to measure; append repeat()",
        static_cast<std::int64_t>(done_.size()) * options_.elements_per_epochs + elements_,
        options_.number_of_epochs * options_.elements_per_epochs));
  }
  if (options_.do_memcpy) {
    std::byte* to = scratch_.data();
    for (const Array& leaf : element_.flatten()) {
      std::memcpy(to, leaf.bytes(), leaf.num_bytes());
      to += leaf.num_bytes();
    }
  }
  ++elements_;
}

bool DatasetBenchmark::advance(double microseconds, std::int64_t elements) {
  const RealClock::time_point begin = RealClock::now();
  while (!finished()) {
    const RealClock::time_point epoch_begin = RealClock::now();
    while (elements_ < options_.elements_per_epochs && elements > 0 &&
           seconds_since(begin) * 1e6 < microseconds) {
      process_element();
      --elements;
    }
    seconds_ += seconds_since(epoch_begin);
    if (elements_ < options_.elements_per_epochs) return false;
    end_epoch();
  }
  return true;
}

void DatasetBenchmark::run() { advance(std::numeric_limits<double>::infinity()); }

void DatasetBenchmark::end_epoch() {
  const auto bytes = static_cast<double>(elements_ * element_bytes_);
  const double seconds = std::max(seconds_, 1e-9);  // the resolution of the clock
  BenchmarkEpoch epoch;
  epoch.bandwidth = static_cast<float>(bytes / (1e9 * seconds));
  epoch.elements_per_second = static_cast<float>(static_cast<double>(elements_) / seconds);
  epoch.elements_processed = static_cast<float>(elements_);
  epoch.time_elapsed = static_cast<float>(seconds);
  epoch.total_bytes_processed = static_cast<float>(bytes);
  if (options_.log != nullptr) {
    std::string line = fmt::format("Epoch {} completed.", done_.size());
    if (options_.print_stats) {
      line += fmt::format(" {:.1f} elements/second, {:.3f} GB/s", epoch.elements_per_second,
                          epoch.bandwidth);
    }
    options_.log(line + "\n");
  }
  done_.push_back(epoch);
  elements_ = 0;
  seconds_ = 0;
}

double DatasetBenchmark::elements_per_second() const {
  double elements = 0, seconds = 0;
  for (const BenchmarkEpoch& epoch : done_) {
    elements += epoch.elements_processed;
    seconds += epoch.time_elapsed;
  }
  return seconds > 0 ? elements / seconds : 0;
}

double DatasetBenchmark::elements_per_second_in_epoch() const {
  return elements_ > 0 ? static_cast<double>(elements_) / std::max(seconds_, 1e-9) : 0;
}

std::string DatasetBenchmark::to_json() const {
  std::string epochs;
  for (const BenchmarkEpoch& epoch : done_) {
    epochs += fmt::format(
        "{}\n\t\t{{\n"
        "\t\t\t\"bandwidth\": {},\n"
        "\t\t\t\"elements_per_second\": {},\n"
        "\t\t\t\"elements_processed\": {},\n"
        "\t\t\t\"time_elapsed\": {},\n"
        "\t\t\t\"total_bytes_processed\": {}\n"
        "\t\t}}",
        epochs.empty() ? "" : ",", epoch.bandwidth, epoch.elements_per_second,
        epoch.elements_processed, epoch.time_elapsed, epoch.total_bytes_processed);
  }
  return fmt::format("{{\n\t\"epochs\": [{}\n\t]\n}}\n", epochs);
}

}  // namespace pipette
