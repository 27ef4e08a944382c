// Experiments that are too large, found before anything is made: neither the modelled machine nor
// the computer that emulates it has memory without end.
//
// Bounds from below: weights, and the largest activation. What a program needs in all only its
// compilation tells (ResourceExhausted).
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "experiment/catalogue.h"
#include "experiment/problems.h"

namespace pipette {

namespace {

constexpr std::int64_t kBytes = 4;  // of an f32
// Weights of one replica, with which training needs four times as much memory of this computer.
constexpr std::int64_t kMaxParameters = std::int64_t{1} << 27;

struct Size {
  std::int64_t parameters = 0;
  std::int64_t largest_row = 0;  // elements of the largest activation of one image
};

Size size_of(const Experiment& e) {
  Size size;
  if (!e.model.layers.empty()) {
    const LayerCheck check = try_layers(e.model.layers, kImageShape);
    for (const std::int64_t params : check.params) size.parameters += params;
    for (const Shape& shape : check.shapes) {
      size.largest_row = std::max(size.largest_row, shape.without_front().num_elements());
    }
    return size;
  }
  std::int64_t inputs = kImageShape.num_elements();
  size.largest_row = inputs;
  for (const std::int64_t units : e.model.hidden_units) {
    size.parameters += (inputs + 1) * units;
    size.largest_row = std::max(size.largest_row, units);
    inputs = units;
  }
  size.parameters += (inputs + 1) * 10;
  return size;
}

double mib(std::int64_t elements) {
  return static_cast<double>(elements * kBytes) / (1024.0 * 1024.0);
}

}  // namespace

void find_size_problems(const Experiment& e, std::vector<Problem>& problems) {
  const Size size = size_of(e);
  const char* blamed = e.model.layers.empty() ? "hidden_units" : "layers";
  if (size.parameters > kMaxParameters) {
    problems.push_back({blamed,
                        fmt::format("the model has {} weights, but this emulator trains up to {}; "
                                    "use fewer or smaller layers",
                                    size.parameters, kMaxParameters),
                        {},
                        ErrorCode::resource_exhausted});
    return;
  }
  const std::int64_t memory = architecture(e.device.architecture).total_memory_bytes() / kBytes;
  const std::int64_t ipus = e.ipus_per_replica();
  if (!e.pipeline.offload_weights && size.parameters > memory * ipus) {
    problems.push_back(
        {blamed,
         fmt::format("the weights alone take {:.0f} MiB, but {} {} of {:.0f} MiB; "
                     "use smaller layers or more stages",
                     mib(size.parameters), ipus,
                     ipus == 1 ? "IPU has a memory" : "IPUs have a memory each", mib(memory)),
         {},
         ErrorCode::resource_exhausted});
  }
  const std::int64_t batch = std::max<std::int64_t>(1, memory / size.largest_row);
  if (e.training.batch_size > batch) {
    problems.push_back({"batch_size",
                        fmt::format("one activation of {} images takes {:.0f} MiB, but an IPU has "
                                    "{:.0f} MiB; use a smaller batch_size or smaller layers",
                                    e.training.batch_size,
                                    mib(e.training.batch_size * size.largest_row), mib(memory)),
                        {use_number("batch_size", batch)},
                        ErrorCode::resource_exhausted});
  }
}

}  // namespace pipette
