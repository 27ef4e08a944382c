#include "profile/insights.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/format_count.h"
#include "core/format_quantity.h"
#include "core/item.h"
#include "profile/advice.h"
#include "profile/stage_cut.h"
#include "profile/units.h"

namespace pipette::profile {

namespace {

class Insights {
 public:
  explicit Insights(const Profile& profile) : p_(profile) {
    for (const Operation& o : p_.operations) all_cycles_ += o.cycles;
  }

  std::vector<Insight> make() {
    fullest_tile();
    if (all_cycles_ > 0) {
      costliest_operation();
      worst_balance();
      pipeline_bound();
      waiting_for_host();
    }
    stashed_activations();
    optimizer_state();
    return std::move(made_);
  }

 private:
  Insight& add(InsightKind kind, std::string text, std::string tab) {
    Insight& made = made_.emplace_back();
    made.kind = kind;
    made.text = std::move(text);
    made.tab = std::move(tab);
    return made;
  }

  void fullest_tile() {
    std::size_t ipu = 0;
    for (std::size_t i = 1; i < p_.memory.size(); ++i) {
      if (p_.memory[i].largest_tile_bytes > p_.memory[ipu].largest_tile_bytes) ipu = i;
    }
    if (p_.memory.empty()) return;
    const MemoryReport& m = p_.memory[ipu];
    const std::vector<TensorMemory> largest = m.largest_tensors(m.peak_step, 1);
    std::string text =
        fmt::format("Tile {} of IPU {} is the fullest: {} of its {} ({:.1f} %){}.", m.largest_tile,
                    ipu, format_bytes(m.largest_tile_bytes), format_bytes(m.tile_memory_bytes),
                    percent(m.largest_tile_bytes, m.tile_memory_bytes),
                    m.fits() ? ""
                             : fmt::format(", {} too much: the program cannot run",
                                           format_bytes(-m.headroom_bytes())));
    if (!largest.empty()) {
      text += fmt::format(" The largest tensor of that IPU is {} with {}.", largest[0].name,
                          format_bytes(largest[0].mapping.bytes));
    }
    Insight& made = add(InsightKind::fullest_tile, std::move(text), "memory");
    made.ipu = to_int(ipu);
    made.tile = m.largest_tile;
  }

  // Streams and barriers mostly wait; what is looked for is work.
  bool works(const Operation& o) const { return o.compute_cycles > 0; }

  void costliest_operation() {
    const auto found = std::find_if(p_.operations.begin(), p_.operations.end(),
                                    [&](const Operation& o) { return works(o); });
    if (found == p_.operations.end()) return;
    const double rate = found->flops_per_cycle();
    add(InsightKind::costliest_operation,
        fmt::format("{} takes most of all operations: {} cycles in {} calls, {:.1f} % of all that "
                    "was recorded. While it computes it does {:.{}f} FLOPs a cycle, {:.1f} % of "
                    "the machine's peak.",
                    found->name, format_count(found->cycles), format_count(found->calls),
                    percent(found->cycles, all_cycles_), rate, rate < 10 ? 1 : 0,
                    100 * rate * p_.target.clock_hz / p_.target.peak_flops_f32),
        "operations")
        .operation = found->name;
  }

  void worst_balance() {
    constexpr std::int64_t kWorthwhile = 100;  // at least a hundredth of what is computed
    std::int64_t computed = 0;
    for (const Operation& o : p_.operations) computed += o.compute_cycles;
    const Operation* worst = nullptr;
    for (const Operation& o : p_.operations) {
      if (!works(o) || o.compute_cycles * kWorthwhile < computed) continue;
      if (worst == nullptr || o.tile_balance < worst->tile_balance) worst = &o;
    }
    if (worst == nullptr) return;
    add(InsightKind::worst_balance,
        fmt::format("{} computes on at most {} of {} tiles, while the others wait: {} cycles, "
                    "{:.1f} % of all compute cycles.",
                    worst->name, format_count(worst->tiles), format_count(p_.target.tiles_per_ipu),
                    format_count(worst->compute_cycles), percent(worst->compute_cycles, computed)),
        "operations")
        .operation = worst->name;
  }

  void pipeline_bound() {
    const std::optional<StageCut> cut = stage_cut(p_.program);
    if (!cut || cut->layers_of.size() < 2) return;
    std::int64_t all = 0;
    for (const LayerLoad& layer : cut->layers) all += layer.cycles;
    const int slowest = cut->slowest();
    std::string text = fmt::format(
        "Stage {} bounds the pipeline: its forward and backward passes take {:.1f} % of the work "
        "of the {} stages, where an even cut would give it {:.1f} %.",
        slowest, percent(cut->bound(), all), cut->layers_of.size(),
        100.0 / static_cast<double>(cut->layers_of.size()));
    const StageCut best = best_cut(*cut);
    if (best.bound() < cut->bound()) {
      text += fmt::format(
          " The best cut between whole layers, {}, would make the slowest stage {:.1f} % shorter.",
          best.to_string(), 100 - percent(best.bound(), cut->bound()));
    } else {
      text += " No other cut between whole layers makes the slowest stage shorter.";
    }
    add(InsightKind::pipeline_bound, std::move(text), "program").advice = advice_on_cut(p_, *cut);
  }

  void waiting_for_host() {
    if (p_.execution.lanes.empty()) return;
    const LaneFigures& lane = p_.execution.lanes[0];
    const std::int64_t elements = item(lane.waits, WaitReason::infeed_empty);
    const std::int64_t handshakes = item(lane.waits, WaitReason::stream_handshake);
    const std::int64_t calls = p_.execution.call_cycles();
    const std::int64_t whole = p_.execution.profiled_cycles + calls;
    const std::int64_t waits = elements + handshakes + calls;
    if (waits * 20 < whole) return;  // less than 5 %
    std::string text =
        fmt::format("IPU 0 waits {:.1f} % of the time for the host:", percent(waits, whole));
    const auto part = [&](std::int64_t cycles, const char* what, const char* remedy) {
      if (cycles * 20 < waits) return;
      text +=
          fmt::format("{} {} cycles ({}) {}, {}", text.back() == ':' ? "" : ";",
                      format_count(cycles), format_time_us(1e6 * p_.seconds(cycles)), what, remedy);
    };
    part(elements, "for elements of infeeds",
         "which the host makes more slowly than the device takes them");
    part(handshakes, "for handshakes of streams", "which answer for what a call brings and takes");
    part(calls, "before engine runs begin", "which the steps of a run share");
    add(InsightKind::waiting_for_host, text + ".", "execution").advice = advice_on_waits(p_);
  }

  // Of the IPU on which most of a kind is alive at the peak.
  int ipu_with_most(MemoryKind kind) const {
    int ipu = -1;
    for (int i = 0; i < to_int(p_.memory.size()); ++i) {
      const std::int64_t bytes = item(p_.memory, i).bytes_of(kind);
      if (bytes > 0 && (ipu < 0 || bytes > item(p_.memory, ipu).bytes_of(kind))) ipu = i;
    }
    return ipu;
  }

  void stashed_activations() {
    const int ipu = ipu_with_most(MemoryKind::stash);
    if (ipu < 0) return;
    const MemoryReport& m = item(p_.memory, ipu);
    Insight& made =
        add(InsightKind::stashed_activations,
            fmt::format("IPU {} stashes {} of activations for the backward pass, {:.1f} % of what "
                        "it holds at the peak.",
                        ipu, format_bytes(m.bytes_of(MemoryKind::stash)),
                        percent(m.bytes_of(MemoryKind::stash), m.total_bytes())),
            "memory");
    made.ipu = ipu;
    made.advice = advice_on_stash(p_, ipu);
  }

  void optimizer_state() {
    const int ipu = ipu_with_most(MemoryKind::optimizer_state);
    if (ipu < 0) return;
    const MemoryReport& m = item(p_.memory, ipu);
    const std::int64_t bytes = m.bytes_of(MemoryKind::optimizer_state);
    constexpr std::int64_t kNoticed = 1024;
    if (bytes < kNoticed) return;
    Insight& made = add(
        InsightKind::optimizer_state,
        fmt::format("IPU {} holds {} of optimizer state, {:.1f} % of what it holds at the peak.",
                    ipu, format_bytes(bytes), percent(bytes, m.total_bytes())),
        "memory");
    made.ipu = ipu;
    made.advice = advice_on_state(p_, ipu);
  }

  const Profile& p_;
  std::int64_t all_cycles_ = 0;
  std::vector<Insight> made_;
};

}  // namespace

std::vector<Insight> insights_of(const Profile& profile) { return Insights(profile).make(); }

}  // namespace pipette::profile
