#include "render/imgui_renderer.h"

#include <algorithm>
#include <cstddef>

#include "render/shaders.h"

namespace pipette::render {

bool set_scissor(const FrameTarget& target, const ImVec4& clip_css) {
  const int left = std::max(0, static_cast<int>(clip_css.x * target.scale));
  const int top = std::max(0, static_cast<int>(clip_css.y * target.scale));
  const int right = std::min(target.width, static_cast<int>(clip_css.z * target.scale + 0.5f));
  const int bottom = std::min(target.height, static_cast<int>(clip_css.w * target.scale + 0.5f));
  if (right <= left || bottom <= top) return false;
  glScissor(left, target.height - bottom, right - left, bottom - top);
  return true;
}

ImGuiRenderer::ImGuiRenderer()
    : program_("imgui", {embedded::imgui_vert_text(), embedded::imgui_frag_text()}),
      transform_location_(program_.uniform("transform")),
      vertices_(GL_ARRAY_BUFFER),
      indices_(GL_ELEMENT_ARRAY_BUFFER) {
  ImGuiIO& io = ImGui::GetIO();
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures | ImGuiBackendFlags_RendererHasVtxOffset;
  io.BackendRendererName = "pipette_webgl2";
}

ImGuiRenderer::~ImGuiRenderer() {
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    if (texture->TexID == ImTextureID_Invalid) continue;
    texture->SetTexID(ImTextureID_Invalid);
    texture->SetStatus(texture->WantDestroyNextFrame ? ImTextureStatus_Destroyed
                                                     : ImTextureStatus_WantCreate);
  }
}

void ImGuiRenderer::update_texture(ImTextureData& texture) {
  if (texture.Status == ImTextureStatus_WantCreate) {
    auto made =
        std::make_unique<GlTexture>(texture.Width, texture.Height, texture.GetPixels(), GL_LINEAR);
    const auto id = static_cast<ImTextureID>(made->id());
    textures_[id] = std::move(made);
    texture.SetTexID(id);
    texture.SetStatus(ImTextureStatus_OK);
  } else if (texture.Status == ImTextureStatus_WantUpdates) {
    GlTexture& target = *textures_.at(texture.TexID);
    for (const ImTextureRect& area : texture.Updates) {
      target.update(area.x, area.y, area.w, area.h, texture.GetPixelsAt(area.x, area.y),
                    texture.Width);
    }
    texture.SetStatus(ImTextureStatus_OK);
  } else if (texture.Status == ImTextureStatus_WantDestroy && texture.UnusedFrames > 0) {
    textures_.erase(texture.TexID);
    texture.SetTexID(ImTextureID_Invalid);
    texture.SetStatus(ImTextureStatus_Destroyed);
  }
}

void ImGuiRenderer::set_state(const ImDrawData& data) const {
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_SCISSOR_TEST);
  glViewport(0, 0, target_.width, target_.height);

  glUseProgram(program_.id());
  const float scale_x = 2.0f / data.DisplaySize.x;
  const float scale_y = -2.0f / data.DisplaySize.y;
  glUniform4f(transform_location_, scale_x, scale_y, -1.0f - data.DisplayPos.x * scale_x,
              1.0f - data.DisplayPos.y * scale_y);
  glActiveTexture(GL_TEXTURE0);
  vertex_array_.bind();
  vertices_.bind();
  indices_.bind();
  for (GLuint attribute = 0; attribute < 3; ++attribute) glEnableVertexAttribArray(attribute);
}

void ImGuiRenderer::draw_list(const ImDrawData& data, const ImDrawList& list) {
  // WebGL2 has no base vertex: the attribute pointers move instead.
  auto point_at = [](unsigned int vertex) {
    const auto at = [vertex](std::size_t offset) {
      return reinterpret_cast<const void*>(vertex * sizeof(ImDrawVert) + offset);
    };
    const GLsizei stride = sizeof(ImDrawVert);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, stride, at(offsetof(ImDrawVert, pos)));
    glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, stride, at(offsetof(ImDrawVert, uv)));
    glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, at(offsetof(ImDrawVert, col)));
  };
  vertices_.upload(list.VtxBuffer.Data, sizeof(ImDrawVert) * std::size_t(list.VtxBuffer.Size));
  indices_.upload(list.IdxBuffer.Data, sizeof(ImDrawIdx) * std::size_t(list.IdxBuffer.Size));
  unsigned int first_vertex = 0;
  point_at(first_vertex);
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.UserCallback == ImDrawCallback_ResetRenderState) {
      set_state(data);
      point_at(first_vertex);
      continue;
    }
    if (command.UserCallback != nullptr) {
      command.UserCallback(&list, &command);
      continue;
    }
    if (!set_scissor(target_, command.ClipRect)) continue;
    if (command.VtxOffset != first_vertex) point_at(first_vertex = command.VtxOffset);
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(command.GetTexID()));
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(command.ElemCount),
                   sizeof(ImDrawIdx) == 2 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(command.IdxOffset * sizeof(ImDrawIdx)));
  }
}

void ImGuiRenderer::draw(const ImDrawData& data) {
  target_.scale = data.FramebufferScale.x;
  target_.width = static_cast<int>(data.DisplaySize.x * data.FramebufferScale.x + 0.5f);
  target_.height = static_cast<int>(data.DisplaySize.y * data.FramebufferScale.y + 0.5f);
  if (target_.width <= 0 || target_.height <= 0) return;
  if (data.Textures != nullptr) {
    for (ImTextureData* texture : *data.Textures) {
      if (texture->Status != ImTextureStatus_OK) update_texture(*texture);
    }
  }
  set_state(data);
  for (const ImDrawList* list : data.CmdLists) draw_list(data, *list);
  glDisable(GL_SCISSOR_TEST);
}

}  // namespace pipette::render
