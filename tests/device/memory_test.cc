#include "device/memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace pipette {
namespace {

TEST(TileMapping, HoldsEveryByteOnce) {
  for (std::int64_t bytes : {0ll, 1ll, 7ll, 8ll, 127ll, 128ll, 1000ll, 401'408ll, 10'000'001ll}) {
    for (int tiles : {1, 4, 1216, 1472}) {
      for (std::int64_t grain : {1, 8, 64}) {
        const int first = tiles / 3;
        const TileMapping m = linear_mapping(bytes, tiles, grain, first);
        std::int64_t sum = 0, most = 0;
        int used = 0;
        for (int t = 0; t < tiles; ++t) {
          sum += m.bytes_on(t);
          most = std::max(most, m.bytes_on(t));
          used += m.bytes_on(t) > 0;
        }
        EXPECT_EQ(sum, bytes);
        EXPECT_EQ(most, m.largest_tile_bytes());
        EXPECT_EQ(used, m.tiles);
        if (m.tiles > 1) {
          EXPECT_GE(bytes / m.tiles, kMinBytesPerTile);
        }
        if (m.tiles > 0) {
          // Even: no tile holds a grain more than its share rounded up.
          EXPECT_LE(most, (bytes / m.tiles / grain + 1) * grain);
        }
      }
    }
  }
}

TEST(TileMapping, RejectsNonsense) {
  EXPECT_THROW(linear_mapping(-1, 4), InvalidArgument);
  EXPECT_THROW(linear_mapping(1, 0), InvalidArgument);
  EXPECT_THROW(linear_mapping(1, 4, 0), InvalidArgument);
  EXPECT_THROW(linear_mapping(1, 4, 8, 4), InvalidArgument);
  EXPECT_THROW(linear_mapping(8, 4).bytes_on(4), InvalidArgument);
}

// Step by step and tile by tile, the slow way.
MemoryReport naive_report(const std::vector<TensorMemory>& tensors, const Architecture& arch,
                          std::int64_t steps) {
  MemoryReport r;
  const auto tiles = static_cast<std::size_t>(arch.tiles);
  r.always_live_bytes.assign(tiles, 0);
  r.not_always_live_bytes.assign(tiles, 0);
  for (std::int64_t step = 0; step < steps; ++step) {
    std::int64_t total = 0;
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      std::int64_t always = 0, now = 0;
      for (const TensorMemory& t : tensors) {
        const std::int64_t bytes = t.mapping.bytes_on(static_cast<int>(tile));
        if (t.always_live)
          always += bytes;
        else if (t.first_step <= step && step <= t.last_step)
          now += bytes;
      }
      r.always_live_bytes[tile] = always;
      r.not_always_live_bytes[tile] = std::max(r.not_always_live_bytes[tile], now);
      total += now;
    }
    r.peak_not_always_live_bytes = std::max(r.peak_not_always_live_bytes, total);
  }
  return r;
}

std::int64_t live_bytes(const std::vector<TensorMemory>& tensors, std::int64_t step) {
  std::int64_t bytes = 0;
  for (const TensorMemory& t : tensors) {
    if (!t.always_live && t.first_step <= step && step <= t.last_step) bytes += t.mapping.bytes;
  }
  return bytes;
}

std::int64_t bytes_at(const std::vector<MemoryStep>& curve, std::int64_t step) {
  std::int64_t bytes = 0;
  for (const MemoryStep& entry : curve) {
    if (entry.step <= step) bytes = entry.bytes;
  }
  return bytes;
}

TEST(MemoryAccount, AgreesWithTheNaiveSum) {
  Architecture small = architecture("Mk2");
  small.tiles = 13;
  std::uint32_t state = 1;
  const auto next = [&state](std::uint32_t most) {
    state = state * 1664525u + 1013904223u;
    return static_cast<std::int64_t>((state >> 8) % most);
  };
  for (int round = 0; round < 50; ++round) {
    MemoryAccount account(small);
    for (int i = 0; i < 20; ++i) {
      const std::int64_t first = next(30);
      const std::int64_t last = first + next(10);
      switch (next(4)) {
        case 0:
          account.add_always_live("w", next(5000));
          break;
        case 1:
          account.add_live_per_tile("c", next(500), static_cast<int>(next(14)), first, last);
          break;
        default:
          account.add_live("a", next(5000), first, last);
          break;
      }
    }
    const MemoryReport report = account.report();
    const MemoryReport naive = naive_report(account.tensors(), small, 40);
    EXPECT_EQ(report.always_live_bytes, naive.always_live_bytes);
    EXPECT_EQ(report.not_always_live_bytes, naive.not_always_live_bytes);
    EXPECT_EQ(report.peak_not_always_live_bytes, naive.peak_not_always_live_bytes);
    for (std::int64_t step = 0; step < 42; ++step) {
      EXPECT_EQ(bytes_at(report.curve, step), live_bytes(account.tensors(), step));
    }
    std::int64_t at_peak = 0;
    for (const std::int64_t bytes : report.peak_bytes_of) at_peak += bytes;
    EXPECT_EQ(at_peak, report.total_bytes());
    EXPECT_EQ(report.total_always_live_bytes,
              std::accumulate(naive.always_live_bytes.begin(), naive.always_live_bytes.end(), 0ll));
  }
}

TEST(MemoryAccount, SmallTensorsDoNotPileUp) {
  MemoryAccount account(architecture("Mk2"));
  for (int i = 0; i < 1472; ++i) account.add_always_live("bias", 128);
  EXPECT_EQ(account.report().largest_tile_bytes, 128);
}

TEST(MemoryAccount, SaysWhatDoesNotFitAndWhatWouldHelp) {
  MemoryAccount account(architecture("Mk2"));
  account.add_always_live("embedding/table", 800'000'000, MemoryKind::weights);
  account.add_always_live("embedding/table/Adam", 100'000'000, MemoryKind::optimizer_state);
  account.add_live("stage_0/activations", 300'000'000, 0, 4, MemoryKind::stash);
  account.add_live("later", 200'000'000, 5, 6);
  const MemoryReport report = account.report();
  EXPECT_FALSE(report.fits());
  EXPECT_LT(report.headroom_bytes(), 0);
  EXPECT_EQ(report.total_bytes(), 1'200'000'000);
  EXPECT_EQ(report.limit_bytes(), architecture("Mk2").total_memory_bytes());
  const std::vector<TensorMemory> largest = report.largest_tensors(report.peak_step, 10);
  ASSERT_EQ(largest.size(), 3u);
  EXPECT_EQ(largest[0].name, "embedding/table");
  EXPECT_EQ(report.largest_tensors(report.peak_step, 1).size(), 1u);
  EXPECT_EQ(report.bytes_of(MemoryKind::weights), 800'000'000);
  EXPECT_EQ(report.bytes_of(MemoryKind::stash), 300'000'000);
  EXPECT_EQ(report.bytes_of(MemoryKind::accumulators), 0);
  const auto says = [&](const MemoryRemedies& remedies, const char* part) {
    return std::string(out_of_memory(report, 2, remedies).what()).find(part) != std::string::npos;
  };
  for (const char* part : {"IPU 2", "embedding/table", "stage_0/activations", "624 KiB",
                           "more stages; keep activations in remote buffers"}) {
    EXPECT_TRUE(says({}, part)) << out_of_memory(report, 2).what();
  }
  // Only what can be done and what would free anything.
  EXPECT_TRUE(says({.offload = false, .pipelined = true}, "allow_recompute"));
  EXPECT_FALSE(says({.offload = false, .pipelined = true}, "remote"));
  EXPECT_FALSE(says({}, "allow_recompute"));
  EXPECT_FALSE(says({}, "accumulat"));
  MemoryAccount fine(architecture("Mk2"));
  fine.add_always_live("w", 401'408);
  EXPECT_TRUE(fine.report().fits());
}

TEST(MemoryAccount, RejectsNonsense) {
  MemoryAccount account(architecture("Mk2"));
  EXPECT_THROW(account.add_always_live("w", -1), InvalidArgument);
  EXPECT_THROW(account.add_live("a", 10, 5, 4), InvalidArgument);
  EXPECT_THROW(account.add_live_per_tile("c", 10, 1473, 0, 1), InvalidArgument);
}

}  // namespace
}  // namespace pipette
