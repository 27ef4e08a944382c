// <pipette/program.h> stands alone: nothing else of this project is included here.
#include <pipette/program.h>

#include <gtest/gtest.h>

TEST(PublicProgram, ALoopOnTheDevice) {
  pipette::Machine machine;
  pipette::Strategy strategy(machine);
  const pipette::Function sum("sum", [] {
    const auto body = [](pipette::Tensor x) { return pipette::loops::LoopResults{x + 1.0}; };
    return pipette::loops::repeat(5, body, {pipette::constant(2.0f)})[0];
  });
  EXPECT_EQ(strategy.run(sum).leaf().item<float>(), 7.0f);
  EXPECT_GT(machine.device.now(), 0);
}
