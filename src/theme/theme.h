// The colours and names that all drawings of the project share: each is defined only here.
//
//   const Shades blue = shades_of(Activity::forward);   // {.light = 0x86bff2, .dark = 0x7db9f5}
//   label_of(Activity::update);                         // "Weight update"
//
// The page's canvas (ui/theme.h) and the pictures of the command line (pipeline/schedule_text.h)
// read this table. Files for code that cannot read C++ are generated from it and committed, and a
// test compares them with the output: `pipette theme --format javascript >
// web/queues/theme_table.mjs` and, with css, web/theme.css.
//
// One colour has one meaning: blue is forward (and its recomputation), red backward, yellow the
// weight update, teal exchange, grey waiting or nothing to do, orange data on its way between an
// IPU and the host or streaming memory, violet the host. Controls are ink on paper, so that they
// never compete with a meaning.
//
// Colours are 0xrrggbb. Plain constants: any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace pipette::theme {

struct Shades {
  std::uint32_t light = 0, dark = 0;
};

// The colours of backgrounds, text and controls.
enum class Surface : std::uint8_t {
  page,
  card,
  card_border,
  sunken,
  hover,
  text,
  text_dim,
  text_on_ink,
  text_on_dark,
  text_on_color,
  ink,  // primary button, selected segment
  ink_hover,
  line,  // connectors
  grid,  // of a plot
  good,
  bad,
  warn,
  good_soft,  // backgrounds of the above
  bad_soft,
  with_feeds,  // the two runs
  without_feeds,
  track,       // background of a trace row
  sync_line,   // where all IPUs wait for each other
  not_finite,  // NaN and infinity
  count,
};

// The activities of the host and of an IPU, in the order of the palette on the graphics card.
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
  compute,       // on-tile work other than forward, backward, update
  count,
};

// `key` is the name in JavaScript; style sheets write cardBorder as --card-border.
struct SurfaceEntry {
  Surface surface;
  const char* key;
  Shades shades;
};
struct ActivityEntry {
  Activity activity;
  const char* key;
  const char* label;
  Shades shades;
  const char* term = "";  // its glossary word, if the label is none
};

inline constexpr SurfaceEntry kSurfaces[] = {
    {Surface::page, "page", {0xf3f4f6, 0x0f1217}},
    {Surface::card, "card", {0xffffff, 0x181c23}},
    {Surface::card_border, "cardBorder", {0xe2e5ea, 0x2a303a}},
    {Surface::sunken, "sunken", {0xf6f7f9, 0x12161c}},
    {Surface::hover, "hover", {0xebedf1, 0x262c36}},
    {Surface::text, "text", {0x171b22, 0xeef1f5}},
    {Surface::text_dim, "textDim", {0x565f6d, 0xa3adbb}},
    {Surface::text_on_ink, "textOnInk", {0xffffff, 0x12161c}},
    {Surface::text_on_dark, "textOnDark", {0xf4f6f8, 0xeef1f5}},
    {Surface::text_on_color, "textOnColor", {0x171b22, 0x12161c}},
    {Surface::ink, "ink", {0x1f2530, 0xe7ebf0}},
    {Surface::ink_hover, "inkHover", {0x3a4352, 0xffffff}},
    {Surface::line, "line", {0xb4bcc8, 0x566070}},
    {Surface::grid, "grid", {0xe9ecf0, 0x252b34}},
    {Surface::good, "good", {0x18794a, 0x4fc98a}},
    {Surface::bad, "bad", {0xc2372f, 0xff8a7d}},
    {Surface::warn, "warn", {0x8a5a00, 0xf2c14e}},
    {Surface::good_soft, "goodSoft", {0xe3f4ea, 0x173326}},
    {Surface::bad_soft, "badSoft", {0xfce9e7, 0x3c1f1e}},
    {Surface::with_feeds, "withFeeds", {0x0b7a75, 0x35c4b5}},
    {Surface::without_feeds, "withoutFeeds", {0x7a4fc9, 0xb698ff}},
    {Surface::track, "track", {0xf1f2f4, 0x1f242c}},
    {Surface::sync_line, "syncLine", {0xc9971c, 0xc9a23c}},
    {Surface::not_finite, "notFinite", {0xe6009e, 0xff2fb9}},
};

inline constexpr ActivityEntry kActivities[] = {
    {Activity::idle, "idle", "Idle", {0xe9ebee, 0x262c35}},
    {Activity::forward, "forward", "Forward", {0x86bff2, 0x7db9f5}, "forward pass"},
    {Activity::backward, "backward", "Backward", {0xe5604f, 0xf0705f}, "backward pass"},
    {Activity::update, "weightUpdate", "Weight update", {0xefb927, 0xf2c14e}},
    {Activity::exchange, "exchange", "Exchange", {0xa5d4dc, 0x4d8f9b}},
    {Activity::sync, "sync", "Sync", {0x3c4553, 0x9aa5b4}},
    {Activity::stream_copy, "streamCopy", "StreamCopy", {0xfbd3bf, 0x7c5344}},
    {Activity::stream_begin, "streamBegin", "Begin", {0xd3d7dc, 0x4a525e}, "stream copy"},
    {Activity::stream_mid, "streamMid", "Mid", {0xf5a46b, 0xdc8b4a}, "stream copy"},
    {Activity::stream_end, "streamEnd", "End", {0xf3e39a, 0xcdbd6a}, "stream copy"},
    {Activity::host, "host", "Host", {0xc3b6e6, 0x8f7fc4}},
    {Activity::stall, "stall", "Stall", {0xd9dce1, 0x3a414c}},
    {Activity::engine_run, "engineRun", "Engine::run", {0x353d48, 0x39424f}},
    {Activity::compute, "compute", "Compute", {0xf2a9b5, 0xc77986}},
};

// The host's calls and handshakes, which <pipette-queues> distinguishes from its work on elements;
// the page's canvas draws both as Activity::host.
inline constexpr Shades kHandshake = {0x9d8fcb, 0x655893};

// For a tensor's values: most negative, negative, zero, positive, most positive. Violet and amber,
// since blue and red mean passes.
inline constexpr Shades kValues[] = {{0x46207f, 0xc3b5ff},
                                     {0x9184c4, 0x6b59b4},
                                     {0xf4f4f6, 0x20252d},
                                     {0xeca03f, 0xae6a1c},
                                     {0x9c4a06, 0xffcd7d}};

// For the ten classes of images, each distinguishable as a small figure. These colours have no
// other meaning: nothing that a machine does is drawn beside them.
inline constexpr Shades kClasses[] = {
    {0x1f5fa8, 0x7db4f5}, {0xa85400, 0xffab5e}, {0x1d7a2f, 0x6fd07f}, {0xc0262d, 0xff8a85},
    {0x7a45b5, 0xc7a3ff}, {0x8a4b2d, 0xd6a283}, {0xb8277e, 0xff8ccf}, {0x565f6d, 0xb5bcc7},
    {0x6b6900, 0xd3d05a}, {0x00727f, 0x57d0e3}};

// For the parts of source code that editors colour: keywords, strings, numbers. Used only where
// code is shown.
inline constexpr Shades kCode[] = {
    {0x6a3fa0, 0xc3a9f5}, {0x23703f, 0x83cf9c}, {0x8a4b12, 0xe6b27a}};

// For a heat map: the number of colours for values from -limit to limit, with zero in the middle.
// The limit is the value farthest from zero, but at most this many times the root mean square.
inline constexpr int kHeatLevels = 253;
inline constexpr double kStrongestSigmas = 4;

constexpr const SurfaceEntry& entry_of(Surface surface) {
  return kSurfaces[static_cast<std::size_t>(surface)];
}
constexpr const ActivityEntry& entry_of(Activity activity) {
  return kActivities[static_cast<std::size_t>(activity)];
}
constexpr Shades shades_of(Surface surface) { return entry_of(surface).shades; }
constexpr Shades shades_of(Activity activity) { return entry_of(activity).shades; }
constexpr const char* label_of(Activity activity) { return entry_of(activity).label; }
constexpr const char* term_of(Activity activity) {
  return *entry_of(activity).term != 0 ? entry_of(activity).term : entry_of(activity).label;
}

// Each table has its entries in the order of the enumerators.
constexpr bool in_order() {
  if (std::size(kSurfaces) != static_cast<std::size_t>(Surface::count)) return false;
  if (std::size(kActivities) != static_cast<std::size_t>(Activity::count)) return false;
  for (std::size_t i = 0; i < std::size(kSurfaces); ++i) {
    if (kSurfaces[i].surface != static_cast<Surface>(i)) return false;
  }
  for (std::size_t i = 0; i < std::size(kActivities); ++i) {
    if (kActivities[i].activity != static_cast<Activity>(i)) return false;
  }
  return true;
}
static_assert(in_order());

}  // namespace pipette::theme
