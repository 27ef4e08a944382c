// Draws a Dear ImGui frame with WebGL2, and keeps the textures that ImGui 1.92 requests (its font
// atlas grows while the page runs; the digit pictures use the same way).
//
//   ImGuiRenderer renderer;                 // a WebGL2 context is current
//   ImGui::Render();
//   renderer.draw(*ImGui::GetDrawData());
//
// The renderer sets ImGuiBackendFlags_RendererHasTextures and RendererHasVtxOffset on the current
// ImGui context. When the WebGL context is lost, destroy the renderer (every texture returns to the
// state "wanted"), and build a new one once the context is restored. Throws Internal if a shader
// does not compile. One thread: the one that owns the context.
#pragma once

#include <map>
#include <memory>

#include "imgui.h"
#include "render/gl_objects.h"

namespace pipette::render {

// The target of a callback in the draw list: sizes in framebuffer pixels.
struct FrameTarget {
  int width = 0;
  int height = 0;
  float scale = 1;  // framebuffer pixels per CSS pixel
};

// Restricts drawing to the clip rectangle `clip_css`; false if none of it is visible.
bool set_scissor(const FrameTarget& target, const ImVec4& clip_css);

class ImGuiRenderer {
 public:
  ImGuiRenderer();
  ~ImGuiRenderer();
  ImGuiRenderer(const ImGuiRenderer&) = delete;
  ImGuiRenderer& operator=(const ImGuiRenderer&) = delete;

  void draw(const ImDrawData& data);

  // The frame being drawn; valid inside callbacks of the draw list.
  const FrameTarget& target() const { return target_; }

 private:
  void update_texture(ImTextureData& texture);
  void set_state(const ImDrawData& data) const;
  void draw_list(const ImDrawData& data, const ImDrawList& list);

  GlProgram program_;
  GLint transform_location_;
  GlVertexArray vertex_array_;
  GlBuffer vertices_;
  GlBuffer indices_;
  std::map<ImTextureID, std::unique_ptr<GlTexture>> textures_;
  FrameTarget target_;
};

}  // namespace pipette::render
