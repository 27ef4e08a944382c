// The spans of one trace track in the graphics card's format: one small record each.
//
//   SpanBatch batch;
//   batch.assign(spans);                    // {start_us, duration_us, row, kind}
//   auto visible = batch.row_range(row, view_start_us, view_end_us);
//
// Spans of one row must not overlap (a flame graph puts nested spans on deeper rows); they are kept
// sorted by row and start, so that the span under the pointer is found by bisection. Times are in
// microseconds from the track's own origin. Pure: uses neither GL nor ImGui. Not thread-safe.
//
// Inaccuracies: a start is held as two floats (48 bits), a duration as one (24 bits); at 16 s the
// start is exact to better than 0.1 ns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pipette::render {

struct SpanInput {
  double start_us = 0;
  double duration_us = 0;
  std::uint8_t row = 0;
  std::uint8_t kind = 0;    // texel of the palette
  std::uint32_t tag = 0;    // the caller's index of the span
  std::uint16_t group = 0;  // can be highlighted by SpanDraw::group
};

// One record of the texture that shaders/span.vert reads: a span, or several that are too narrow to
// tell apart.
struct SpanRecord {
  static constexpr std::uint8_t kMerged = 0x80;  // in `kind`

  float start_high_us;
  float start_low_us;
  float duration_us;
  std::uint8_t row;
  std::uint8_t kind;
  // In a merged record, bits 0 to 3 are its second kind, bits 4 to 9 that kind's share in 63rds,
  // and bits 10 to 15 the covered share of its time in 63rds.
  std::uint16_t group;
};
static_assert(sizeof(SpanRecord) == 16);

// A double as the sum of two floats.
std::pair<float, float> split_double(double value);

class SpanBatch {
 public:
  void assign(std::vector<SpanInput> spans);

  // Changes with every assign() and differs between batches, so that the renderer knows when to
  // upload again.
  std::uint64_t version() const { return version_; }
  const std::vector<SpanInput>& spans() const { return spans_; }  // sorted by row, then start
  int rows() const { return static_cast<int>(row_begin_.size()) - 1; }
  double end_us() const { return end_us_; }

  // The index range, in spans(), of the spans that touch [from_us, to_us] on `row`.
  std::pair<std::size_t, std::size_t> row_range(int row, double from_us, double to_us) const;

  // The index of the first span of [first, last) that lasts at least `duration_us`, or `last`.
  // Skips short spans 64 at a time.
  std::size_t next_lasting(std::size_t first, std::size_t last, double duration_us) const;

  // The index of the span at `time_us` on `row`, or of the nearest one within `tolerance_us` (spans
  // drawn wider than they are must still be found under the pointer); -1 if there is none.
  std::ptrdiff_t at(int row, double time_us, double tolerance_us) const;

 private:
  std::vector<SpanInput> spans_;
  std::vector<double> longest_us_;  // of each kBlock spans
  std::vector<std::size_t> row_begin_ = {0};
  double end_us_ = 0;
  std::uint64_t version_ = 0;
};

// A batch prepared for one zoom. Neighbours on one row that each last less than `narrow_us` share a
// record of up to 4 * narrow_us, in the mixed colour of the two kinds with the largest shares; all
// others keep a record of their own.
struct SpanLevel {
  std::vector<SpanRecord> records;
  std::vector<std::size_t> first;  // the index of each record's first span; sorted

  // The record that contains the span with this index.
  std::size_t record_of(std::size_t span) const;
};
SpanLevel merge_narrow(const std::vector<SpanInput>& spans, double narrow_us);

// The look of one track in one frame; plain data, copied into the draw list. In CSS pixels.
struct SpanDraw {
  const SpanBatch* batch = nullptr;
  float left = 0, top = 0, right = 0;
  float row_pitch = 0, row_height = 0;
  double view_start_us = 0;
  double pixels_per_us = 1;
  float minimum_width = 1;
  int highlight = -1;        // index into batch->spans()
  int group = -1;            // all other groups are pale; negative: none is
  std::uint32_t pale = ~0u;  // the colour towards which pale spans are blended, as ImU32
  float radius = 0;          // of the corners
};

}  // namespace pipette::render
