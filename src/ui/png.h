// A picture in up to 256 colours as a PNG file, and bytes as base64 text for a data URL.
//
//   const std::string png = png_of(28, 28, pixels);
//   "data:image/png;base64," + base64(png);
//
// The PNG has a palette with alpha and is not compressed: the page has no library for that, and
// pictures are small. Throws InvalidArgument if there are more colours. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "imgui.h"

namespace pipette::app {

// `pixels` are [height, width], from the top.
std::string png_of(int width, int height, const std::vector<ImU32>& pixels);
std::string base64(std::span<const std::byte> bytes);
std::string base64(const std::string& bytes);

}  // namespace pipette::app
