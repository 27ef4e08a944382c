// The status of a queue between host and device, for a picture: how full it is, and why the device
// waited.
//
//   const QueueStatus infeed = infeed_status(machine, &program.infeed());
//   draw(infeed.fill, infeed.depth, infeed.wait);
//
// Reading the status changes nothing. A null queue gives exists = false.
#pragma once

#include <cstdint>
#include <string>

#include "feeds/infeed_queue.h"
#include "feeds/outfeed_queue.h"
#include "program/machine.h"

namespace pipette {

struct QueueStatus {
  bool exists = false;
  int depth = 0;              // capacity in elements; infeed: 1 without prefetching
  int fill = 0;               // elements in it now (infeed, modelled clock)
  std::int64_t elements = 0;  // through the queue so far
  std::int64_t pending = 0;   // outfeed: written and not yet dequeued by the host program
  std::int64_t element_bytes = 0;
  std::int64_t held_bytes = 0;         // outfeed: the host's memory used by `pending`
  std::string wait;                    // why the device last waited, in words; empty if it did not
  std::int64_t wait_cycles = 0;        // the length of that wait
  std::int64_t total_wait_cycles = 0;  // all waits so far
};

// The waits are the machine's, whatever it waited for.
QueueStatus infeed_status(const Machine& machine, const InfeedQueue* infeed);
QueueStatus outfeed_status(const OutfeedQueue* outfeed);

// Explains in one sentence why a span waited, or what it did.
std::string explain(const Span& span, const Architecture& architecture);

}  // namespace pipette
