#include "pipeline/schedule.h"

#include <gmock/gmock.h>

#include <functional>
#include <set>

#include "core/error.h"
#include "core/random.h"
#include "pipeline/schedule_oracle.h"

namespace pipette::pipelining {
namespace {

using testing_support::Json;

using testing::ElementsAre;
using testing::HasSubstr;

std::string message_of(ErrorCode code, const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return "";
}

// The order in which programs run, as the upstream tests print it.
std::string printed_order(const PipelinePlan& plan, std::int64_t count) {
  std::string text;
  for (std::int64_t i = 0; i < plan.num_slots(count); ++i) {
    for (int program : plan.slot(i, count)) text += std::to_string(program);
  }
  return text;
}

std::string block_text(const Json& inputs, SchedulePart part) {
  const std::string stages = inputs["stages"];
  const auto offsets = inputs["offsets"].get<std::vector<int>>();
  std::string text;
  for (const auto& slot :
       schedule_block(PipelineSchedule::grouped, part, offsets, static_cast<int>(stages.size()))) {
    for (int program : slot) {
      text += program < 0 ? inputs["empty"].get<std::string>()
                          : std::string(1, stages[static_cast<std::size_t>(program)]);
    }
  }
  return text;
}

TEST(Oracle, sched_grouped_block) {
  PIPETTE_ORACLE_CASE(sched_grouped_block);
  EXPECT_EQ(block_text(oracle["inputs"], SchedulePart::main),
            oracle["expected"]["text"].get<std::string>());
}

TEST(Oracle, sched_ramp_up) {
  PIPETTE_ORACLE_CASE(sched_ramp_up);
  EXPECT_EQ(block_text(oracle["inputs"], SchedulePart::ramp_up),
            oracle["expected"]["text"].get<std::string>());
}

TEST(Oracle, sched_ramp_down) {
  PIPETTE_ORACLE_CASE(sched_ramp_down);
  EXPECT_EQ(block_text(oracle["inputs"], SchedulePart::ramp_down),
            oracle["expected"]["text"].get<std::string>());
}

TEST(Oracle, sched_circular_union) {
  PIPETTE_ORACLE_CASE(sched_circular_union);
  const Json& sequences = oracle["inputs"]["device_sequences"];
  ASSERT_EQ(sequences.size(), 4u);
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    const auto devices = one_each(sequences[i].get<std::vector<int>>());
    EXPECT_EQ(schedule_offsets(PipelineSchedule::interleaved, devices),
              oracle["expected"]["offsets"][i].get<std::vector<int>>());
  }
}

TEST(Oracle, sched_order_interleaved_2x2) {
  PIPETTE_ORACLE_CASE(sched_order_interleaved_2x2);
  const auto devices = one_each(oracle["inputs"]["stage_devices"].get<std::vector<int>>());
  EXPECT_EQ(printed_order(make_plan(PipelineSchedule::interleaved, devices), oracle["inputs"]["G"]),
            oracle["expected"]["order"].get<std::string>());
}

TEST(Oracle, sched_order_grouped_2x2) {
  PIPETTE_ORACLE_CASE(sched_order_grouped_2x2);
  const auto devices = one_each(oracle["inputs"]["stage_devices"].get<std::vector<int>>());
  const PipelinePlan plan = make_plan(PipelineSchedule::grouped, devices);
  EXPECT_EQ(printed_order(plan, oracle["inputs"]["G"]),
            oracle["expected"]["order"].get<std::string>());
  EXPECT_EQ(plan.num_slots(oracle["inputs"]["G"]), oracle["expected"]["steps"]);
}

TEST(Oracle, sched_order_sequential_2x2) {
  PIPETTE_ORACLE_CASE(sched_order_sequential_2x2);
  const auto devices = one_each({0, 1, 1, 0});
  ASSERT_EQ(oracle["inputs"]["stages"], devices.size());
  EXPECT_EQ(printed_order(make_plan(PipelineSchedule::sequential, devices), oracle["inputs"]["G"]),
            oracle["expected"]["order"].get<std::string>());
}

TEST(Oracle, sched_fifo_depths) {
  PIPETTE_ORACLE_CASE(sched_fifo_depths);
  const int stages = oracle["inputs"]["stages"];
  for (int stage = 0; stage < stages; ++stage) {
    const int depth = oracle["expected"]["stage" + std::to_string(stage)];
    EXPECT_EQ(stash_depth(PipelineSchedule::interleaved, stage, stages), depth);
    EXPECT_EQ(stash_depth(PipelineSchedule::grouped, stage, stages), 2 * depth);
    EXPECT_EQ(stash_depth(PipelineSchedule::sequential, stage, stages), 0);
  }
}

TEST(Oracle, pipe_count_not_multiple) {
  PIPETTE_ORACLE_CASE(pipe_count_not_multiple);
  const DeviceLists devices =
      program_devices(default_device_mapping(oracle["inputs"]["stages"]), false);
  for (PipelineSchedule schedule : {PipelineSchedule::interleaved, PipelineSchedule::grouped}) {
    const std::string message = message_of(ErrorCode::failed_precondition, [&] {
      make_plan(schedule, devices).check_count(oracle["inputs"]["G"]);
    });
    EXPECT_THAT(message, HasSubstr(oracle["expected"]["message_contains"].get<std::string>()));
    EXPECT_THAT(message, HasSubstr("9 and 12"));
  }
}

TEST(Schedule, OrdersOfLongerPipelines) {  // docs/semantics.md, "The compiler's rule"
  const PipelinePlan interleaved =
      make_plan(PipelineSchedule::interleaved, one_each({0, 1, 2, 1, 0, 1}));
  EXPECT_EQ(interleaved.overlap, 2);
  EXPECT_EQ(printed_order(interleaved, 8).substr(0, 12), "010213243540");
  const DeviceLists six = program_devices(default_device_mapping(3), true);
  const PipelinePlan grouped = make_plan(PipelineSchedule::grouped, six);
  EXPECT_EQ(grouped.num_slots(12), 17);
  EXPECT_EQ(grouped.steady, std::vector<PipelinePlan::Slot>(6, {5, 4, 3, 2, 1, 0}));
}

TEST(Schedule, OverlapIsTheCountRule) {  // docs/semantics.md, "The count rule"
  for (int n : {2, 3, 4, 7, 16, 64}) {
    const DeviceLists apart = default_device_mapping(n);
    const DeviceLists together(static_cast<std::size_t>(n), {0});
    const auto overlap = [](PipelineSchedule schedule, const DeviceLists& stages, bool training) {
      const DeviceLists devices = program_devices(stages, training);
      EXPECT_EQ(overlap_length(schedule, devices), make_plan(schedule, devices).overlap);
      return overlap_length(schedule, devices);
    };
    EXPECT_EQ(overlap(PipelineSchedule::grouped, apart, true), 2 * n);
    EXPECT_EQ(overlap(PipelineSchedule::grouped, together, true), 2 * n);
    EXPECT_EQ(overlap(PipelineSchedule::grouped, apart, false), n);
    EXPECT_EQ(overlap(PipelineSchedule::interleaved, apart, true), n);
    EXPECT_EQ(overlap(PipelineSchedule::interleaved, apart, false), n);
    EXPECT_EQ(overlap(PipelineSchedule::interleaved, together, false), 1);
    EXPECT_EQ(overlap(PipelineSchedule::sequential, apart, true), 1);
  }
}

// The rule as docs/semantics.md, "The compiler's rule", writes it, rotation by rotation.
std::vector<int> naive_offsets(const DeviceLists& devices) {
  const int length = static_cast<int>(devices.size());
  const auto rotated = [&](int by, int place) -> const std::vector<int>& {
    return devices[static_cast<std::size_t>((place - by + length) % length)];
  };
  std::vector<int> accepted = {0};
  for (int i = 1; i < length; ++i) {
    bool apart = true;
    for (int other : accepted) {
      for (int place = 0; place < length; ++place) {
        for (int device : rotated(i, place)) {
          const std::vector<int>& there = rotated(other, place);
          apart = apart && std::find(there.begin(), there.end(), device) == there.end();
        }
      }
    }
    if (apart) accepted.push_back(i);
  }
  return accepted;
}

TEST(Schedule, OffsetsAreThoseOfTheRule) {
  RandomStream random(1, "offsets");
  std::set<std::size_t> sizes;
  for (int round = 0; round < 3000; ++round) {
    DeviceLists devices(2 + random.uniform_int(11));
    const std::uint32_t num_devices = 1 + random.uniform_int(8);
    for (auto& list : devices) {
      list.resize(random.uniform_int(8) == 0 ? 2 : 1);
      for (int& device : list) device = static_cast<int>(random.uniform_int(num_devices));
    }
    const auto offsets = schedule_offsets(PipelineSchedule::interleaved, devices);
    EXPECT_EQ(offsets, naive_offsets(devices));
    sizes.insert(offsets.size());
  }
  EXPECT_GE(sizes.size(), 3u);
}

TEST(Schedule, CountErrorsNameTheNearestCounts) {
  const PipelinePlan plan =
      make_plan(PipelineSchedule::grouped, program_devices(default_device_mapping(4), true));
  struct Case {
    std::int64_t count;
    const char* advice;
  };
  for (const Case& c :
       {Case{17, "16 and 24"}, Case{15, "8 and 16"}, Case{7, "smallest valid count is 8"},
        Case{0, "smallest valid count is 8"}, Case{-8, "smallest valid count is 8"},
        Case{INT64_MIN, "is 8"}, Case{INT64_MAX, "is 2147483640"},
        Case{2147483648, "largest valid count is 2147483640"}}) {
    const std::string message =
        message_of(ErrorCode::failed_precondition, [&] { plan.check_count(c.count); });
    EXPECT_THAT(message,
                HasSubstr("must be a multiple of 8, but it is " + std::to_string(c.count)));
    EXPECT_THAT(message, HasSubstr("gradient_accumulation_count"));
    EXPECT_THAT(message, HasSubstr(c.advice));
  }
  for (std::int64_t count : {8, 16, 4096, 2147483640}) EXPECT_NO_THROW(plan.check_count(count));
}

TEST(Schedule, NearestCountsAreValidAndNearest) {
  for (int overlap = 1; overlap <= 9; ++overlap) {
    for (std::int64_t count = -3; count <= 40; ++count) {
      const NearestCounts nearest = nearest_valid_counts(CountRule{overlap, overlap}, count);
      std::int64_t below = 0, above = count;  // by search
      for (std::int64_t c = 1; c <= count; ++c) below = c % overlap == 0 ? c : below;
      while (above < 1 || above % overlap != 0) ++above;
      EXPECT_EQ(nearest.below, below);
      EXPECT_EQ(nearest.above, above);
    }
  }
}

TEST(Schedule, AnyBlockIsPaddedByEmptySlots) {
  const std::vector<std::vector<int>> main =
      schedule_block(PipelineSchedule::grouped, SchedulePart::main, {0, 1}, 2);
  const std::vector<int> blank{-1, -1};
  const std::vector<std::vector<int>> padded = padded_block(main, 2, 1);
  ASSERT_EQ(padded.size(), main.size() + 3);
  EXPECT_EQ(padded[0], blank);
  EXPECT_EQ(padded[1], blank);
  EXPECT_TRUE(std::equal(main.begin(), main.end(), padded.begin() + 2));
  EXPECT_EQ(padded.back(), blank);
  EXPECT_EQ(padded_block(main, 0, 0), main);
  EXPECT_THROW(padded_block(main, -1, 0), ValueError);
  EXPECT_THROW(padded_block({}, 1, 0), ValueError);
}

TEST(Schedule, NamesAreParsedInAnyCase) {
  for (PipelineSchedule schedule : kAllSchedules) {
    EXPECT_EQ(parse_schedule(to_label(schedule)), schedule);
  }
  EXPECT_EQ(parse_schedule("gROUPED"), PipelineSchedule::grouped);
  for (const char* bad : {"", "group", "groupedx", "1f1b", "\xff"}) {
    EXPECT_THAT(message_of(ErrorCode::value_error, [&] { parse_schedule(bad); }),
                HasSubstr("Grouped, Interleaved, Sequential"));
  }
  EXPECT_EQ(parse_recomputation_mode("auto"), RecomputationMode::automatic);
  EXPECT_EQ(parse_recomputation_mode("RECOMPUTETHENBACKPROPAGATE"),
            RecomputationMode::recompute_then_backpropagate);
  EXPECT_THAT(message_of(ErrorCode::value_error, [] { parse_recomputation_mode("always"); }),
              HasSubstr("RecomputeAndBackpropagateInterleaved"));
}

TEST(Schedule, RecomputationDefaults) {
  const auto automatic = RecomputationMode::automatic;
  const auto then = RecomputationMode::recompute_then_backpropagate;
  const auto both = RecomputationMode::recompute_and_backpropagate_interleaved;
  EXPECT_EQ(resolve_recomputation(automatic, PipelineSchedule::grouped), then);
  EXPECT_EQ(resolve_recomputation(automatic, PipelineSchedule::interleaved), then);
  EXPECT_EQ(resolve_recomputation(automatic, PipelineSchedule::sequential), both);
  EXPECT_EQ(resolve_recomputation(both, PipelineSchedule::grouped), both);
  message_of(ErrorCode::invalid_argument,
             [&] { resolve_recomputation(both, PipelineSchedule::interleaved); });
}

TEST(Schedule, DeviceMappingsAreChecked) {
  const auto check = [](PipelineSchedule schedule, int n, const DeviceLists& m, bool training) {
    return [=] { check_device_mapping(schedule, n, m, training); };
  };
  const auto grouped = PipelineSchedule::grouped;
  const auto interleaved = PipelineSchedule::interleaved;
  EXPECT_NO_THROW(check(grouped, 4, one_each({0, 1, 1, 0}), true)());
  EXPECT_NO_THROW(check(interleaved, 4, one_each({0, 1, 1, 0}), false)());
  EXPECT_NO_THROW(check(interleaved, 4, one_each({3, 1, 0, 2}), true)());
  EXPECT_THAT(
      message_of(ErrorCode::unimplemented, check(interleaved, 4, one_each({0, 1, 1, 0}), true)),
      HasSubstr("stages 1 and 2 on IPU 1"));
  EXPECT_THAT(message_of(ErrorCode::unimplemented, check(interleaved, 3, {{0}, {1, 2}, {2}}, true)),
              HasSubstr("stages 1 and 2 on IPU 2"));
  EXPECT_THAT(message_of(ErrorCode::value_error, check(grouped, 3, one_each({0, 1}), true)),
              HasSubstr("Each stage must be mapped to an IPU"));
  EXPECT_THAT(message_of(ErrorCode::value_error, check(grouped, 2, {{0}, {}}, true)),
              HasSubstr("Each stage must be mapped to an IPU"));
  message_of(ErrorCode::invalid_argument, check(grouped, 2, one_each({0, -1}), true));
  EXPECT_THAT(message_of(ErrorCode::value_error, check(grouped, 1, one_each({0}), true)),
              HasSubstr("at least two computational stages"));
  message_of(ErrorCode::value_error,
             check(grouped, kMaxStages + 1, default_device_mapping(kMaxStages + 1), true));
  message_of(ErrorCode::invalid_argument, [=] { make_plan(grouped, {}); });
  message_of(ErrorCode::invalid_argument, [=] { make_plan(grouped, {{0}, {}}); });
  message_of(ErrorCode::invalid_argument, [=] { make_plan(grouped, DeviceLists(2049, {0})); });
}

TEST(Schedule, IdsOfIpusHaveLimits) {
  const auto check = [](int device) {
    check_device_mapping(PipelineSchedule::grouped, 2, {{0}, {device}}, true);
  };
  EXPECT_NO_THROW(check(kMaxDevice));
  EXPECT_THAT(message_of(ErrorCode::invalid_argument, [&] { check(-1); }), HasSubstr("value is 0"));
  EXPECT_THAT(message_of(ErrorCode::invalid_argument, [&] { check(kMaxDevice + 1); }),
              HasSubstr("value is 4095"));
}

}  // namespace
}  // namespace pipette::pipelining
