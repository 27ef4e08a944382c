// Recomputation in slots of its own: the published blocks, the plan, its programs and its time.
#include <map>

#include "message_of.h"
#include "pipeline/pipeline_training.h"
#include "pipeline/program_costs.h"
#include "pipeline/schedule_blocks.h"
#include "pipeline/schedule_timing.h"
#include "training/optimizer.h"

namespace pipette::pipelining {
namespace {

using namespace testing_support;
using pipette::testing_support::message_of;
using Block = std::vector<std::vector<int>>;

constexpr PipelineSchedule kGrouped = PipelineSchedule::grouped;
constexpr PipelineSchedule kInterleaved = PipelineSchedule::interleaved;

// As the upstream tests print blocks: slot after slot, stages as letters, blanks as dots.
std::string text_of(const Block& block) {
  std::string text;
  for (const std::vector<int>& slot : block) {
    for (const int stage : slot) text += stage < 0 ? '.' : static_cast<char>('a' + stage);
  }
  return text;
}

TEST(Recomputation, sched_ramp_up_recompute) {
  EXPECT_EQ(text_of(recomputation_block(kGrouped, SchedulePart::ramp_up, {0, 1, 2, 3}, 4)),
            "....b....ba...ba");
}
TEST(Recomputation, sched_ramp_down_recompute) {
  EXPECT_EQ(text_of(recomputation_block(kGrouped, SchedulePart::ramp_down, {0, 1, 2, 3}, 4)),
            "a..b.a..........");
}
TEST(Recomputation, TheFullBlockRecomputesEveryStageInEverySlot) {
  EXPECT_EQ(text_of(recomputation_block(kGrouped, SchedulePart::main, {0, 1, 2, 3}, 4)),
            "..ba..ba..ba..ba");
}

// Whether a program runs in one of a block's slots from `from` on, before `end`.
bool runs_in(const Block& block, int program, std::size_t from, std::size_t end) {
  for (std::size_t i = from; i < end; ++i) {
    if (std::find(block[i].begin(), block[i].end(), program) != block[i].end()) return true;
  }
  return false;
}

// The published rule: where a stage's forward program stands, unless it runs again before the next
// backward pass (ramp-up), or no backward pass follows (ramp-down).
Block published_rule(PipelineSchedule schedule, SchedulePart part, const std::vector<int>& offsets,
                     int num_programs) {
  const Block runs = schedule_block(schedule, part, offsets, num_programs);
  Block block(runs.size());
  for (std::size_t at = 0; at < runs.size(); ++at) {
    for (const int offset : offsets) {
      const int program = (static_cast<int>(at) - offset + num_programs) % num_programs;
      const bool blank = part == SchedulePart::ramp_up && static_cast<int>(at) < offset;
      int stage = program < num_programs / 2 && !blank ? program : -1;
      if (stage >= 0 && part == SchedulePart::ramp_down) {
        if (!runs_in(runs, num_programs - 1 - stage, at + 1, runs.size())) stage = -1;
      } else if (stage >= 0) {
        for (std::size_t later = at + 1; later < runs.size(); ++later) {
          if (runs_in(runs, num_programs - 1 - stage, later, later + 1)) break;
          if (!runs_in(runs, stage, later, later + 1)) continue;
          stage = -1;
          break;
        }
      }
      block[at].push_back(stage);
    }
  }
  return block;
}

TEST(Recomputation, TheSlotBeforeTheBackwardPassIsThePublishedRule) {
  for (const PipelineSchedule schedule : {kGrouped, kInterleaved}) {
    for (int stages = 2; stages <= 9; ++stages) {
      const DeviceLists devices = program_devices(default_device_mapping(stages), true);
      const std::vector<int> offsets = schedule_offsets(schedule, devices);
      for (const SchedulePart part : {SchedulePart::ramp_up, SchedulePart::ramp_down}) {
        EXPECT_EQ(text_of(recomputation_block(schedule, part, offsets, 2 * stages)),
                  text_of(published_rule(schedule, part, offsets, 2 * stages)))
            << to_label(schedule) << " " << stages;
      }
    }
  }
}

// Each recomputation is in the slot before its backward pass, on its IPUs, behind all programs.
void expect_slots_before(const ScheduleTable& table) {
  for (std::int32_t batch = 0; batch < table.num_mini_batches; ++batch) {
    for (const int stage : table.recomputed) {
      const std::int32_t index = table.find(table.recomputation(stage), batch);
      const ScheduleBox& again = table.boxes[static_cast<std::size_t>(index)];
      const auto backward = static_cast<std::size_t>(table.find(stage, true, batch));
      EXPECT_TRUE(again.recompute);
      EXPECT_EQ(again.mini_batch, batch);
      EXPECT_EQ(again.stage, stage);
      EXPECT_EQ(again.slot + 1, table.boxes[backward].slot);
      EXPECT_EQ(again.row, table.boxes[backward].row);
      EXPECT_LT(table.find(stage, false, batch), index);
    }
  }
  std::size_t recomputations = 0;
  for (int slot = 0; slot < table.num_slots(); ++slot) {
    bool again = false;
    for (const ScheduleBox& box : table.slot(slot)) {
      EXPECT_TRUE(box.recompute || !again);
      again = box.recompute;
      recomputations += again ? 1 : 0;
    }
  }
  EXPECT_EQ(recomputations,
            table.recomputed.size() * static_cast<std::size_t>(table.num_mini_batches));
}

TEST(Recomputation, SlotsOfTablesAreBeforeTheirBackwardPasses) {
  for (int stages = 2; stages <= 6; ++stages) {
    for (const PipelineSchedule schedule : {kGrouped, kInterleaved}) {
      for (const int rounds : {1, 2, 3}) {
        expect_slots_before(make_schedule_table(schedule, default_device_mapping(stages), true,
                                                2 * stages * rounds, std::nullopt,
                                                recomputed_stages(stages)));
      }
    }
    expect_slots_before(make_schedule_table(kGrouped, default_device_mapping(stages), true,
                                            2 * stages + 3, feeds_of_ends(stages),
                                            recomputed_stages(stages)));
  }
  expect_slots_before(make_schedule_table(kGrouped, {{0}, {1}, {0}}, true, 12, std::nullopt, {0}));
}

TEST(Recomputation, ProgramsAndUtilisationAreThoseWithoutIt) {
  for (const PipelineSchedule schedule : {kGrouped, kInterleaved}) {
    const DeviceLists mapping = default_device_mapping(4);
    const ScheduleTable plain = make_schedule_table(schedule, mapping, true, 16);
    const ScheduleTable again =
        make_schedule_table(schedule, mapping, true, 16, std::nullopt, recomputed_stages(4));
    ASSERT_EQ(again.num_slots(), plain.num_slots());
    EXPECT_EQ(again.utilisation(), plain.utilisation());
    for (int slot = 0; slot < plain.num_slots(); ++slot) {
      EXPECT_EQ(again.slot_utilisation(slot), plain.slot_utilisation(slot));
      const std::span<const ScheduleBox> all = again.slot(slot), programs = plain.slot(slot);
      for (std::size_t i = 0; i < programs.size(); ++i) {
        EXPECT_EQ(again.pass(all[i]), plain.pass(programs[i]));
        EXPECT_EQ(all[i].mini_batch, programs[i].mini_batch);
      }
    }
  }
}

// docs/semantics.md, "Times of equal stages". Under Interleaved a forward pass and a recomputation
// together take no longer than the backward passes of the same slot.
TEST(Recomputation, EqualStagesObeyTheClosedForms) {
  const std::int64_t f = 100, b = 200;
  for (std::int64_t n = 2; n <= 8; ++n) {
    for (const std::int64_t g : {2 * n, 6 * n}) {
      const auto makespan = [&](PipelineSchedule schedule) {
        const int stages = static_cast<int>(n);
        const ScheduleTable table =
            make_schedule_table(schedule, default_device_mapping(stages), true, g, std::nullopt,
                                recomputed_stages(stages));
        return time_schedule(table, equal_costs(table, f, b)).makespan_cycles;
      };
      EXPECT_EQ(makespan(kInterleaved), n * f + (2 * g + n - 2) * b) << n << " " << g;
      EXPECT_EQ(makespan(kGrouped), n * f + (g - 3) * (2 * f + b) + (n + 1) * (f + b) + b)
          << n << " " << g;
    }
  }
}

TEST(Recomputation, WhatCannotRecomputeSaysWhatToDo) {
  const auto table = [](PipelineSchedule schedule, bool training, std::vector<int> stages) {
    make_schedule_table(schedule, default_device_mapping(4), training, 8, std::nullopt, stages);
  };
  EXPECT_THAT(message_of<InvalidArgument>([&] { table(PipelineSchedule::sequential, true, {0}); }),
              testing::HasSubstr("count it to the backward pass"));
  EXPECT_THAT(message_of<InvalidArgument>([&] { table(kGrouped, false, {0}); }),
              testing::HasSubstr("inference"));
  for (const std::vector<int>& stages : {std::vector<int>{4}, {-1}, {1, 0}, {1, 1}}) {
    EXPECT_THAT(message_of<InvalidArgument>([&] { table(kGrouped, true, stages); }),
                testing::HasSubstr("0 to 3"));
  }
}

// ---- programs ----

struct Recomputed {
  explicit Recomputed(PipelineSchedule schedule, RecomputationMode mode) : system(with_ipus(4)) {
    std::vector<Stage> stages;
    for (std::size_t s = 0; s < kWidths.size(); ++s) {
      stages.emplace_back([this, s](Tensor x, Tensor labels) {
        const Tensor y = network.layer(s, x);
        if (s + 1 == kWidths.size()) return std::vector<Tensor>{loss_of(y, labels)};
        return std::vector<Tensor>{y, labels};
      });
    }
    const Function function("recomputed", [&](const Nest<Tensor>&) {
      PipelineOptions options;
      options.gradient_accumulation_count = 8;
      options.infeed_queue = &infeed;
      options.outfeed_queue = &outfeed;
      options.outfeed_loss = true;
      options.pipeline_schedule = schedule;
      options.allow_recompute = true;
      options.recomputation_mode = mode;
      options.optimizer_function = [&](Tensor loss) { return OptimizerFunctionOutput{sgd, loss}; };
      pipeline(stages, options);
    });
    system.strategy.run(function);
    const Executable& executable = system.strategy.compiled(function);
    memory = executable.memory;
    instruction = find_pipeline(executable.root);
    losses = floats(outfeed.dequeue().leaf());
  }

  int count_of(Phase phase, const Instruction& part) const {
    int count = 0;
    for (const Instruction& child : part.children) count += child.phase == phase ? 1 : 0;
    return count;
  }

  Network network{kWidths};
  Sgd sgd{0.05f};
  System system;
  InfeedQueue infeed = iter(batches());
  OutfeedQueue outfeed;
  const Instruction* instruction = nullptr;
  std::vector<MemoryReport> memory;
  std::vector<float> losses;
};

TEST(Recomputation, StagesButTheLastHaveProgramsOfTheirOwn) {
  for (const PipelineSchedule schedule : {kGrouped, kInterleaved}) {
    const Recomputed run(schedule, RecomputationMode::automatic);
    const std::vector<int>& stages = recomputed_of(*run.instruction);
    ASSERT_FALSE(stages.empty());
    EXPECT_LT(stages.back(), 3);
    const PipelinePlan& plan = std::get<::pipette::Pipeline>(run.instruction->what).plan;
    for (int part = 0; part < plan.num_parts(); ++part) {
      const Instruction& child = part_of(*run.instruction, part);
      if (plan.is_recomputation(part)) {
        EXPECT_EQ(child.phase, Phase::recompute);
        EXPECT_GT(run.count_of(Phase::recompute, child), 0);
        EXPECT_EQ(run.count_of(Phase::backward, child), 0);
        EXPECT_TRUE(child.stage().sends.links.empty());
      } else {
        EXPECT_EQ(run.count_of(Phase::recompute, child), 0) << child.name;
      }
    }
    const Trace& trace = run.system.machine.trace;
    std::map<std::string, int> spans;
    for (std::int64_t i = trace.first(); i < trace.end(); ++i) {
      const Span span = trace[i];
      if (span.kind != SpanKind::stage_program || span.phase != Phase::recompute) continue;
      ++spans[trace.name(span.name)];
    }
    EXPECT_EQ(spans.size(), stages.size());
    for (const auto& [name, count] : spans) EXPECT_EQ(count, 8) << name;
  }
}

TEST(Recomputation, WithinTheBackwardPassTheNumbersAreTheSame) {
  const Recomputed before(kGrouped, RecomputationMode::recompute_then_backpropagate);
  const Recomputed within(kGrouped, RecomputationMode::recompute_and_backpropagate_interleaved);
  EXPECT_TRUE(recomputed_of(*within.instruction).empty());
  EXPECT_EQ(before.losses, within.losses);
  EXPECT_EQ(before.network.weights(), within.network.weights());
  for (std::size_t ipu = 0; ipu < before.memory.size(); ++ipu) {
    EXPECT_EQ(before.memory[ipu].total_always_live_bytes,
              within.memory[ipu].total_always_live_bytes);
  }
}

}  // namespace
}  // namespace pipette::pipelining
