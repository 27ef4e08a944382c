// Every length of the page, in CSS pixels. No room above this one invents a size that a second file
// would have to match.
#pragma once

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

// Page.
inline constexpr float kBar = 52;        // transport bar
inline constexpr float kBarTouch = 112;  // transport bar at the thumb's edge of a phone
inline constexpr float kSidebar = 264;
inline constexpr float kPhoneWidth = 760;  // narrower pages get one column
inline constexpr float kTrace = 226;       // the pair of traces

// Trace rows.
inline constexpr float kTraceRow = 17;
inline constexpr float kTraceRowGap = 1;
inline constexpr float kTraceLabels = 92;
inline constexpr float kAxis = 20;

}  // namespace pipette::app::sizes
