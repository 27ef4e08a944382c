#include "scenes/feeds/flow_model.h"
#include "core/format_quantity.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "session/small_experiments.h"
#include "ui/format.h"

namespace pipette::app::feeds_scene {
namespace {

FlowModel flow_with(bool prefetching, std::int64_t steps) {
  Experiment e = least_work_of("mnist-with-feeds");
  if (prefetching) e.feeds.prefetch_depth = 5;
  e.device.host.prefetch_data_streams = prefetching;
  Runs runs(std::make_unique<app::Run>(RunKind::on_device, e, ImageData::generated(1)));
  if (steps > 0) runs.leader().session().advance(Budget::steps(steps));
  return flow_of(runs, false);
}

TEST(FlowModel, AnInfeedThatIsNotFilledAheadHasOnePlace) {
  EXPECT_EQ(flow_with(true, 1).infeed.capacity, 5);
  const FlowModel flow = flow_with(false, 1);
  EXPECT_EQ(flow.infeed.capacity, 1);
  EXPECT_EQ(flow.host_activity, "Makes batch 2 when asked");
  EXPECT_EQ(flow_with(false, 0).infeed.capacity, 1);
}

// What the caption says before an instruction is what the machine notes after it.
TEST(FlowModel, TheWaitThatItAnnouncesIsTheOneThatComes) {
  for (const HostSpeed speed : {HostSpeed::slow, HostSpeed::fast}) {
    Experiment e = Experiment::defaults("mnist-with-feeds");
    e.device.host.speed = speed;
    e.device.host.element_deviation = 0.5;
    Runs runs(std::make_unique<app::Run>(RunKind::on_device, e, ImageData::generated(1)));
    Session& session = runs.leader().session();
    int announced = 0, ready = 0;
    while (runs.leader().steps_done() < 12) {
      const FlowModel before = flow_of(runs, false);
      const std::int64_t waited = session.status().infeed.total_wait_cycles;
      runs.leader().step(StepSize::instruction);
      const std::int64_t wait = session.status().infeed.total_wait_cycles - waited;
      if (before.infeed.stall.empty()) {
        if (before.caption.find("lies ready") == std::string::npos) continue;
        ++ready;
        EXPECT_EQ(wait, 0) << before.caption;
        continue;
      }
      ++announced;
      const std::string time = format_time_us(cycles_to_us(wait, session.device().arch()));
      EXPECT_EQ(before.infeed.stall, "IPU waits " + time);
      EXPECT_NE(before.caption.find("The IPU waits " + time + " for batch "), std::string::npos)
          << before.caption;
    }
    EXPECT_EQ(announced > ready, speed == HostSpeed::slow);
    EXPECT_EQ(announced + ready, 10) << "the first of each run is taken as the run begins";
  }
}

TEST(FlowModel, ACaptionFollowsTheMoment) {
  Experiment e = Experiment::defaults("mnist-with-feeds");
  e.training.steps = 20;
  Runs runs(std::make_unique<app::Run>(RunKind::on_device, e, ImageData::generated(1)));
  EXPECT_EQ(flow_of(runs, false).caption.rfind("Run starts the training", 0), 0u);
  std::set<std::string> first_words;
  while (!runs.leader().finished()) {
    runs.leader().step(StepSize::instruction);
    const std::string caption = flow_of(runs, false).caption;
    first_words.insert(caption.substr(0, caption.find(' ')));
  }
  for (const char* word : {"The", "Forward:", "Backward:", "Between", "All"}) {
    EXPECT_EQ(first_words.count(word), 1u) << word;
  }
  EXPECT_NE(flow_of(runs, false).caption.find("All 20 steps are done"), std::string::npos);
  Runs fast(std::make_unique<app::Run>(RunKind::on_device, e, ImageData::generated(1)));
  fast.leader().session().advance(Budget::steps(10));
  const std::string summary = flow_of(fast, true, true).caption;
  EXPECT_EQ(summary.rfind("So far the IPU has waited for batches in ", 0), 0u) << summary;
}

}  // namespace
}  // namespace pipette::app::feeds_scene
