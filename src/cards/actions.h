// Actions of the page that cards and scenes may ask for.
#pragma once

namespace pipette::app::action {

inline constexpr char kSetParameter[] = "set-parameter";  // name: field; number or text: value
inline constexpr char kSelectRun[] = "select-run";        // number: 0 on_device leads, 1 by_calls
inline constexpr char kClassify[] = "classify-drawing";   // pixels: 28 x 28, 0..1
inline constexpr char kCopyText[] = "copy-text";          // text: for the clipboard
// The page for Python programs; text: a program that is shown there, "" for the one it had.
inline constexpr char kOpenPython[] = "open-python";

}  // namespace pipette::app::action
