#include "device/host_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/archive.h"
#include "core/error.h"
#include "core/item.h"
#include "device/clock.h"

namespace pipette {

std::string Ready::explain(const Architecture& arch) const {
  if (stall_cycles() == 0) return fmt::format("infeed element {} was ready", element);
  const auto us = [&arch](std::int64_t cycles) { return cycles_to_us(cycles, arch); };
  std::string text = fmt::format(
      "waited {:.1f} µs for infeed element {}: host busy {:.1f}, data pipeline {:.1f}, "
      "staging {:.1f}, stream handshake {:.1f}",
      us(stall_cycles()), element, us(host_busy_cycles), us(pipeline_cycles), us(staging_cycles),
      us(handshake_cycles));
  if (pace != 1) text += fmt::format("; it took the host {:.2f} times as long as usual", pace);
  return text;
}

std::string CallStart::explain(const Architecture& arch) const {
  const auto us = [&arch](std::int64_t cycles) { return cycles_to_us(cycles, arch); };
  return fmt::format(
      "waited {:.1f} µs for the host to start the run: "
      "an earlier call {:.1f}, preparing the batch {:.1f}, setting the program up again {:.1f}, "
      "starting it {:.1f}",
      us(device_start - asked_at), us(host_busy_cycles), us(prepare_cycles), us(set_up_cycles),
      us(call_cycles));
}

std::int64_t stream_data_cycles(std::int64_t bytes, const HostOptions& options,
                                const Architecture& arch) {
  return ceil_cycles(options.data_phase_cycles +
                     static_cast<double>(bytes) / options.host_bytes_per_second * arch.clock_hz);
}

HostTimeline::HostTimeline(const HostOptions& options, const Architecture& arch)
    : options_(options), arch_(arch) {
  options_.validate();
  set_up_cycles_ = us_to_cycles(options_.set_up_us, arch_);
  call_cycles_ = us_to_cycles(options_.call_us, arch_);
  const double share = share_of_time(options_.speed);
  element_cycles_ = us_to_cycles(share * options_.element_us, arch_);
  handshake_begin_cycles_ = us_to_cycles(share * options_.handshake_begin_us, arch_);
  handshake_end_cycles_ = us_to_cycles(share * options_.handshake_end_us, arch_);
}

std::int64_t HostTimeline::staging_cycles(std::int64_t bytes) const {
  const double share = share_of_time(options_.speed);
  const double seconds = static_cast<double>(bytes) / options_.staging_bytes_per_second;
  return seconds_to_cycles(share * seconds, arch_);
}

std::int64_t HostTimeline::data_phase_cycles(std::int64_t bytes) const {
  return stream_data_cycles(bytes, options_, arch_);
}

ProductionCycles HostTimeline::production_cycles(std::int64_t element_bytes) const {
  return {element_cycles_, staging_cycles(element_bytes),
          handshake_begin_cycles_ + handshake_end_cycles_};
}

int HostTimeline::add_infeed(std::int64_t element_bytes, int prefetch_depth, std::int64_t now,
                             std::int64_t num_elements) {
  if (prefetch_depth < 1 || prefetch_depth > 255) {
    throw InvalidArgument(
        fmt::format("prefetch_depth must be 1 to 255, but it is {}; the nearest valid value is {}",
                    prefetch_depth, prefetch_depth < 1 ? 1 : 255));
  }
  infeeds_.emplace_back(production_cycles(element_bytes), data_phase_cycles(element_bytes),
                        options_.prefetch_data_streams ? prefetch_depth : 0, now, num_elements);
  return num_infeeds() - 1;
}

const InfeedTimeline& HostTimeline::infeed(int index) const {
  if (index < 0 || index >= num_infeeds()) {
    throw InvalidArgument(
        fmt::format("infeed {} does not exist: the host has {}", index, num_infeeds()));
  }
  return item(infeeds_, index);
}

int HostTimeline::next_to_produce() const {
  int next = -1;
  for (int i = 0; i < num_infeeds(); ++i) {
    if (!infeed(i).can_produce()) continue;
    if (next < 0 || infeed(i).requested_at() < infeed(next).requested_at()) next = i;
  }
  return next;
}

void HostTimeline::produce(int index, std::int64_t asked_at) {
  InfeedTimeline& infeed = item(infeeds_, index);
  const std::int64_t start = std::max(free_at_, asked_at);
  free_at_ = infeed.produce(start, element_pace(options_, index, infeed.produced()));
  in_hand_ = index;
}

void HostTimeline::advance(std::int64_t now) {
  for (int next = next_to_produce(); next >= 0; next = next_to_produce()) {
    const std::int64_t asked_at = infeed(next).requested_at();
    if (std::max(free_at_, asked_at) >= now) return;
    produce(next, asked_at);
  }
}

CallStart HostTimeline::begin_call(std::int64_t now, const CallInputs& inputs) {
  if (inputs.elements < 0 || inputs.bytes < 0) {
    throw InvalidArgument(
        fmt::format("a call's inputs must not be negative, but they are {} elements of {} bytes",
                    inputs.elements, inputs.bytes));
  }
  advance(now);
  CallStart call;
  call.asked_at = now;
  call.host_busy_cycles = std::max<std::int64_t>(0, call_until_ - now);
  call.prepare_cycles = inputs.elements * element_cycles_ + staging_cycles(inputs.bytes);
  const double pace = element_pace(options_, kArguments, calls_++);
  if (pace != 1) {
    call.prepare_cycles = ceil_cycles(static_cast<double>(call.prepare_cycles) * pace);
  }
  call.set_up_cycles = set_up_cycles_;
  call.call_cycles = call_cycles_;
  const std::int64_t work = call.prepare_cycles + call.set_up_cycles + call.call_cycles;
  call.device_start = after(now + call.host_busy_cycles, work);
  call_until_ = call.device_start;
  if (in_hand_ >= 0 && free_at_ > now) {
    item(infeeds_, in_hand_).postpone(work);
    free_at_ = after(free_at_, work);
  } else {
    free_at_ = call.device_start;
    in_hand_ = -1;
  }
  return call;
}

Ready HostTimeline::consume(int index, std::int64_t device_now) {
  if (infeed(index).consumed() == infeed(index).num_elements()) {
    throw OutOfRange(fmt::format("End of sequence: infeed {} has no element after {}", index,
                                 infeed(index).num_elements()));
  }
  InfeedTimeline& wanted = item(infeeds_, index);
  advance(device_now);
  while (wanted.produced() == wanted.consumed()) {
    const int next = wanted.on_demand() ? index : next_to_produce();
    produce(next, wanted.on_demand() ? device_now : infeed(next).requested_at());
  }
  return wanted.consume(device_now);
}

void ProductionCycles::archive(Archive& a) {
  a("pipeline", pipeline)("staging", staging)("handshake", handshake);
}

void HostTimeline::archive(Archive& a) {
  a("free_at", free_at_)("calls", calls_)("call_until", call_until_)("in_hand", in_hand_);
  a("infeeds", infeeds_);
  a.require(in_hand_ >= -1 && in_hand_ < num_infeeds(), "has no such infeed in hand");
  // An element in hand has been begun.
  a.require(in_hand_ < 0 || item(infeeds_, in_hand_).produced() > 0, "has no element in hand");
}

}  // namespace pipette
