// Small grey pictures on the GPU: an atlas of 28 x 28 digits that ImGui draws as images.
//
//   DigitAtlas atlas(8, 4);                    // room for 8 x 4 digits; an ImGui context exists
//   atlas.set(index, pixels);                  // 784 values 0..1; uploaded with the next frame
//   atlas.draw(ui, index, rect, theme.text);   // in that colour, over the background
//
// The texture is uploaded like ImGui's own textures (render/imgui_renderer.h), so it survives a
// lost context too. One thread.
//
//   Raster raster;
//   raster.set({0, 0, width, height}, levels, colors);     // one level a pixel; uploaded likewise
//   raster.draw(ui, rect, {0, 0, width, height});
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "imgui.h"
#include "ui/ui.h"

namespace pipette::app {

class DigitAtlas {
 public:
  static constexpr int kSide = 28;

  DigitAtlas(int columns, int rows);
  ~DigitAtlas();
  DigitAtlas(const DigitAtlas&) = delete;
  DigitAtlas& operator=(const DigitAtlas&) = delete;

  int capacity() const { return columns_ * rows_; }
  void set(int index, const float* pixels);
  void draw(Ui& ui, int index, const Rect& area, ImU32 ink) const;

 private:
  int columns_;
  int rows_;
  std::unique_ptr<ImTextureData> texture_;
};

// A picture in up to 256 colours that changes now and then, or several side by side. Draw it at its
// size in pixels.
class Raster {
 public:
  static constexpr int kMaxSide = 1024;
  using Palette = std::array<ImU32, 256>;
  struct Part {
    int x = 0, y = 0, width = 0, height = 0;
  };

  Raster();
  ~Raster();
  Raster(const Raster&) = delete;
  Raster& operator=(const Raster&) = delete;

  void set(const Part& part, const std::vector<std::uint8_t>& levels, const Palette& colors);
  void draw(Ui& ui, const Rect& area, const Part& part) const;

 private:
  std::unique_ptr<ImTextureData> texture_;
};

}  // namespace pipette::app
