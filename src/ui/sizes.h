// All lengths of the page, in CSS pixels. No layer above this one defines a size that a second file
// would have to match.
#pragma once

#include <algorithm>
#include <cmath>

namespace pipette::app::sizes {

// Type: five sizes, no more.
inline constexpr float kText = 13;
inline constexpr float kSmall = 11.5f;
inline constexpr float kTiny = 10.5f;  // numbers of an axis or a slot
inline constexpr float kTitle = 14;
inline constexpr float kFigure = 24;

// Spacing: multiples of 4.
inline constexpr float kGap = 12;      // between cards, and page margin
inline constexpr float kPadding = 12;  // inside a card
inline constexpr float kHalf = 6;
inline constexpr float kRadius = 10;
inline constexpr float kControlRadius = 7;

// Controls. Touch sizes follow the 44 px rule of thumbs.
inline constexpr float kControl = 30;
inline constexpr float kControlTouch = 44;
inline constexpr float kCardHeader = 24;
inline constexpr float kHeaderControl = 28;
inline constexpr float kRow = 28;  // of a field

// Page.
inline constexpr float kBar = 52;        // transport bar
inline constexpr float kBarTouch = 116;  // transport bar at the thumb's edge of a phone
inline constexpr float kSidebar = 264;
inline constexpr float kSidebarTouch = 296;
inline constexpr float kPhoneWidth = 760;  // narrower pages get one column
inline constexpr float kTrace = 226;       // the pair of traces

// On a larger page, the extra room goes to pictures and, in equal parts, to type and controls: this
// is the factor by which everything is larger than these sizes. 1920 x 1080: 1.12, 3840 x 2160:
// 1.58.
inline float growth(float width, float height) {
  constexpr float kWide = 1536, kHigh = 864;
  return std::sqrt(std::max(1.0f, std::min(width / kWide, height / kHigh)));
}

// Trace rows.
inline constexpr float kTraceRow = 17;
inline constexpr float kTraceRowGap = 1;
inline constexpr float kTraceLabels = 92;
inline constexpr float kAxis = 20;

}  // namespace pipette::app::sizes
