// Values of the functions being traced, which JavaScript refers to by number.
//
//   TracedValues values;
//   const TracedValues::Tracing tracing(values);        // lives while functions are traced
//   Json x = values.added(tensor);       // {"tensor":1,"dtype":"float32","shape":[4]}
//   Tensor same = values.tensor(x);
//
// Structures are JSON: a list is a tuple, {"dict":[[key,item],...]} a dict, whose keys are strings
// or integers, and {"operation":7} a side effect, where a body may return one.
//
// A number belongs to the function in which it was made, and is never reused. Everything that reads
// a number throws RuntimeError if its function is not the one being traced, TypeError for JSON that
// is not a value. One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/json.h"
#include "graph/gradient_capture.h"
#include "loops/body.h"

namespace pipette::bindings {

class TracedValues {
 public:
  // Functions may be traced inside others; when the outermost ends, all values are forgotten.
  class Tracing {
   public:
    explicit Tracing(TracedValues& values) : values_(values) { ++values_.depth_; }
    ~Tracing();
    Tracing(const Tracing&) = delete;
    Tracing& operator=(const Tracing&) = delete;

   private:
    TracedValues& values_;
  };

  Json added(const Tensor& tensor);
  Json added(const Nest<Tensor>& structure);
  // The arguments of a body: [values by position, a dict of values by name].
  Json added(const loops::LoopArguments& arguments);
  std::int64_t add_tape(bool captures);  // begins recording

  Tensor tensor(const Json& value) const;
  std::vector<Tensor> tensors(const Json& list) const;
  Nest<Tensor> structure(const Json& value) const;
  loops::LoopResults results(const Json& list) const;  // values, then operations
  const GradientTape& tape(std::int64_t number) const;
  // The gradients captured by the tape, by tag, as [tag, tensor] pairs.
  Json captured(std::int64_t tape);

 private:
  template <class T>
  struct Owned {
    std::uint64_t graph;
    T object;
  };
  template <class T>
  const T& at(const std::vector<Owned<T>>& list, std::int64_t first, std::int64_t number) const;

  int depth_ = 0;
  std::int64_t first_tensor_ = 1, first_tape_ = 1;  // the first numbers still kept
  std::vector<Owned<Tensor>> tensors_;
  std::vector<Owned<std::unique_ptr<GradientTape>>> tapes_;
};

// A structure of arrays as JSON in which a leaf is an index into `leaves`: [0, 1] is a tuple of
// two. The second function throws InvalidArgument for a leaf that is not a valid index.
Json structure_json(const Nest<Array>& arrays, std::vector<Array>& leaves);
Nest<Array> array_structure(const Json& structure, const std::vector<Array>& leaves);

}  // namespace pipette::bindings
