// The two ends of random programs: a source whose elements are a function of their position, and a
// sink that keeps what it is given. Both can be told to fail.
//
//   CountingSource source;  source.fail_at = 7;      // the eighth element is not there
//   RecordingSink sink;     sink.writes_left = 3;    // the third write is the last
#pragma once

#include <string>
#include <vector>

#include "core/random.h"
#include "graph/stream.h"

namespace pipette::testing_support {

// Elements are a function of their position: f32 [4, 3] and i32 [4] labels below 3.
class CountingSource : public HostSource {
 public:
  const std::string& name() const override { return name_; }
  const Nest<ArraySpec>& element_spec() const override { return spec_; }
  StreamTiming timing() const override { return timing_; }
  void check_ready() const override {}
  const std::vector<Array>& read() override {
    if (position_ == fail_at) throw OutOfRange("the data ended");
    RandomStream random(1, "element", static_cast<std::uint64_t>(position_++));
    leaves_ = {Array({DType::f32, {4, 3}}), Array({DType::i32, {4}})};
    for (float& x : leaves_[0].span<float>()) x = random.uniform(-1, 1);
    for (std::int32_t& x : leaves_[1].span<std::int32_t>()) {
      x = static_cast<std::int32_t>(random.uniform_int(3));
    }
    return leaves_;
  }
  void reset() { position_ = 0; }

  std::int64_t fail_at = -1;
  StreamTiming timing_{3, true};

 private:
  std::string name_ = "source";
  Nest<ArraySpec> spec_ =
      Nest<ArraySpec>::tuple({ArraySpec{DType::f32, {4, 3}}, ArraySpec{DType::i32, {4}}});
  std::int64_t position_ = 0;
  std::vector<Array> leaves_;
};

// Keeps every byte it is given.
class RecordingSink : public HostSink {
 public:
  const std::string& name() const override { return name_; }
  StreamTiming timing() const override { return {3, true}; }
  void begin_run(bool) override { ++open; }
  void end_run() override { --open; }
  void write(const std::vector<Array>& leaves, std::int64_t /*cycle*/) override {
    for (const Array& leaf : leaves) {
      record.append(reinterpret_cast<const char*>(leaf.bytes()), leaf.num_bytes());
    }
    if (--writes_left == 0) throw OutOfRange("the sink is full");
  }

  std::string record;
  int open = 0;
  int writes_left = -1;

 private:
  std::string name_ = "sink";
};

}  // namespace pipette::testing_support
