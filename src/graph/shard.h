// Model sharding: places a part of a function on an IPU of a replica.
//
//   Tensor hidden = ...;
//   {
//     const Shard shard(1);                          // upstream: with ipu_shard(1)
//     logits = matmul(hidden, w) + b;                // on IPU 1
//   }
//
// Operators traced during the lifetime of a Shard run on its IPU; the innermost applies. Other
// operators run on the highest-numbered IPU of their operands, gradients on the IPU of their
// operator, and an update on the IPU of the variable, which is where it was first used. A value
// that is used on an IPU other than the one that made it is copied over the links, once; the copy
// takes modelled time on both IPUs and changes no number. Inside the stages of a pipeline the
// device mapping decides instead.
//
// Throws InvalidArgument for a negative index; upstream's -1 (all devices) has no meaning here.
// One thread.
#pragma once

#include <string>

#include "graph/graph.h"

namespace pipette {

class Shard {
 public:
  explicit Shard(int index) : scope_(Graph::current(), placement(index)) {}

 private:
  static Placement placement(int index) {
    if (index < 0) {
      throw InvalidArgument("the shard must be at least 0, but it is " + std::to_string(index) +
                            "; the nearest valid value is 0");
    }
    return {Graph::current().placement().unit, index};
  }

  Graph::PlacementScope scope_;
};

}  // namespace pipette
