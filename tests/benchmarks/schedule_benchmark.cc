// What a pipeline's schedule costs: the plan, the table of boxes and their times, for 64 stages and
// 4,096 mini-batches (524,288 boxes).
//
//   build/native/tests/benchmarks/schedule_benchmark [--rounds N] [--json]
#include <memory>

#include "benchmarks/bench.h"
#include "core/error.h"
#include "pipeline/schedule_timing.h"

namespace pipette::benchmarks {
namespace {

using namespace pipelining;

constexpr int kStages = 64;
constexpr int kMiniBatches = 4096;

void add_cases(Bench& bench) {
  const DeviceLists mapping = default_device_mapping(kStages);
  for (PipelineSchedule schedule :
       {PipelineSchedule::grouped, PipelineSchedule::interleaved, PipelineSchedule::sequential}) {
    const std::string group = std::string("64 x 4096 ") + to_label(schedule);
    const auto table =
        std::make_shared<ScheduleTable>(make_schedule_table(schedule, mapping, true, kMiniBatches));
    bench.add(group, "plan, table and times", 0, [=] {
      const ScheduleTable made = make_schedule_table(schedule, mapping, true, kMiniBatches);
      ScheduleCosts costs = equal_costs(made, 1000, 2000);
      costs.sync_cycles = 10;
      costs.copies.resize(2 * kStages);
      for (int p = 0; p + 1 < 2 * kStages; ++p) {
        const auto ipu = [](int program) { return std::min(program, 2 * kStages - 1 - program); };
        item(costs.copies, p).add(Ladder().route(ipu(p), ipu(p + 1)), 100);
      }
      const ScheduleTiming timing = time_schedule(made, costs);
      PIPETTE_CHECK(timing.makespan_cycles > 0, "no time");
    });
    bench.add(group, "plan alone", 0, [=] {
      PIPETTE_CHECK(make_plan(schedule, program_devices(mapping, true)).overlap > 0, "no overlap");
    });
    bench.add(group, "times alone", 0, [=] {
      const ScheduleTiming timing = time_schedule(*table, equal_costs(*table, 1000, 2000));
      PIPETTE_CHECK(timing.makespan_cycles > 0, "no time");
    });
  }
}

}  // namespace
}  // namespace pipette::benchmarks

int main(int argc, char** argv) {
  pipette::benchmarks::Bench bench;
  pipette::benchmarks::add_cases(bench);
  bench.run(argc, argv);
  return 0;
}
