// Draws SpanBatches with one draw call per row, and only the spans that are visible and wide
// enough: thousands of rectangles for the price of a few.
//
//   SpanRenderer spans;
//   spans.set_palette(colors);                                   // one ImU32 per kind
//   spans.draw(target, clip, {.batch = &batch, .left = 100, ...});  // inside a draw-list callback
//
// The vertex shader reads the spans from a texture: panning and zooming change a few uniforms, a
// theme change one texture of a few texels. (Instances of four vertices would be the usual way, but
// a software renderer takes 25 us for each.) Spans narrower than a pixel share a record
// (merge_narrow); the merging changes with every doubling of the zoom. A renderer is destroyed and
// rebuilt with the WebGL context. One thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "imgui.h"
#include "render/gl_objects.h"
#include "render/imgui_renderer.h"
#include "render/span_batch.h"

namespace pipette::render {

class SpanRenderer {
 public:
  SpanRenderer();
  void set_palette(const std::vector<ImU32>& colors);
  void draw(const FrameTarget& target, const ImVec4& clip_css, const SpanDraw& what);

 private:
  struct Uploaded {
    GlRecords texture;
    SpanLevel level;  // without its records, which are in the texture
    std::uint64_t version = 0;
    double narrow_us = 0;
  };
  Uploaded& upload(const SpanBatch& batch, double us_per_pixel);

  GlProgram program_;
  GlVertexArray no_attributes_;
  std::unique_ptr<GlTexture> palette_;
  std::map<const SpanBatch*, std::unique_ptr<Uploaded>> uploaded_;
};

}  // namespace pipette::render
