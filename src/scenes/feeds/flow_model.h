// The status of a session for the hero picture (flow_view.h), as plain values.
//
//   FlowModel flow = flow_of(runs, running);      // of the leading run
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "runs/runs.h"
#include "ui/theme.h"

namespace pipette::app::feeds_scene {

// A bounded FIFO between host and IPU.
struct QueueModel {
  int capacity = 0;
  int filled = 0;
  std::int64_t oldest = 0;     // number of the element that leaves next
  std::int64_t passed = 0;     // elements that have gone through
  std::string stall = {};      // "IPU waits 240 µs"; empty: no wait
  std::string last_wait = {};  // reason for the last wait, in the tooltip
};

struct LossToken {
  std::int64_t step = 0;
  float loss = 0;
};

// The hero picture: host | infeed | IPU | outfeed | host.
struct FlowModel {
  RunKind run = RunKind::on_device;
  std::array<std::string, 2> titles = {};  // of both runs, by kind
  bool has_infeed = true;                  // else the host hands over each mini-batch with a call
  bool has_outfeed = true;                 // else engine runs return the losses
  bool running = false;
  std::string caption = {};        // the current event, in one sentence
  std::string host_activity = {};  // "Preparing batch 1,243"
  float host_progress = 0;         // 0..1 of the element being prepared, modelled time
  QueueModel infeed;
  Activity ipu_activity = Activity::idle;
  std::string ipu_instruction = {};  // "MatMul  [32, 784] x [784, 128]"
  std::int64_t ipu_step = 0;
  std::int64_t engine_run = 0;  // number of the current Engine::run
  std::string ipu_reason = {};  // why it waits; empty while it works
  QueueModel outfeed;
  std::vector<LossToken> latest;  // newest last; a few dozen at most
  std::string host_result = {};   // "1,240 losses dequeued"
};

// When steps are too fast to read, the caption sums up the run so far.
FlowModel flow_of(const Runs& runs, bool running, bool too_fast_to_read = false);

}  // namespace pipette::app::feeds_scene
