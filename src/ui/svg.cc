#include "ui/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/png.h"

namespace pipette::app {
namespace {

// 12.5, -3, 0.25
std::string number(float value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string point(ImVec2 at) { return number(at.x) + " " + number(at.y); }

// `fill="#4477aa" fill-opacity="0.5"`
std::string paint(const char* what, ImU32 color) {
  const auto part = [&](int shift) { return color >> shift & 0xff; };
  std::string text = fmt::format("{}=\"#{:02x}{:02x}{:02x}\"", what, part(IM_COL32_R_SHIFT),
                                 part(IM_COL32_G_SHIFT), part(IM_COL32_B_SHIFT));
  const ImU32 alpha = part(IM_COL32_A_SHIFT);
  if (alpha < 255) text += fmt::format(" {}-opacity=\"{:.3g}\"", what, alpha / 255.0);
  return text;
}

// Twice the area; positive if the points go clockwise on the screen.
float turn(const Svg::Points& points) {
  float sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ImVec2 a = points[i], b = points[(i + 1) % points.size()];
    sum += a.x * b.y - b.x * a.y;
  }
  return sum;
}

std::string path_of(const Svg::Points& points, bool closed) {
  std::string path;
  for (std::size_t i = 0; i < points.size(); ++i) path += (i == 0 ? "M" : "L") + point(points[i]);
  return closed ? path + "Z" : path;
}

std::string box(const Rect& area) {
  return fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(area.x), number(area.y),
                     number(area.w), number(area.h));
}

// Escapes characters that XML does not allow in text.
std::string escaped(const std::string& words) {
  std::string text;
  for (const char sign : words) {
    if (sign == '&') {
      text += "&amp;";
    } else if (sign == '<') {
      text += "&lt;";
    } else if (sign == '>') {
      text += "&gt;";
    } else if (static_cast<unsigned char>(sign) >= 0x20) {
      text += sign;
    }
  }
  return text;
}

}  // namespace

void Svg::end_path() {
  if (path_.empty()) return;
  body_ += fmt::format("<path {} d=\"{}\"/>\n", paint("fill", path_color_), path_);
  path_.clear();
}

void Svg::clip(const Rect& area) {
  end_path();
  if (clipped_) body_ += "</g>\n";
  const std::string cut = box(area);
  auto known =
      std::find_if(clips_.begin(), clips_.end(), [&](const auto& one) { return one.first == cut; });
  if (known == clips_.end()) {
    known = clips_.insert(known, {cut, static_cast<int>(clips_.size())});
    definitions_ +=
        fmt::format("<clipPath id=\"clip{}\"><rect {}/></clipPath>\n", known->second, cut);
  }
  body_ += fmt::format("<g clip-path=\"url(#clip{})\">\n", known->second);
  clipped_ = true;
}

void Svg::polygon(Points points, ImU32 color) {
  if (color >> IM_COL32_A_SHIFT == 0) return;
  // Shapes of one path with opposite directions would punch holes where they overlap.
  if (turn(points) < 0) std::reverse(points.begin(), points.end());
  if (color != path_color_) end_path();
  path_color_ = color;
  path_ += path_of(points, true);
}

void Svg::gradient(const Points& points, ImVec2 from, ImU32 begin, ImVec2 to, ImU32 end) {
  end_path();
  const int id = gradients_++;
  definitions_ += fmt::format(
      "<linearGradient id=\"gradient{}\" gradientUnits=\"userSpaceOnUse\" x1=\"{}\" y1=\"{}\" "
      "x2=\"{}\" y2=\"{}\"><stop {}/><stop offset=\"1\" {}/></linearGradient>\n",
      id, number(from.x), number(from.y), number(to.x), number(to.y), paint("stop-color", begin),
      paint("stop-color", end));
  body_ += fmt::format("<path fill=\"url(#gradient{})\" d=\"{}\"/>\n", id, path_of(points, true));
}

void Svg::stroke(const Points& points, float thickness, ImU32 color) {
  if (color >> IM_COL32_A_SHIFT == 0) return;
  end_path();
  const ImVec2 gap = {points.back().x - points.front().x, points.back().y - points.front().y};
  const bool closed = points.size() > 2 && std::hypot(gap.x, gap.y) < 0.01f;
  body_ += fmt::format(
      "<path fill=\"none\" {} stroke-width=\"{}\" stroke-linejoin=\"round\" d=\"{}\"/>\n",
      paint("stroke", color), number(thickness), path_of(points, closed));
}

void Svg::image(const Rect& area, const std::string& png) {
  end_path();
  body_ += fmt::format(
      "<image {} preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" "
      "href=\"data:image/png;base64,{}\"/>\n",
      box(area), base64(png));
}

void Svg::text(const Line& line, const std::string& words, ImU32 color) {
  end_path();
  body_ += fmt::format(
      "<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"{}\"{} textLength=\"{}\" {}>{}"
      "</text>\n",
      number(line.x), number(line.baseline), line.font, number(line.size),
      line.weight == 400 ? std::string() : fmt::format(" font-weight=\"{}\"", line.weight),
      number(line.width), paint("fill", color), escaped(words));
}

std::string Svg::document(const Rect& area, const std::string& title, const std::string& style) {
  end_path();
  if (clipped_) body_ += "</g>\n";
  clipped_ = false;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" "
      "xml:space=\"preserve\">\n<title>{}</title>\n<style>{}</style>\n<defs>\n{}</defs>\n{}</svg>\n",
      number(area.w), number(area.h), number(area.x), number(area.y), number(area.w),
      number(area.h), escaped(title), style, definitions_, body_);
}

}  // namespace pipette::app
