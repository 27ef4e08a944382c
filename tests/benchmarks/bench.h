// A small benchmark harness: named cases, run in turn, in rounds, so that a change of the machine's
// speed hits all of them; medians, as a table and as JSON.
//
//   Bench bench;
//   bench.add("forward", "pipette", flop, [&] { matmul(...); });
//   bench.add("forward", "eigen", flop, [&] { h.noalias() = x * w; });
//   bench.run(argc, argv);      // --rounds N  --filter TEXT  --json
//
// Cases of one group are compared with its first case. Google Benchmark is not used: it does not
// build for WebAssembly here, it runs each case to its end before the next, and the same harness in
// all three environments (native, node, Chromium) is what makes their figures comparable.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace pipette::benchmarks {

class Bench {
 public:
  // `flop`: floating-point operations of one run; 0 prints times only.
  void add(std::string group, std::string name, double flop, std::function<void()> body) {
    cases_.push_back({std::move(group), std::move(name), flop, std::move(body), 1, {}});
  }

  void run(int argc, char** argv) {
    bool json = false;
    int rounds = 15;
    std::string filter;
    for (int i = 1; i < argc; ++i) {
      if (std::strcmp(argv[i], "--json") == 0) json = true;
      if (std::strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) rounds = std::atoi(argv[++i]);
      if (std::strcmp(argv[i], "--filter") == 0 && i + 1 < argc) filter = argv[++i];
    }
    std::erase_if(cases_, [&](const Case& c) {
      return (c.group + "/" + c.name).find(filter) == std::string::npos;
    });
    for (Case& c : cases_) warm_up(c);
    for (int round = 0; round < std::max(rounds, 1); ++round) {
      for (Case& c : cases_) c.microseconds.push_back(measure(c));
    }
    json ? print_json() : print_table();
  }

 private:
  struct Case {
    std::string group, name;
    double flop;
    std::function<void()> body;
    int repetitions;
    std::vector<double> microseconds;
  };

  static constexpr double kBatchMicroseconds = 4000;  // a browser's clock resolves 100 us at worst

  static double median(const Case& c) {
    std::vector<double> sorted = c.microseconds;
    if (sorted.empty()) return 0;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }

  // The fastest round: on a machine that others use, closer to the truth than the median.
  static double best(const Case& c) {
    if (c.microseconds.empty()) return 0;
    return *std::min_element(c.microseconds.begin(), c.microseconds.end());
  }

  static double measure(const Case& c) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < c.repetitions; ++i) c.body();
    const std::chrono::duration<double, std::micro> elapsed =
        std::chrono::steady_clock::now() - start;
    return elapsed.count() / c.repetitions;
  }

  // Finds the number of repetitions; many calls also let V8 optimise what is called. The fastest of
  // three counts: one interruption must not pass for a long batch.
  static void warm_up(Case& c) {
    const auto fastest = [&c] { return std::min({measure(c), measure(c), measure(c)}); };
    while (fastest() * c.repetitions < kBatchMicroseconds && c.repetitions < (1 << 24)) {
      c.repetitions *= 2;
    }
  }

  const Case& first_of(const std::string& group) const {
    return *std::find_if(cases_.begin(), cases_.end(),
                         [&](const Case& c) { return c.group == group; });
  }

  // "speed": times as fast as the first case of the group.
  void print_table() const {
    std::printf("%-24s %-22s | %11s %8s %7s | %11s %8s %7s\n", "", "", "median us", "GFLOP/s",
                "speed", "best us", "GFLOP/s", "speed");
    for (const Case& c : cases_) {
      std::printf("%-24s %-22s", c.group.c_str(), c.name.c_str());
      print_columns(c, median(c), median(first_of(c.group)));
      print_columns(c, best(c), best(first_of(c.group)));
      std::printf("\n");
    }
    std::fflush(stdout);
  }

  static void print_columns(const Case& c, double time, double time_of_first) {
    std::printf(" | %11.2f ", time);
    c.flop > 0 ? std::printf("%8.1f", c.flop / time * 1e-3) : std::printf("%8s", "");
    std::printf(" %6.2fx", time_of_first / time);
  }

  void print_json() const {
    std::printf("[");
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      const Case& c = cases_[i];
      std::printf("%s\n  {\"case\": \"%s\", \"implementation\": \"%s\", ", i == 0 ? "" : ",",
                  c.group.c_str(), c.name.c_str());
      std::printf("\"us\": %.4f, \"best_us\": %.4f, \"flop\": %.0f}", median(c), best(c), c.flop);
    }
    std::printf("\n]\n");
    std::fflush(stdout);
  }

  std::vector<Case> cases_;
};

}  // namespace pipette::benchmarks
