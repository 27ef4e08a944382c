#include "pipeline/schedule_timing.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "core/error.h"
#include "pipeline/schedule_random.h"

namespace pipette::pipelining {
namespace {

using testing::HasSubstr;

ScheduleTiming equal_timing(const ScheduleTable& table, std::int64_t f, std::int64_t b) {
  return time_schedule(table, equal_costs(table, f, b));
}

TEST(ScheduleTiming, EqualStagesObeyTheClosedForms) {  // docs/semantics.md, "Times of equal stages"
  for (std::int64_t n : {2, 3, 4, 5, 8, 16}) {
    for (std::int64_t g : {2 * n, 4 * n, 10 * n}) {
      for (const auto& [f, b] :
           {std::pair<std::int64_t, std::int64_t>{1, 1}, {100, 200}, {70, 71}, {3, 1000}}) {
        const auto makespan = [&, forward = f, backward = b](PipelineSchedule schedule) {
          const ScheduleTable table =
              make_schedule_table(schedule, default_device_mapping(static_cast<int>(n)), true, g);
          return equal_timing(table, forward, backward).makespan_cycles;
        };
        EXPECT_EQ(makespan(PipelineSchedule::grouped), n * f + (g - 1) * (f + b) + n * b);
        EXPECT_EQ(makespan(PipelineSchedule::interleaved), n * f + (2 * g + n - 2) * b);
        EXPECT_EQ(makespan(PipelineSchedule::sequential), n * g * (f + b));
      }
    }
  }
}

TEST(ScheduleTiming, EachSlotPaysSyncAndItsLongestCopy) {
  const int n = 4, g = 16;
  const ScheduleTable table =
      make_schedule_table(PipelineSchedule::grouped, default_device_mapping(n), true, g);
  ScheduleCosts costs = equal_costs(table, 100, 200);
  costs.sync_cycles = 7;
  for (const double cycles : {10, 20, 30, 0, 40, 20, 10, 0}) costs.copies.push_back({{}, cycles});
  costs.weight_update_cycles = {50, 60, 10, 0};
  const ScheduleTiming timing = time_schedule(table, costs);
  const std::int64_t plain = n * 100 + (g - 1) * 300 + n * 200;
  // Copies by slot: F0; F1; F2, F3; from slot 4 on the last stage's backward runs, for G slots;
  // after that backwards of stages 2, 1, 0.
  const std::int64_t copies = 10 + 20 + 30 + 30 + g * 40 + 20 + 10 + 0;
  EXPECT_EQ(timing.update_begin, plain + copies + table.num_slots() * 7);
  EXPECT_EQ(timing.makespan_cycles, timing.update_begin + 60);
  EXPECT_EQ(timing.slot_begin[1], 117);
  EXPECT_EQ(timing.slot_compute_end[1], 217);
  const IdleSpan& last = timing.idle_of(3).back();
  EXPECT_EQ(last.reason, WaitReason::sync);
  EXPECT_EQ(last.stage, 1);
  EXPECT_EQ(last.cycles(), 60);
  EXPECT_EQ(timing.rows[3].update_wait_cycles, 60);
  EXPECT_EQ(timing.rows[1].update_cycles, 60);
}

TEST(ScheduleTiming, OneIpuNeedsNoBarrier) {
  const ScheduleTable table =
      make_schedule_table(PipelineSchedule::sequential, {{5}, {5}, {5}}, true, 4);
  ScheduleCosts costs = equal_costs(table, 100, 200);
  costs.sync_cycles = 1000;
  costs.copies.assign(6, {{}, 1000});
  const ScheduleTiming timing = time_schedule(table, costs);
  EXPECT_EQ(timing.makespan_cycles, 3 * 4 * 300);
  EXPECT_TRUE(timing.idle_of(0).empty());
  EXPECT_DOUBLE_EQ(timing.total.busy_fraction(), 1);
}

struct Reasoned {
  WaitReason reason;
  int stage;
  std::int64_t begin, end;
  bool operator==(const Reasoned&) const = default;
};

std::vector<Reasoned> reasons(const ScheduleTiming& timing, int row) {
  std::vector<Reasoned> all;
  for (const IdleSpan& idle : timing.idle_of(row)) {
    all.push_back({idle.reason, idle.stage, idle.begin, idle.end});
  }
  return all;
}

TEST(ScheduleTiming, IdleSpansSayWhyByHand) {
  // F1 . F2 B1 . B2 on IPU 0, . F1 B1 F2 B2 . on IPU 1; F takes 10, B 30, so slots last 10, 10, 30,
  // 30, 30, 30.
  const ScheduleTable interleaved =
      make_schedule_table(PipelineSchedule::interleaved, default_device_mapping(2), true, 2);
  const ScheduleTiming timing = equal_timing(interleaved, 10, 30);
  EXPECT_EQ(timing.makespan_cycles, 140);
  EXPECT_EQ(reasons(timing, 0), (std::vector<Reasoned>{{WaitReason::neighbour, 1, 10, 20},
                                                       {WaitReason::sync, 1, 30, 50},
                                                       {WaitReason::neighbour, 1, 80, 110}}));
  EXPECT_EQ(reasons(timing, 1), (std::vector<Reasoned>{{WaitReason::ramp_up, -1, 0, 10},
                                                       {WaitReason::sync, 0, 60, 80},
                                                       {WaitReason::ramp_down, -1, 110, 140}}));
  EXPECT_EQ(explain(interleaved, timing.idle_of(0)[0]), "IPU 0 waits 10 cycles for stage 1");
  EXPECT_THAT(explain(interleaved, timing.idle_of(0)[1]), HasSubstr("barrier for stage 1"));
  EXPECT_THAT(explain(interleaved, timing.idle_of(1)[0]), HasSubstr("ramp-up"));
  EXPECT_THAT(explain(interleaved, timing.idle_of(1)[2]), HasSubstr("30 cycles in the ramp-down"));
  EXPECT_DOUBLE_EQ(timing.rows[0].bubble_fraction(), 60.0 / 140);
  EXPECT_EQ(timing.slot_at(-5), 0);
  EXPECT_EQ(timing.slot_at(9), 0);
  EXPECT_EQ(timing.slot_at(10), 1);
  EXPECT_EQ(timing.slot_at(1000), 5);

  // IPU 1 of three in a sequence waits for the stage before it, then for the one after it.
  const ScheduleTable sequential =
      make_schedule_table(PipelineSchedule::sequential, default_device_mapping(3), true, 2);
  const auto middle = reasons(equal_timing(sequential, 10, 30), 1);
  EXPECT_EQ(middle, (std::vector<Reasoned>{{WaitReason::ramp_up, -1, 0, 10},
                                           {WaitReason::neighbour, 2, 20, 60},
                                           {WaitReason::neighbour, 0, 90, 130},
                                           {WaitReason::neighbour, 2, 140, 180},
                                           {WaitReason::ramp_down, -1, 210, 240}}));
  const ScheduleTiming one_at_a_time = equal_timing(sequential, 10, 30);
  for (const IdleSpan& idle : one_at_a_time.idle_of(1)) {
    EXPECT_EQ(explain(sequential, idle).find("ramp"), std::string::npos) << "it has none";
  }
}

// Boxes and idle spans of a row, in order, with the exchange between them, fill the makespan.
void expect_row_is_full(const ScheduleTable& table, const ScheduleTiming& timing, int row) {
  std::vector<std::pair<std::int64_t, std::int64_t>> spans;
  for (std::int32_t i : table.row(row)) {
    spans.emplace_back(timing.begin[static_cast<std::size_t>(i)],
                       timing.end[static_cast<std::size_t>(i)]);
  }
  const std::int64_t update = timing.update_cycles[static_cast<std::size_t>(row)];
  spans.emplace_back(timing.update_begin, timing.update_begin + update);
  for (const IdleSpan& idle : timing.idle_of(row)) {
    EXPECT_EQ(idle.row, row);
    EXPECT_GT(idle.cycles(), 0);
    const bool names_stage = idle.reason == WaitReason::sync ||
                             idle.reason == WaitReason::neighbour ||
                             idle.reason == WaitReason::transfer;
    EXPECT_EQ(idle.stage >= 0 && idle.stage < table.num_stages, names_stage);
    spans.emplace_back(idle.begin, idle.end);
  }
  std::sort(spans.begin(), spans.end());
  std::int64_t now = 0, exchange = 0;
  for (const auto& [begin, end] : spans) {
    EXPECT_GE(begin, now);
    if (begin > now) {  // only sync and copies are left out, and they end with the slot
      EXPECT_TRUE(std::binary_search(timing.slot_begin.begin(), timing.slot_begin.end(), begin));
      EXPECT_TRUE(
          std::binary_search(timing.slot_compute_end.begin(), timing.slot_compute_end.end(), now));
    }
    exchange += begin - now;
    now = end;
  }
  EXPECT_EQ(now, timing.makespan_cycles);
  const RowTime& time = timing.rows[static_cast<std::size_t>(row)];
  EXPECT_EQ(time.exchange_cycles, exchange);
  EXPECT_EQ(time.makespan_cycles(), timing.makespan_cycles);
}

// The copies of a mapping as the links of the machine carry them.
ScheduleTiming on_links(const std::vector<int>& ipus, double cycles) {
  DeviceLists mapping;
  for (const int ipu : ipus) mapping.push_back({ipu});
  const ScheduleTable table =
      make_schedule_table(PipelineSchedule::grouped, mapping, true, 4 * std::ssize(ipus));
  ScheduleCosts costs = equal_costs(table, 100, 200);
  const DeviceLists devices = program_devices(mapping, true);
  for (std::size_t p = 0; p < devices.size(); ++p) {
    Copies& copies = costs.copies.emplace_back();
    if (p + 1 < devices.size())
      copies.add(Ladder().route(devices[p][0], devices[p + 1][0]), cycles);
  }
  return time_schedule(table, costs);
}

TEST(ScheduleTiming, CopiesThatShareALinkTakeTheirTimesThere) {
  const int g = 16;
  const std::int64_t plain = 4 * 100 + (g - 1) * 300 + 4 * 200;
  EXPECT_EQ(on_links({0, 1, 2, 3}, 0).makespan_cycles, plain);
  // Of the G + 2 N - 1 slots each but the last pays one copy: no link is shared.
  const std::int64_t slots = g + 2 * 4 - 1;
  EXPECT_EQ(on_links({0, 1, 2, 3}, 10).makespan_cycles, plain + (slots - 1) * 10);
  // Stages 1 and 2 swapped: activations of stage 0 and gradients of stage 2 share a link, and so do
  // activations of stage 1 and gradients of stage 3.
  EXPECT_GT(on_links({0, 2, 1, 3}, 10).makespan_cycles, plain + (slots - 1) * 15);
}

TEST(ScheduleTiming, NoMappingIsFasterThanTheDefault) {
  std::vector<int> ipus = {0, 1, 2, 3, 4};
  const std::int64_t best = on_links(ipus, 10).makespan_cycles;
  int slower = 0;
  while (std::next_permutation(ipus.begin(), ipus.end())) {
    const std::int64_t makespan = on_links(ipus, 10).makespan_cycles;
    EXPECT_GE(makespan, best);
    slower += makespan > best ? 1 : 0;
  }
  EXPECT_GT(slower, 60);  // of 119
}

TEST(ScheduleTiming, PropertiesOfRandomPipelines) {
  RandomStream random(3, "timings");
  for (int round = 0; round < 800; ++round) {
    const RandomPipeline p = random_pipeline(random);
    SCOPED_TRACE(p.text());
    const ScheduleTable table = p.table();
    const ScheduleCosts costs = random_costs(table, random);
    const ScheduleTiming timing = time_schedule(table, costs);
    for (int row = 0; row < table.num_rows(); ++row) expect_row_is_full(table, timing, row);
    // Dependencies: a program begins when its predecessor has ended on all its devices.
    std::map<std::pair<int, int>, std::int64_t> end;  // [program, mini-batch]
    for (std::size_t i = 0; i < table.boxes.size(); ++i) {
      std::int64_t& latest = end[{table.pass(table.boxes[i]), table.boxes[i].mini_batch}];
      latest = std::max(latest, timing.end[i]);
    }
    for (std::size_t i = 0; i < table.boxes.size(); ++i) {
      const ScheduleBox& box = table.boxes[i];
      const auto before = end.find({table.pass(box) - 1, box.mini_batch});
      if (before != end.end()) {
        EXPECT_GE(timing.begin[i], before->second);
      }
      EXPECT_LE(timing.end[i], timing.slot_compute_end[static_cast<std::size_t>(box.slot)]);
      EXPECT_GE(timing.begin[i], timing.slot_begin[static_cast<std::size_t>(box.slot)]);
    }
    // The stash never exceeds what is documented, and the curve ends empty.
    for (int stage = 0; stage < table.num_stages; ++stage) {
      const std::int32_t peak = timing.peak_stash[static_cast<std::size_t>(stage)];
      std::int32_t highest = 0;
      std::int64_t before = -1;
      const auto curve = stash_curve(table, timing, stage);
      for (const StashPoint& point : curve) {
        EXPECT_GE(point.held, 0);
        EXPECT_GT(point.time, before);
        before = point.time;
        highest = std::max(highest, point.held);
      }
      EXPECT_LE(highest, peak);
      if (!p.training) {
        EXPECT_EQ(peak, 0);
        continue;
      }
      EXPECT_LE(peak, max_stash(p.schedule, stage, table.num_stages));
      if (!curve.empty()) {
        EXPECT_EQ(curve.back().held, 0);
      }
    }
  }
}

TEST(ScheduleTiming, StashReachesTheDocumentedPeak) {  // docs/semantics.md, "Schedules"
  for (PipelineSchedule schedule : kAllSchedules) {
    for (int n : {2, 4, 8}) {
      const ScheduleTable table =
          make_schedule_table(schedule, default_device_mapping(n), true, 4 * n);
      const ScheduleTiming timing = equal_timing(table, 10, 20);
      for (int s = 0; s < n; ++s) {
        const int documented = schedule == PipelineSchedule::grouped       ? 2 * (n - s) - 1
                               : schedule == PipelineSchedule::interleaved ? n - s
                                                                           : 1;
        EXPECT_EQ(timing.peak_stash[static_cast<std::size_t>(s)], documented);
        std::int32_t highest = 0;
        for (const StashPoint& p : stash_curve(table, timing, s))
          highest = std::max(highest, p.held);
        EXPECT_EQ(highest, documented);
      }
    }
  }
}

TEST(ScheduleTiming, BubbleOfEqualStagesIsTheFormula) {
  const int n = 4, g = 16;
  const ScheduleTable table =
      make_schedule_table(PipelineSchedule::grouped, default_device_mapping(n), true, g);
  const ScheduleTiming timing = equal_timing(table, 100, 100);
  EXPECT_DOUBLE_EQ(timing.total.bubble_fraction(), 1 - 2.0 * g / (2 * g + 2 * n - 2));
  EXPECT_DOUBLE_EQ(timing.total.busy_fraction() + timing.total.idle_fraction(), 1);
  EXPECT_EQ(timing.ramp_up_end, 4 * 100 + 4 * 200);
  EXPECT_EQ(timing.main_end - timing.ramp_up_end, (g - 2 * n) * 200);
}

TEST(ScheduleTiming, CostsAreChecked) {
  const ScheduleTable table =
      make_schedule_table(PipelineSchedule::grouped, {{0}, {1, 2}}, true, 4);
  const ScheduleCosts good = equal_costs(table, 1, 1);
  ASSERT_EQ(good.program_cycles[1].size(), 2u);
  const auto refused = [&](auto&& change) {
    ScheduleCosts costs = good;
    change(costs);
    EXPECT_THROW(time_schedule(table, costs), InvalidArgument);
  };
  refused([](ScheduleCosts& c) { c.program_cycles.pop_back(); });
  refused([](ScheduleCosts& c) { c.program_cycles[1].pop_back(); });
  refused([](ScheduleCosts& c) { c.program_cycles[2][1] = -1; });
  refused([&](ScheduleCosts& c) { c.program_cycles[2][1] = max_cycles(table) + 1; });
  refused([](ScheduleCosts& c) { c.copies = {{}, {}}; });
  refused([](ScheduleCosts& c) { c.copies.assign(c.program_cycles.size(), {{}, -1}); });
  refused([](ScheduleCosts& c) { c.copies.assign(c.program_cycles.size(), {{{0, -1}}, 2}); });
  refused([](ScheduleCosts& c) { c.copies.assign(c.program_cycles.size(), {{}, 2e18}); });
  refused([](ScheduleCosts& c) { c.weight_update_cycles = {1, 2}; });
  refused([](ScheduleCosts& c) { c.sync_cycles = INT64_MIN; });
  EXPECT_NO_THROW(time_schedule(table, good));
}

}  // namespace
}  // namespace pipette::pipelining
