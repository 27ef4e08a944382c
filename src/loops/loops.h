// Loops on the device: many iterations in one engine run.
//
//   std::vector<Tensor> v = loops::repeat(20, [](Tensor v, Tensor x) { return v + x; },
//                                         {v0}, &infeed);
//   loops::repeat(steps_per_execution, [&] { train_one_step(next(iterator)); });
//   loops::while_loop([](Tensor i) { return i < 20; }, [](Tensor i) { return i + 1; }, {i0});
//
// The body gets the carried values, then the infeed's element: a tuple's items one by one, the
// entries of a single dict with string keys by name, anything else as one argument. It returns the
// next carried values (same number, shapes and dtypes), then operations. The body may use values of
// the surrounding function freely; they do not change. Nested loops and outfeeds inside loops work
// as expected. The result is the carried values after the last iteration.
//
// Errors: TypeError for a wrong number of arguments or a changed dtype, InvalidArgument for a
// changed shape or a negative count, ValueError if the body returns operations before tensors or
// the wrong number of tensors, or if a condition returns anything but one bool. FailedPrecondition
// if the body accumulates gradients over mini-batches and the number of iterations is not a
// multiple of the accumulation count, or is not known while tracing.
#pragma once

#include <vector>

#include "feeds/infeed_queue.h"
#include "loops/body.h"

namespace pipette::loops {

std::vector<Tensor> repeat(std::int64_t count, const LoopBody& body,
                           const std::vector<Tensor>& inputs = {}, InfeedQueue* infeed = nullptr);
// `count` is an i32 scalar, fixed while the loop runs.
std::vector<Tensor> repeat(const Tensor& count, const LoopBody& body,
                           const std::vector<Tensor>& inputs = {}, InfeedQueue* infeed = nullptr);

// Runs `body` while `condition` (of the carried values only) gives true, at most
// `maximum_iterations` times (-1: no limit).
std::vector<Tensor> while_loop(const LoopBody& condition, const LoopBody& body,
                               const std::vector<Tensor>& inputs = {},
                               InfeedQueue* infeed = nullptr, std::int64_t maximum_iterations = -1);

}  // namespace pipette::loops
