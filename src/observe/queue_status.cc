#include "observe/queue_status.h"

#include <fmt/format.h>

#include "core/format_quantity.h"

namespace pipette {

std::string explain(const Span& span, const Architecture& architecture) {
  const auto time = [&](std::int64_t cycles) {
    return format_time_us(cycles_to_us(cycles, architecture));
  };
  const std::string total = time(span.end - span.begin);
  if (span.reason == WaitReason::infeed_empty) {
    return fmt::format(
        "Infeed empty: the IPU waits {} for the host (busy with something else {}, data pipeline "
        "{}, staging {}, stream handshake {}).",
        total, time(span.wait_cycles[0]), time(span.wait_cycles[1]), time(span.wait_cycles[2]),
        time(span.wait_cycles[3]));
  }
  if (span.reason != WaitReason::none) return fmt::format("{}: {}.", to_label(span.reason), total);
  if (span.bytes > 0) {
    return fmt::format("{}, {} cycles, {} bytes.", total, span.end - span.begin, span.bytes);
  }
  return fmt::format("{}, {} cycles.", total, span.end - span.begin);
}

QueueStatus infeed_status(const Machine& machine, const InfeedQueue* infeed) {
  QueueStatus status;
  if (infeed != nullptr) {
    status.exists = true;
    const bool ahead = machine.device.config().host.prefetch_data_streams;
    status.depth = ahead ? infeed->timing().depth : 1;
    for (const ArraySpec& spec : infeed->element_spec().flatten()) {
      status.element_bytes += static_cast<std::int64_t>(spec.num_bytes());
    }
    if (const auto index = machine.find_infeed(*infeed)) {
      HostTimeline host = machine.device.host();  // a copy: looking must not change it
      const std::int64_t now = machine.device.now();
      host.advance(now);
      status.fill = host.infeed(*index).fill(now);
      status.elements = host.infeed(*index).consumed();
    }
  }
  status.total_wait_cycles = machine.total_wait_cycles;
  status.wait_cycles = machine.last_wait.end - machine.last_wait.begin;
  if (status.wait_cycles > 0) status.wait = explain(machine.last_wait, machine.device.arch());
  return status;
}

QueueStatus outfeed_status(const OutfeedQueue* outfeed) {
  QueueStatus status;
  if (outfeed == nullptr) return status;
  status.exists = true;
  status.depth = outfeed->timing().depth;
  status.elements = outfeed->elements_written();
  status.pending = outfeed->pending();
  status.element_bytes = outfeed->element_bytes();
  status.held_bytes = outfeed->held_bytes();
  return status;
}

}  // namespace pipette
