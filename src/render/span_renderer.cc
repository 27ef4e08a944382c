#include "render/span_renderer.h"

#include <cmath>
#include <cstddef>
#include <utility>

#include "render/shaders.h"

namespace pipette::render {

SpanRenderer::SpanRenderer()
    : program_("span", {embedded::span_vert_text(), embedded::span_frag_text()}) {}

void SpanRenderer::set_palette(const std::vector<ImU32>& colors) {
  // ImU32 is {red, green, blue, alpha} in memory on little-endian machines, as GL_RGBA requires.
  palette_ =
      std::make_unique<GlTexture>(static_cast<int>(colors.size()), 1, colors.data(), GL_NEAREST);
}

SpanRenderer::Uploaded& SpanRenderer::upload(const SpanBatch& batch, double us_per_pixel) {
  std::unique_ptr<Uploaded>& slot = uploaded_[&batch];
  if (slot == nullptr) slot = std::make_unique<Uploaded>();
  glBindTexture(GL_TEXTURE_2D, slot->texture.id());
  // Between 0.7 and 1.4 pixels, so that zooming does not merge the spans anew in every frame.
  const double narrow_us = std::exp2(std::round(std::log2(us_per_pixel)));
  if (slot->version == batch.version() && slot->narrow_us == narrow_us) return *slot;
  slot->version = batch.version();
  slot->narrow_us = narrow_us;
  slot->level = merge_narrow(batch.spans(), narrow_us);
  std::vector<SpanRecord> records = std::move(slot->level.records);
  records.resize((records.size() + GlRecords::kWidth - 1) / GlRecords::kWidth * GlRecords::kWidth);
  slot->texture.upload(records.data(), records.size());
  return *slot;
}

void SpanRenderer::draw(const FrameTarget& target, const ImVec4& clip_css, const SpanDraw& what) {
  if (what.batch == nullptr || what.batch->spans().empty() || palette_ == nullptr) return;
  if (!set_scissor(target, clip_css)) return;
  const float scale = target.scale;
  glActiveTexture(GL_TEXTURE1);
  const Uploaded& uploaded =
      upload(*what.batch, 1 / (what.pixels_per_us * static_cast<double>(scale)));
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, palette_->id());
  no_attributes_.bind();
  glUseProgram(program_.id());
  const auto [high, low] = split_double(what.view_start_us);
  glUniform1i(program_.uniform("palette"), 0);
  glUniform1i(program_.uniform("records"), 1);
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
  const auto record_of = [&](std::size_t span) {
    return static_cast<GLint>(uploaded.level.record_of(span));
  };
  glUniform1i(program_.uniform("highlight"),
              what.highlight < 0 ? -1 : record_of(static_cast<std::size_t>(what.highlight)));
  const GLint first_record = program_.uniform("first");
  for (int row = 0; row < what.batch->rows(); ++row) {
    const auto [first, last] = what.batch->row_range(row, what.view_start_us - least_us, until_us);
    if (last <= first) continue;
    const GLint begin = record_of(first);
    glUniform1i(first_record, begin);
    glDrawArrays(GL_TRIANGLES, 0, 6 * (record_of(last - 1) + 1 - begin));
  }
}

}  // namespace pipette::render
