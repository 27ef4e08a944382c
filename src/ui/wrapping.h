// Text that is too long for one line.
//
//   wrap("the loss is −ln 0.07 = 2.7", 100, width_of);    // {"the loss is −ln", "0.07 = 2.7"}
//
// Lines end at spaces and line feeds, which are left out; so a number keeps its decimal point. Only
// a word that is wider than a line is broken.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

namespace pipette::app {

// Parts of `text`, none wider than `width`, in the unit of `width_of`. At least one.
std::vector<std::string_view> wrap(std::string_view text, float width,
                                   const std::function<float(std::string_view)>& width_of);

}  // namespace pipette::app
