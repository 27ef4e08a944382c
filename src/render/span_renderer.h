// Draws SpanBatches with one instanced call a row, and of each row only what is in sight: thousands
// of rectangles for the price of a few.
//
//   SpanRenderer spans;
//   spans.set_palette(colors);                                   // one ImU32 per kind
//   spans.draw(target, clip, {.batch = &batch, .left = 100, ...});  // inside a draw-list callback
//
// Static geometry plus a small palette texture: panning and zooming change four uniforms, a theme
// change one texture of a few texels. Destroyed and rebuilt with the WebGL context. One thread.
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
    GlVertexArray vertex_array;
    GlBuffer instances{GL_ARRAY_BUFFER};
    std::uint64_t version = 0;
  };
  Uploaded& upload(const SpanBatch& batch);
  void draw_range(std::size_t first, std::size_t last, int highlight);

  GlProgram program_;
  std::unique_ptr<GlTexture> palette_;
  std::map<const SpanBatch*, std::unique_ptr<Uploaded>> uploaded_;
};

}  // namespace pipette::render
