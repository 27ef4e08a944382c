#include "render/span_renderer.h"

#include <cstddef>

#include "render/shaders.h"

namespace pipette::render {

SpanRenderer::SpanRenderer()
    : program_("span", {embedded::span_vert_text(), embedded::span_frag_text()}) {}

void SpanRenderer::set_palette(const std::vector<ImU32>& colors) {
  // ImU32 is {red, green, blue, alpha} in memory on little-endian machines, as GL_RGBA wants it.
  palette_ =
      std::make_unique<GlTexture>(static_cast<int>(colors.size()), 1, colors.data(), GL_NEAREST);
}

SpanRenderer::Uploaded& SpanRenderer::upload(const SpanBatch& batch) {
  std::unique_ptr<Uploaded>& slot = uploaded_[&batch];
  if (slot == nullptr) slot = std::make_unique<Uploaded>();
  slot->vertex_array.bind();
  if (slot->version == batch.version()) return *slot;
  slot->instances.upload(batch.instances().data(), batch.instances().size() * sizeof(SpanInstance));
  for (const GLuint index : {0u, 1u}) {
    glEnableVertexAttribArray(index);
    glVertexAttribDivisor(index, 1);
  }
  slot->version = batch.version();
  return *slot;
}

// WebGL2 has no base instance: the attributes themselves begin at the first span to draw.
void SpanRenderer::draw_range(std::size_t first, std::size_t last, int highlight) {
  const GLsizei stride = sizeof(SpanInstance);
  const auto at = [first](std::size_t offset) {
    return reinterpret_cast<const void*>(first * sizeof(SpanInstance) + offset);
  };
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, at(0));
  glVertexAttribIPointer(1, 4, GL_UNSIGNED_BYTE, stride, at(offsetof(SpanInstance, row)));
  glUniform1i(program_.uniform("highlight"), highlight - static_cast<int>(first));
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(last - first));
}

void SpanRenderer::draw(const FrameTarget& target, const ImVec4& clip_css, const SpanDraw& what) {
  if (what.batch == nullptr || what.batch->instances().empty() || palette_ == nullptr) return;
  if (!set_scissor(target, clip_css)) return;
  Uploaded& uploaded = upload(*what.batch);
  uploaded.instances.bind();
  glUseProgram(program_.id());
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, palette_->id());
  const auto [high, low] = split_double(what.view_start_us);
  const float scale = target.scale;
  glUniform1i(program_.uniform("palette"), 0);
  glUniform4f(program_.uniform("view"), high, low, static_cast<float>(what.pixels_per_us) * scale,
              what.minimum_width * scale);
  glUniform4f(program_.uniform("rows"), what.left * scale, what.top * scale, what.row_pitch * scale,
              what.row_height * scale);
  glUniform2f(program_.uniform("target"), static_cast<float>(target.width),
              static_cast<float>(target.height));
  glUniform1f(program_.uniform("right"), what.right * scale);
  glUniform2i(program_.uniform("marked"), what.group, static_cast<int>(what.radius * scale * 16));
  const ImVec4 pale = ImGui::ColorConvertU32ToFloat4(what.pale);
  glUniform3f(program_.uniform("pale"), pale.x, pale.y, pale.z);
  const double until_us =
      what.view_start_us + static_cast<double>(what.right - what.left) / what.pixels_per_us;
  const double least_us = static_cast<double>(what.minimum_width) / what.pixels_per_us;
  for (int row = 0; row < what.batch->rows(); ++row) {
    const auto [first, last] = what.batch->row_range(row, what.view_start_us - least_us, until_us);
    if (last > first) draw_range(first, last, what.highlight);
  }
}

}  // namespace pipette::render
