#include "ui/draw_list_svg.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "core/item.h"
#include "render/span_batch.h"
#include "ui/fonts.h"
#include "ui/glyph_finder.h"
#include "ui/png.h"
#include "ui/svg.h"
#include "ui/theme.h"

namespace pipette::app {
namespace {

constexpr float kTouching = 0.02f;  // px, the largest distance between joined ends of lines

ImVec2 middle(ImVec2 a, ImVec2 b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }
float distance(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

Rect rect_of(const ImVec4& clip) { return {clip.x, clip.y, clip.z - clip.x, clip.w - clip.y}; }

Rect common(const Rect& a, const Rect& b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::max(0.0f, std::min(a.right(), b.right()) - x),
          std::max(0.0f, std::min(a.bottom(), b.bottom()) - y)};
}

Rect around(const std::vector<ImDrawVert>& shape) {
  ImVec2 low = shape.front().pos, high = low;
  for (const ImDrawVert& vertex : shape) {
    low = {std::min(low.x, vertex.pos.x), std::min(low.y, vertex.pos.y)};
    high = {std::max(high.x, vertex.pos.x), std::max(high.y, vertex.pos.y)};
  }
  return {low.x, low.y, high.x - low.x, high.y - low.y};
}

// Part of a texture, in the colour with which it was drawn.
std::string png_of_part(const ImTextureData& texture, ImVec2 from, ImVec2 to, ImU32 tint) {
  const auto pixel = [](float share, int size) {
    return static_cast<int>(std::lround(share * static_cast<float>(size)));
  };
  const int left = pixel(from.x, texture.Width), top = pixel(from.y, texture.Height);
  const int width = pixel(to.x, texture.Width) - left;
  const int height = pixel(to.y, texture.Height) - top;
  std::vector<ImU32> pixels;
  for (int y = 0; y < height; ++y) {
    const auto* row =
        static_cast<const ImU32*>(const_cast<ImTextureData&>(texture).GetPixelsAt(left, top + y));
    for (int x = 0; x < width; ++x) {
      ImU32 color = 0;
      for (const int shift : {0, 8, 16, 24}) {
        color |= (row[x] >> shift & 0xff) * (tint >> shift & 0xff) / 255 << shift;
      }
      pixels.push_back(color);
    }
  }
  return png_of(width, height, pixels);
}

// Joins the pieces of a drawing: consecutive lines, and the glyphs of one line.
class Assembler {
 public:
  explicit Assembler(const Ui& ui) : glyphs_(ui.fonts) {}

  void shape(const std::vector<ImDrawVert>& vertices);
  void textured(const std::vector<ImDrawVert>& quad, const ImTextureData& texture, bool of_fonts);
  void clip(const Rect& area) {
    end_all();
    svg_.clip(area);
  }
  Svg& svg() {
    end_all();
    return svg_;
  }
  const std::vector<GlyphFinder::Face>& faces() const { return faces_; }

 private:
  struct Stroke {
    Svg::Points points;
    Svg::Points first;  // the corners of the first piece
    float thickness = 0;
    ImU32 color = 0;
  };
  struct Words {
    std::string text;
    GlyphFinder::Face face = {};
    Svg::Line line;
    ImU32 color = 0;
  };
  void glyph(const std::vector<ImDrawVert>& quad, const GlyphFinder::Found& found);
  void end_stroke();
  void end_words();
  void end_all() {
    end_stroke();
    end_words();
  }

  GlyphFinder glyphs_;
  Svg svg_;
  Stroke stroke_;
  Words words_;
  std::vector<GlyphFinder::Face> faces_;
};

void Assembler::end_stroke() {
  if (stroke_.points.size() == 2) svg_.polygon(std::move(stroke_.first), stroke_.color);
  if (stroke_.points.size() > 2) svg_.stroke(stroke_.points, stroke_.thickness, stroke_.color);
  stroke_ = {};
}

void Assembler::end_words() {
  if (!words_.text.empty()) svg_.text(words_.line, words_.text, words_.color);
  words_ = {};
}

void Assembler::shape(const std::vector<ImDrawVert>& vertices) {
  end_words();
  Svg::Points points;
  for (const ImDrawVert& vertex : vertices) points.push_back(vertex.pos);
  const ImU32 color = vertices[0].col;
  if (vertices[2].col != color) {
    end_stroke();
    const ImDrawVert& across = vertices[1].col == color ? vertices[3] : vertices[1];
    return svg_.gradient(points, vertices[0].pos, color, across.pos, vertices[2].col);
  }
  if (points.size() != 4) {
    end_stroke();
    return svg_.polygon(std::move(points), color);
  }
  // This may be a piece of a line, and may continue the current one.
  const ImVec2 begin = middle(points[0], points[3]), end = middle(points[1], points[2]);
  const float thickness = distance(points[0], points[3]);
  const bool goes_on = !stroke_.points.empty() && stroke_.color == color &&
                       std::abs(stroke_.thickness - thickness) < kTouching &&
                       distance(stroke_.points.back(), begin) < kTouching;
  if (!goes_on) {
    end_stroke();
    stroke_ = {{begin}, points, thickness, color};
  }
  stroke_.points.push_back(end);
}

void Assembler::textured(const std::vector<ImDrawVert>& quad, const ImTextureData& texture,
                         bool of_fonts) {
  end_stroke();
  const ImVec2 from = quad[0].uv, to = quad[2].uv;
  if (!of_fonts) {
    end_words();
    return svg_.image(around(quad), png_of_part(texture, from, to, quad[0].col));
  }
  if (const auto found = glyphs_.at(middle(from, to))) glyph(quad, *found);
}

void Assembler::glyph(const std::vector<ImDrawVert>& quad, const GlyphFinder::Found& found) {
  const ImFontGlyph& glyph = *found.glyph;
  const Rect area = around(quad);
  const float share = (quad[2].uv.x - quad[0].uv.x) / (glyph.U1 - glyph.U0);  // it may be clipped
  const float scale = area.w / (share * (glyph.X1 - glyph.X0));
  const float x = area.x - glyph.X0 * scale;
  const float baseline = area.bottom() - glyph.Y1 * scale + found.ascent * scale;
  const float gap = x - (words_.line.x + words_.line.width);
  const float spaces = std::round(gap / (found.space * scale));
  const bool goes_on =
      !words_.text.empty() && words_.face == found.face && words_.color == quad[0].col &&
      std::abs(words_.line.baseline - baseline) < 0.5f &&
      std::abs(words_.line.size - found.em * found.size * scale) < 0.1f && spaces >= 0 &&
      spaces <= 3 && std::abs(gap - spaces * found.space * scale) < 0.75f;
  if (goes_on) {
    words_.text.append(static_cast<std::size_t>(spaces), ' ');
  } else {
    end_words();
    words_.face = found.face;
    words_.color = quad[0].col;
    words_.line = {.x = x,
                   .baseline = baseline,
                   .size = found.em * found.size * scale,
                   .font = found.face.family,
                   .weight = found.face.weight};
    if (std::find(faces_.begin(), faces_.end(), found.face) == faces_.end()) {
      faces_.push_back(found.face);
    }
  }
  words_.text += utf8(glyph.Codepoint);
  words_.line.width = x + glyph.AdvanceX * scale - words_.line.x;
}

// The same rectangles as drawn by shaders/span.vert and span.frag.
void add_spans(Svg* svg, const std::vector<ImU32>& palette, const render::SpanDraw& what) {
  const double us_per_pixel = 1 / what.pixels_per_us;
  const render::SpanLevel level = render::merge_narrow(what.batch->spans(), us_per_pixel / 2);
  for (const render::SpanRecord& record : level.records) {
    const double start = static_cast<double>(record.start_high_us) +
                         static_cast<double>(record.start_low_us) - what.view_start_us;
    const double wide = static_cast<double>(record.duration_us) * what.pixels_per_us;
    const double from = start * what.pixels_per_us;
    const double to = from + std::max(wide, static_cast<double>(what.minimum_width));
    const double width = static_cast<double>(what.right - what.left);
    if (to < 0 || from > width) continue;
    const float left = what.left + static_cast<float>(std::max(from, -8.0));
    float right = what.left + static_cast<float>(std::min(to, width + 8));
    const bool merged = (record.kind & render::SpanRecord::kMerged) != 0;
    ImU32 color = item(palette, record.kind & ~render::SpanRecord::kMerged);
    if (merged) {
      const auto share = [&](int bits) {
        return static_cast<float>(record.group >> bits & 63) / 63;
      };
      color = with_alpha(blend(color, item(palette, record.group & 15), share(4)), share(10));
    } else if (right - left > 4) {
      right -= 1;  // a hairline between neighbours
    }
    if (what.group >= 0 && (merged || record.group != what.group)) {
      color = blend(color, what.pale, 0.72f);
    }
    const float top = what.top + what.row_pitch * static_cast<float>(record.row);
    const float bottom = top + what.row_height;
    svg->polygon({{left, top}, {right, top}, {right, bottom}, {left, bottom}}, color);
  }
}

class Reader {
 public:
  Reader(const Ui& ui, const Rect& area) : ui_(ui), area_(area), assembler_(ui) {}

  void read(const ImDrawList& list) {
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const Rect cut = common(rect_of(command.ClipRect), area_);
      if (command.UserCallback == ImDrawCallback_ResetRenderState || cut.w <= 0 || cut.h <= 0) {
        continue;
      }
      if (!(cut.x == cut_.x && cut.y == cut_.y && cut.w == cut_.w && cut.h == cut_.h)) {
        assembler_.clip(cut_ = cut);
      }
      if (command.UserCallback == nullptr) {
        read(list, command);
      } else if (command.UserCallback == ui_.display.draw_spans) {
        add_spans(&assembler_.svg(), activity_palette(ui_.colors()),
                  *static_cast<const render::SpanDraw*>(command.UserCallbackData));
      }
    }
  }

  std::string document(const std::string& title) {
    std::string style = "text{white-space:pre}";
    for (const GlyphFinder::Face& face : assembler_.faces()) {
      style += fmt::format(
          "@font-face{{font-family:\"{}\";font-weight:{};src:url(\"data:font/otf;base64,{}\")}}",
          face.family, face.weight, base64(font_bytes(face.family, face.weight)));
    }
    return assembler_.svg().document(area_, title, style);
  }

 private:
  void read(const ImDrawList& list, const ImDrawCmd& command) {
    const ImTextureData* fonts = ImGui::GetIO().Fonts->TexData;
    const ImTextureData* texture = command.TexRef._TexData;
    const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
    const ImDrawIdx* const end = index + command.ElemCount;
    const ImDrawVert* const vertices = list.VtxBuffer.Data + command.VtxOffset;
    while (index < end) {
      // A fan: all triangles share the first corner, and each begins where the previous one ended.
      std::vector<ImDrawVert> fan = {vertices[index[0]], vertices[index[1]], vertices[index[2]]};
      const ImDrawIdx first = index[0];
      ImDrawIdx last = index[2];
      for (index += 3; index < end && index[0] == first && index[1] == last; index += 3) {
        fan.push_back(vertices[last = index[2]]);
      }
      if (!around(fan).inset(-1).overlaps(cut_)) continue;
      const bool flat = fan[0].uv.x == fan[2].uv.x && fan[0].uv.y == fan[2].uv.y;
      if (flat) {
        assembler_.shape(fan);
      } else if (texture != nullptr && fan.size() == 4) {
        assembler_.textured(fan, *texture, texture == fonts);
      }
    }
  }

  const Ui& ui_;
  Rect area_, cut_ = {};
  Assembler assembler_;
};

}  // namespace

std::string draw_data_svg(const Ui& ui, const ImDrawData& data, const std::string& windows,
                          const Rect& area, const std::string& title) {
  Reader reader(ui, area);
  for (const ImDrawList* list : data.CmdLists) {
    if (std::string_view(list->_OwnerName).starts_with(windows)) reader.read(*list);
  }
  return reader.document(title);
}

}  // namespace pipette::app
