#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "core/format_quantity.h"
#include "core/item.h"
#include "device/memory.h"

namespace pipette {
namespace {

void add_to_tiles(std::vector<std::int64_t>& tiles, const TileMapping& mapping, int sign) {
  for (int i = 0; i < mapping.tiles; ++i) {
    const int tile = mapping.tile_at(i);
    item(tiles, tile) += sign * mapping.bytes_on(tile);
  }
}

// Walks the steps at which tensors come and go; keeps the peak of every tile and of the total.
void sweep_steps(const std::vector<TensorMemory>& tensors, MemoryReport& report) {
  struct Change {
    std::vector<const TensorMemory*> end, begin;  // freed before the step, made by it
  };
  std::map<std::int64_t, Change> changes;
  for (const TensorMemory& t : tensors) {
    if (t.always_live) continue;
    changes[t.first_step].begin.push_back(&t);
    if (t.last_step != std::numeric_limits<std::int64_t>::max()) {
      changes[t.last_step + 1].end.push_back(&t);
    }
  }
  std::vector<std::int64_t> now(report.not_always_live_bytes.size(), 0);
  std::int64_t total = 0;
  for (const auto& [step, change] : changes) {
    for (const TensorMemory* t : change.end) {
      add_to_tiles(now, t->mapping, -1);
      total -= t->mapping.bytes;
    }
    for (const TensorMemory* t : change.begin) {
      add_to_tiles(now, t->mapping, +1);
      total += t->mapping.bytes;
      for (int i = 0; i < t->mapping.tiles; ++i) {
        const auto tile = static_cast<std::size_t>(t->mapping.tile_at(i));
        report.not_always_live_bytes[tile] =
            std::max(report.not_always_live_bytes[tile], now[tile]);
      }
    }
    const std::int64_t before = report.curve.empty() ? 0 : report.curve.back().bytes;
    if (total != before) report.curve.push_back({step, total});
    if (total > report.peak_not_always_live_bytes) {
      report.peak_not_always_live_bytes = total;
      report.peak_step = step;
    }
  }
}

// What would help, by what weighs most.
std::string advice(const MemoryReport& report, const MemoryRemedies& remedies) {
  struct Remedy {
    std::int64_t bytes;
    const char* text;
  };
  const auto of = [&](MemoryKind kind) { return report.bytes_of(kind); };
  std::vector<Remedy> found{{of(MemoryKind::weights), "split the model into more stages"},
                            {of(MemoryKind::other), "use a smaller mini-batch"}};
  if (remedies.offload) {
    found.push_back({of(MemoryKind::optimizer_state),
                     "keep optimizer state in remote buffers (offload_weight_update_variables)"});
    found.push_back({of(MemoryKind::accumulators),
                     "keep gradient accumulators in remote buffers "
                     "(offload_gradient_accumulation_buffers)"});
    found.push_back(
        {of(MemoryKind::stash), "keep activations in remote buffers (offload_activations)"});
  } else {
    found.push_back({of(MemoryKind::optimizer_state), "use an optimizer with less state"});
    found.push_back({of(MemoryKind::accumulators), "accumulate gradients in float16"});
  }
  if (remedies.pipelined) {
    found.push_back({of(MemoryKind::stash), "recompute activations (allow_recompute)"});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Remedy& a, const Remedy& b) { return a.bytes > b.bytes; });
  constexpr std::size_t kNamed = 3;
  std::string text;
  for (std::size_t i = 0; i < kNamed && found[i].bytes > 0; ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : "; ", found[i].text);
  }
  return text;
}

}  // namespace

MemoryReport MemoryAccount::report() const {
  MemoryReport report;
  report.tile_memory_bytes = tile_memory_bytes_;
  report.always_live_bytes.assign(static_cast<std::size_t>(tiles_), 0);
  report.not_always_live_bytes.assign(static_cast<std::size_t>(tiles_), 0);
  for (const TensorMemory& t : tensors_) {
    if (!t.always_live) continue;
    add_to_tiles(report.always_live_bytes, t.mapping, +1);
    report.total_always_live_bytes += t.mapping.bytes;
  }
  sweep_steps(tensors_, report);

  for (std::size_t tile = 0; tile < report.always_live_bytes.size(); ++tile) {
    const std::int64_t bytes = report.always_live_bytes[tile] + report.not_always_live_bytes[tile];
    if (bytes > report.largest_tile_bytes) {
      report.largest_tile_bytes = bytes;
      report.largest_tile = static_cast<int>(tile);
    }
  }
  for (const TensorMemory& t : tensors_) {
    if (t.is_live(report.peak_step)) item(report.peak_bytes_of, t.kind) += t.mapping.bytes;
  }
  report.tensors = tensors_;
  return report;
}

std::vector<TensorMemory> MemoryReport::largest_tensors(std::int64_t at_step,
                                                        std::size_t most) const {
  std::vector<TensorMemory> live;
  for (const TensorMemory& t : tensors) {
    if (t.is_live(at_step)) live.push_back(t);
  }
  std::stable_sort(live.begin(), live.end(),
                   [](const auto& a, const auto& b) { return a.mapping.bytes > b.mapping.bytes; });
  if (live.size() > most) live.resize(most);
  return live;
}

std::string out_of_memory_message(const MemoryReport& report, int ipu,
                                  const MemoryRemedies& remedies) {
  std::string tensors;
  for (const TensorMemory& t : report.largest_tensors(report.peak_step, 5)) {
    tensors += fmt::format("{}{} ({})", tensors.empty() ? "" : ", ", t.name,
                           format_bytes(t.mapping.bytes));
  }
  return fmt::format(
      "IPU {} is out of memory: tile {} needs {} but a tile has {} ({} too much); "
      "the whole IPU needs {} of {}. Largest tensors: {}. What would help: {}",
      ipu, report.largest_tile, format_bytes(report.largest_tile_bytes),
      format_bytes(report.tile_memory_bytes), format_bytes(-report.headroom_bytes()),
      format_bytes(report.total_bytes()), format_bytes(report.limit_bytes()), tensors,
      advice(report, remedies));
}

ResourceExhausted out_of_memory(const MemoryReport& report, int ipu,
                                const MemoryRemedies& remedies) {
  return ResourceExhausted(out_of_memory_message(report, ipu, remedies));
}

}  // namespace pipette
