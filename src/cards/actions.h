// What cards and scenes can ask of the page around them.
#pragma once

namespace pipette::app::action {

inline constexpr char kSetParameter[] = "set-parameter";  // name: field; number or text: value
inline constexpr char kSelectRun[] = "select-run";        // number: which of two runs leads
inline constexpr char kClassify[] = "classify-drawing";   // pixels: 28 x 28, 0..1
inline constexpr char kCopyText[] = "copy-text";          // text: to the clipboard

}  // namespace pipette::app::action
