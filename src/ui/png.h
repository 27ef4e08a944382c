// A picture in up to 256 colours as a PNG file, and bytes as text for a data address.
//
//   const std::string png = png_of(28, 28, pixels);
//   "data:image/png;base64," + base64(png);
//
// The PNG has a palette with alpha and is not compressed: there is no library for that in the page,
// and pictures are small. Throws InvalidArgument where there are more colours. Pure.
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
