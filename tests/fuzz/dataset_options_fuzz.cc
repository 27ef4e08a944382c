// Dataset pipelines with any options, read to their end or for a while, and the modelled host with
// any options, asked for a few elements and calls.
#include <algorithm>
#include <limits>

#include "data/dataset_benchmark.h"
#include "device/clock.h"
#include "device/host_model.h"
#include "fuzz/fuzz_input.h"

namespace pipette::fuzz {
namespace {

constexpr int kMaxStagesHere = 8, kMaxElements = 16, kMaxQuestions = 32;
// The elements of the source that may have to be found to find one of the dataset: what is skipped,
// a shuffle's buffer and the rows of a batch multiply where a dataset begins again and again.
constexpr std::int64_t kMaxWork = 256;

Element rows(std::int64_t count) {
  return Element::tuple({Array::zeros(DType::u8, Shape{count, 2}),
                         Element::dict({{"label", Array::zeros(DType::f32, Shape{count})}})});
}

Dataset source(FuzzInput& input) {
  const std::int64_t count = input.integer(0, 40);
  switch (input.integer(0, 3)) {
    case 0:
      return Dataset::range(input.number());
    case 1:
      return Dataset::from_tensors(rows(count));
    case 2:
      return Dataset::from_generator(ArraySpec{DType::i64, Shape{}}, [count] {
        return [count, next = std::int64_t{0}](Element& element) mutable {
          if (next == count) return false;
          element = Array::scalar<std::int64_t>(next++);
          return true;
        };
      });
    default:
      return Dataset::from_tensor_slices(rows(count));
  }
}

Element as_floats(const Element& element) {
  return element.map([](const Array& array) { return array.cast(DType::f32); });
}

// Whether a stage that looks at `count` elements to give one is little enough work, which `work`
// then counts.
bool affordable(std::int64_t count, std::int64_t& work) {
  if (count > kMaxWork / work) return false;
  work *= std::max<std::int64_t>(count, 1);
  return true;
}

// `work` elements of the source are found for one of the dataset so far.
Dataset with_stage(const Dataset& data, FuzzInput& input, std::int64_t& work) {
  switch (input.integer(0, 7)) {
    case 0:
      return data.cache();
    case 1: {
      const std::int64_t size = input.number();
      const bool refused = size > std::numeric_limits<std::int32_t>::max();
      if (!refused && !affordable(size, work)) return data;
      return data.shuffle(size, input.word(), input.flag());
    }
    case 2:
      return data.repeat(input.number());
    case 3:
      return data.take(input.number());
    case 4: {
      const std::int64_t count = input.number();
      if (count > kMaxWork || !affordable(count + 1, work)) return data;
      return data.skip(count);
    }
    case 5: {
      const std::int64_t size = input.number();
      const bool drop_remainder = input.flag();
      // A batch that must be full has its size in its shape, which map() makes an example of.
      const std::int64_t available = data.cardinality();
      const bool fewer = !drop_remainder && available >= 0 && available < size;
      if (!affordable(fewer ? available : size, work)) return data;
      return data.batch(size, drop_remainder);
    }
    case 6:
      return data.map(as_floats);
    default:
      return data.prefetch(input.number());
  }
}

bool fits(const Element& element, const ElementSpec& spec) {
  if (!spec.same_structure(element)) return false;
  const std::vector<Array> leaves = element.flatten();
  const std::vector<ArraySpec> wanted = spec.flatten();
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const std::vector<std::int64_t>& sizes = leaves[i].shape().sizes();
    const std::vector<std::int64_t>& specified = wanted[i].shape.sizes();
    if (leaves[i].dtype() != wanted[i].dtype || sizes.size() != specified.size()) return false;
    for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
      if (specified[axis] != Shape::kUnknown && specified[axis] != sizes[axis]) return false;
    }
  }
  return true;
}

// Whether a generator gives anything is not known, so what is made of one may be empty, whatever it
// says: `counted` datasets come from other sources.
void read(const Dataset& data, bool counted) {
  const std::unique_ptr<DatasetIterator> iterator = data.make_iterator();
  Element element;
  std::int64_t seen = 0;
  while (seen < kMaxElements && iterator->next(element)) {
    require(fits(element, data.element_spec()), "an element fits the spec");
    ++seen;
  }
  const std::int64_t cardinality = data.cardinality();
  if (seen < kMaxElements) {
    require(!iterator->next(element), "the end of a dataset is its end");
    require(cardinality < 0 || cardinality == seen || !counted,
            "there are as many elements as it says");
    require(cardinality != Dataset::kInfinite || seen == 0, "an endless dataset has no end");
  } else {
    require(cardinality < 0 || cardinality >= seen, "there are not more elements than it says");
  }
}

void feed_dataset(FuzzInput& input) {
  Dataset data = source(input);
  const bool counted = data.cardinality() != Dataset::kUnknown;
  std::int64_t work = 1;
  for (int stage = 0; stage < kMaxStagesHere && !input.ended(); ++stage) {
    data = with_stage(data, input, work);
  }
  read(data, counted);
  BenchmarkOptions options;
  options.number_of_epochs = input.integer(-1, 4);
  options.elements_per_epochs = input.integer(-1, 4);
  options.do_memcpy = input.flag();
  DatasetBenchmark benchmark(data, options);
  benchmark.run();
  require(std::ssize(benchmark.epochs()) == options.number_of_epochs, "all epochs are measured");
}

void feed_host(FuzzInput& input) {
  HostOptions options;
  for (double* option :
       {&options.set_up_us, &options.call_us, &options.element_us, &options.handshake_begin_us,
        &options.handshake_end_us, &options.data_phase_cycles, &options.host_bytes_per_second,
        &options.staging_bytes_per_second, &options.compile_seconds}) {
    if (input.flag()) *option = input.real();
  }
  HostTimeline host(options, architecture("Mk2"));
  host.add_infeed(input.integer(0, std::int64_t{1} << 40), static_cast<int>(input.integer(0, 5)), 0,
                  input.integer(0, 40));
  std::int64_t now = 0;
  for (int question = 0; question < kMaxQuestions && !input.ended(); ++question) {
    if (input.flag()) {
      const CallStart call = host.begin_call(now, {input.integer(0, 3), input.integer(0, 1000)});
      require(call.device_start == kLastCycle ||
                  call.device_start - call.asked_at == call.host_busy_cycles + call.prepare_cycles +
                                                           call.set_up_cycles + call.call_cycles,
              "the parts of a call add up, unless time has ended");
      now = call.device_start;
    } else {
      const Ready ready = host.consume(0, now);
      require(ready.ready_at == kLastCycle ||
                  ready.stall_cycles() == ready.host_busy_cycles + ready.pipeline_cycles +
                                              ready.staging_cycles + ready.handshake_cycles,
              "the parts of a wait add up, unless time has ended");
      require(ready.stall_cycles() >= 0 && ready.data_cycles >= 0, "time goes forward");
      require(!ready.explain(architecture("Mk2")).empty(), "a wait is explained");
      now = after(ready.ready_at, ready.data_cycles);
    }
    now = after(now, input.byte());
  }
}

void feed(Bytes bytes) {
  FuzzInput input(bytes);
  if (input.flag()) {
    feed_host(input);
  } else {
    feed_dataset(input);
  }
}

const bool kAdded = add_target("dataset_options", feed);

}  // namespace
}  // namespace pipette::fuzz
