#include "program/pipeline_run.h"

#include <algorithm>

#include "core/item.h"

namespace pipette {

PipelineRun::PipelineRun(const Executable& executable, Machine& machine, Replicas& replicas,
                         Recorder& recorder)
    : executable_(executable), machine_(machine), replicas_(replicas), recorder_(recorder) {}

void PipelineRun::begin(const Instruction& pipeline) {
  PIPETTE_CHECK(instruction_ == nullptr, pipeline.name);
  const auto& what = std::get<Pipeline>(pipeline.what);
  const std::int64_t mini_batches = replicas_.value_of(what.mini_batches);
  what.plan.check_count(mini_batches);
  instruction_ = &pipeline;
  pipeline_ = &what;
  mini_batches_ = mini_batches;
  slot_ = 0;
  position_ = 0;
  done_.assign(static_cast<std::size_t>(what.plan.num_parts()), 0);
  begin_cycle_ = machine_.device.now();
  entered_at_.assign(static_cast<std::size_t>(machine_.device.num_ipus()), 0);
  slot_begin_ = entered_at_;
  if (exchange_of_ != &pipeline) {
    exchange_of_ = nullptr;
    std::vector<Copies> sends;
    for (int program = 0; program < what.plan.num_programs; ++program) {
      sends.push_back(child(program).stage().sends);
    }
    exchange_.emplace(sends);
    exchange_of_ = &pipeline;
  }
}

const Instruction* PipelineRun::enter_next() {
  while (!updates()) {
    if (position_ < programs().size()) {
      const int part = programs()[position_];
      enter(part);
      return &child(part);
    }
    end_slot();
    ++slot_;
    position_ = 0;
  }
  if (position_ == 0) return &instruction_->children.back();  // the weight update
  end();
  return nullptr;
}

void PipelineRun::enter(int part) {
  const std::int64_t mini_batch = item(done_, part);
  recorder_.set_mini_batch(mini_batch);
  replicas_.select(pipeline_->rings, mini_batch);
  for (std::size_t ipu = 0; ipu < entered_at_.size(); ++ipu) {
    entered_at_[ipu] = machine_.device.cycles(static_cast<int>(ipu));
  }
  if (position_ == 0) slot_begin_ = entered_at_;
  if (!pipeline_->plan.is_transfer(part)) return;
  for (int r = 0; r < replicas_.count(); ++r) {
    for (const int member : child(part).stage().ipus) {
      const int ipu = r * replicas_.ipus_per_replica() + member;
      machine_.device.wait_until(ipu, item(slot_begin_, ipu), Tiles::io);
    }
  }
}

void PipelineRun::leave() {
  if (!updates()) {
    const int part = programs()[position_];
    const Instruction& left = child(part);
    for (int r = 0; r < replicas_.count() && !pipeline_->plan.is_transfer(part); ++r) {
      for (const int member : left.stage().ipus) {
        const int ipu = r * replicas_.ipus_per_replica() + member;
        Span s = recorder_.span(SpanKind::stage_program, item(entered_at_, ipu),
                                machine_.device.cycles(ipu), recorder_.name_of(left), ipu);
        s.instruction = left.id;
        s.phase = left.phase;
        machine_.trace.add(s);
      }
    }
    ++item(done_, part);
    recorder_.set_mini_batch(-1);
  }
  ++position_;
}

std::span<const int> PipelineRun::rest_of_slot() const {
  if (updates()) return {};
  return std::span<const int>(programs()).subspan(position_);
}

WaitReason PipelineRun::idle_reason(int ipu) const {
  bool started = false, ended = true, ran = false;
  for (int part = 0; part < pipeline_->plan.num_parts(); ++part) {
    if (pipeline_->plan.is_transfer(part)) continue;
    const std::vector<int>& ipus = child(part).stage().ipus;
    if (std::find(ipus.begin(), ipus.end(), ipu) == ipus.end()) continue;
    const std::int64_t done = item(done_, part);
    started = started || done > 0;
    ended = ended && done == mini_batches_;
    ran = ran || std::find(programs().begin(), programs().end(), part) != programs().end();
  }
  if (ran) return WaitReason::sync;
  if (!started) return WaitReason::ramp_up;
  return ended ? WaitReason::ramp_down : WaitReason::neighbour;
}

PipelineRun::Latest PipelineRun::latest_of(int replica) const {
  const Device& device = machine_.device;
  Latest latest;
  for (int ipu = 0; ipu < executable_.num_ipus; ++ipu) {
    for (const Tiles tiles : {Tiles::compute, Tiles::io}) {
      const int member = replica * replicas_.ipus_per_replica() + ipu;
      const std::int64_t cycle = device.cycles(member, tiles);
      if (cycle > latest.cycle) latest = {cycle, ipu, tiles};
    }
  }
  return latest;
}

const Instruction* PipelineRun::last_on(const Latest& latest) const {
  const Instruction* last = nullptr;
  for (const int part : programs()) {
    if (pipeline_->plan.is_transfer(part) != (latest.tiles == Tiles::io)) continue;
    const auto& ipus = child(part).stage().ipus;
    if (std::find(ipus.begin(), ipus.end(), latest.ipu) != ipus.end()) last = &child(part);
  }
  return last;
}

void PipelineRun::end_slot() {
  const int num_ipus = executable_.num_ipus;
  if (programs().empty()) return;
  ++machine_.slots;
  if (num_ipus == 1 && pipeline_->plan.num_transfers() == 0) return;
  Device& device = machine_.device;
  Cost barrier;
  if (num_ipus > 1) {
    exchange_->clear();
    for (const int part : programs()) {
      if (pipeline_->plan.is_program(part)) exchange_->add(part);
    }
    barrier.sync_cycles = pipeline_->sync_cycles;
    barrier.exchange_cycles = exchange_->cycles();
  }
  for (int r = 0; r < replicas_.count(); ++r) {
    const int first = r * replicas_.ipus_per_replica();
    const Latest latest = latest_of(r);
    const Instruction* last = last_on(latest);  // what the others wait for
    for (int ipu = first; ipu < first + num_ipus; ++ipu) {
      Span s = recorder_.span(SpanKind::sync, device.cycles(ipu), latest.cycle,
                              last == nullptr ? 0 : recorder_.name_of(*last), ipu);
      s.instruction = instruction_->id;
      s.reason = idle_reason(ipu - first);
      if (s.reason == WaitReason::sync && latest.tiles == Tiles::io) {
        s.reason = WaitReason::transfer;
      }
      if (device.wait_until(ipu, latest.cycle) > 0) machine_.trace.add(s);
      s.begin = latest.cycle;
      s.reason = WaitReason::none;
      recorder_.add_superstep(s, barrier);
      device.spend(ipu, barrier.total_cycles());
    }
  }
}

void PipelineRun::end() {
  for (int r = 0; r < replicas_.count(); ++r) {
    machine_.device.join(r * replicas_.ipus_per_replica(), executable_.num_ipus);
  }
  ++machine_.slots;
  instruction_ = nullptr;
  pipeline_ = nullptr;
}

void PipelineRun::abandon() {
  instruction_ = nullptr;
  pipeline_ = nullptr;
  recorder_.set_mini_batch(-1);
}

}  // namespace pipette
