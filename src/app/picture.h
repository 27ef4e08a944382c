// Small grey pictures on the GPU: an atlas of 28 x 28 digits that ImGui draws as images.
//
//   DigitAtlas atlas(8, 4);                    // room for 8 x 4 digits; an ImGui context exists
//   atlas.set(index, pixels);                  // 784 values 0..1; uploaded with the next frame
//   atlas.draw(ui, index, rect, theme.text);   // ink of that colour on whatever is below
//
// The texture goes the way ImGui's own do (render/imgui_renderer.h), so it also survives a lost
// context. One thread.
#pragma once

#include <memory>

#include "app/ui.h"
#include "imgui.h"

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
  void draw(Ui& ui, int index, const Rect& area, ImU32 ink);

 private:
  int columns_;
  int rows_;
  std::unique_ptr<ImTextureData> texture_;
};

}  // namespace pipette::app
