// Colours and type sizes of the page, in one place.
//
//   const Theme& theme = theme_for(ThemeKind::light);
//   draw->AddRectFilled(a, b, theme.card, sizes::kRadius);
//   draw->AddRectFilled(a, b, activity_color(theme, Activity::forward));
//
// One colour per meaning: blue is forward (and its recomputation), red backward, yellow weight
// update, grey a stall or an idle span, orange data on its way between an IPU and the host or
// streaming memory. Controls are ink on paper so that they never compete with a meaning. Every text
// colour has at least 4.5:1 contrast on every surface it is used on (tests/ui/theme_test.cc
// measures it). Light is the default and the one for projectors.
#pragma once

#include <cstdint>
#include <vector>

#include "imgui.h"

namespace pipette::app {

enum class ThemeKind { light, dark };

// What the host or an IPU is doing; the colour of a span. The order is the order of the palette.
enum class Activity : std::uint8_t {
  idle,
  forward,
  backward,
  update,
  exchange,
  sync,
  stream_copy,   // the whole copy, parent of Begin, Mid, End
  stream_begin,  // waiting for the host's data
  stream_mid,    // bytes on the link
  stream_end,    // handing back
  host,          // the host preparing a batch or calling the engine
  stall,         // waiting, with a reason
  engine_run,    // header bar
  compute,       // on-tile work that is none of forward, backward, update
  count,
};

struct Theme {
  ImU32 page, card, card_border, sunken, hover;
  ImU32 text, text_dim, text_on_ink, text_on_dark, text_on_color;
  ImU32 ink, ink_hover;             // primary button, selected segment
  ImU32 line, grid;                 // connectors, plot grid
  ImU32 good, bad, warn;            // right, wrong, attention
  ImU32 good_soft, bad_soft;        // their backgrounds
  ImU32 with_feeds, without_feeds;  // the two runs
  ImU32 track;                      // background of a trace row
  ImU32 sync_line;                  // where all IPUs wait for each other
  ImU32 shadow;
  ImU32 values[5];   // of a tensor: most negative, negative, zero, positive, most positive
  ImU32 not_finite;  // NaN and infinity
  ImU32 activities[static_cast<int>(Activity::count)];
};

const Theme& theme_for(ThemeKind kind);

inline ImU32 activity_color(const Theme& theme, Activity activity) {
  return theme.activities[static_cast<int>(activity)];
}
const char* activity_name(Activity activity);
std::vector<ImU32> activity_palette(const Theme& theme);

// `color` with its alpha multiplied.
ImU32 with_alpha(ImU32 color, float alpha);
ImU32 blend(ImU32 from, ImU32 to, float amount);

// Contrast ratio of two opaque colours as WCAG 2 defines it: 1 to 21.
double contrast_ratio(ImU32 a, ImU32 b);

// Text that is readable on `background`: the theme's dark or light one.
ImU32 text_on(const Theme& theme, ImU32 background);

// Colours of ImGui's own widgets (text fields, combo boxes, tooltips, scroll bars).
void apply_to_imgui(const Theme& theme);

}  // namespace pipette::app
