// The values of a tensor as a picture in the value colours (heat_map.h), and their scale.
//
//   PaintedPicture picture;                          // lives as long as the page
//   const Rect place = draw_values(ui, {values, tiles, limit, version}, &picture, area);
//   const std::int64_t index = value_under_pointer(tiles, place);        // -1: none
//   if (index >= 0) value_tooltip(ui, shape, index, values[index]);
//   draw_value_scale(ui, "heat/scale", {limit, is_signed, not_finite}, line);
//
// A picture is painted again when its version, its size or the theme changes; otherwise drawing it
// is one textured rectangle.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/shape.h"
#include "ui/heat_map.h"
#include "ui/picture.h"
#include "ui/ui.h"

namespace pipette::app {

struct PaintedPicture {
  std::unique_ptr<Raster> raster;  // made at the first drawing
  std::uint64_t version = 0;
  int width = 0, height = 0;
  ThemeKind theme = ThemeKind::light;

  // Stores the size of `area` in device pixels; true if the picture must be painted.
  bool stale(Ui& ui, const Rect& area, std::uint64_t wanted);
};

// Device pixels per CSS pixel, at least 1.
float pixel_ratio();

// The colour of each level of paint().
Raster::Palette value_palette(const Theme& theme);

// The place of the picture in `area`: images keep square pixels, a matrix may be stretched, and
// with `fill` a picture takes the whole area, as a list of vectors does.
Rect fit_values(const Arrangement& tiles, bool fill, const Rect& area);

struct ShownValues {
  const float* values = nullptr;
  Arrangement tiles;
  double limit = 1;           // value of the strongest colour
  std::uint64_t version = 0;  // changes when the values may have changed
  bool fill = false;
};
// Draws the picture with a frame around it; returns its rectangle.
Rect draw_values(Ui& ui, const ShownValues& shown, PaintedPicture* state, const Rect& area);

std::int64_t value_under_pointer(const Arrangement& tiles, const Rect& place);
// "[3, 17] 0.0123": the value's index in the tensor, whose first row has the number `first`.
void value_tooltip(Ui& ui, const Shape& shape, std::int64_t index, float value,
                   std::int64_t first = 0);

struct ValueScale {
  double limit = 1;
  bool is_signed = false;   // some values are negative
  bool not_finite = false;  // some values are not finite
};
void draw_value_scale(Ui& ui, const std::string& name, const ValueScale& scale, Rect line);

}  // namespace pipette::app
