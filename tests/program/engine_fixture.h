// The engine: budgets, errors in the middle of a run, traces, and modelled time in closed form.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <cstring>
#include <map>
#include "device/clock.h"
#include "graph/ops.h"
#include "loops/loops.h"
#include "program/engine.h"
#include "program/strategy.h"
#include "random_program.h"

namespace pipette {

using testing_support::CountingSource;
using testing_support::RandomProgram;
using testing_support::RecordingSink;

// repeat(n): read an element, add its sum to `total`, write `total`.
struct Accumulator {
  explicit Accumulator(std::int64_t steps, const Shape& work = {4, 3}) {
    const Graph::Scope scope(graph);
    loops::repeat(steps, [&] {
      const Tensor x = stream_in(source)[0].leaf();
      Tensor sum = reduce_sum(x);
      if (!(work == Shape{4, 3})) sum = sum + reduce_sum(exp(broadcast_to(sum, work))) * 0.0;
      assign(total, read(total) + sum);
      stream_out(sink, {read(total)});
    });
  }
  std::shared_ptr<const Executable> compiled(const Machine& machine) const {
    return compile(graph, machine.device.cost_model());
  }

  Graph graph{"accumulate"};
  Variable total{"total", Array::scalar(0.0f)};
  CountingSource source;
  RecordingSink sink;
};

}  // namespace pipette
