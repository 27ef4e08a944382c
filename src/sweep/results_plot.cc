#include "sweep/results_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "core/error.h"
#include "sweep/results_table.h"
#include "theme/theme.h"

namespace pipette::sweep {

namespace {

using theme::Surface;

// In px.
constexpr double kWidth = 760, kHeight = 460, kLeft = 84, kTop = 56, kBottom = 64, kRight = 24;
constexpr double kLegend = 210, kLegendRow = 20, kMark = 4;
constexpr double kLetter = 6.4;  // the mean width of a letter of the legend

// Forward, backward and the weight update have colours of their own: no line has one of those.
constexpr Surface kColours[] = {Surface::with_feeds, Surface::without_feeds, Surface::warn,
                                Surface::ink,        Surface::not_finite,    Surface::text_dim};

std::string css(Surface surface) { return fmt::format("#{:06x}", theme::shades_of(surface).light); }

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

struct Point {
  double x, y;
  std::string x_text, y_text;
};

struct Series {
  std::string name;
  std::vector<Point> points;
};

// An axis of a plot: values, and where they lie from 0 to 1.
class Axis {
 public:
  Axis(std::vector<double> values, bool logarithmic) : logarithmic_(logarithmic) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    double low = *least, high = *most;
    if (low == high) {
      low = logarithmic ? low / 2 : low - std::max(1.0, std::abs(low) / 2);
      high = logarithmic ? high * 2 : high + std::max(1.0, std::abs(high) / 2);
    }
    marks_ = axis_marks(low, high, logarithmic);
    low_ = std::min(low, marks_.front());
    high_ = std::max(high, marks_.back());
  }

  const std::vector<double>& marks() const { return marks_; }
  double at(double value) const {
    return (scaled(value) - scaled(low_)) / (scaled(high_) - scaled(low_));
  }

 private:
  double scaled(double value) const { return logarithmic_ ? std::log10(value) : value; }

  bool logarithmic_;
  std::vector<double> marks_;
  double low_ = 0, high_ = 1;
};

std::vector<double> values_of(const std::vector<Series>& all, double Point::*of) {
  std::vector<double> values;
  for (const Series& series : all) {
    for (const Point& point : series.points) values.push_back(point.*of);
  }
  return values;
}

void require_positive(const std::vector<double>& values, const std::string& name) {
  const auto bad =
      std::find_if(values.begin(), values.end(), [](double value) { return !(value > 0); });
  if (bad == values.end()) return;
  throw InvalidArgument(
      fmt::format("{} has the value {}, which a logarithmic axis cannot show", name, *bad));
}

class Picture {
 public:
  Picture(const std::vector<Json>& lines, const Plot& plot) : plot_(plot) {
    collect(lines);
    if (plot.log_x) require_positive(values_of(series_, &Point::x), plot.x);
    if (plot.log_y) require_positive(values_of(series_, &Point::y), plot.y);
  }

  std::string draw() {
    const bool legend = series_.size() > 1;
    const double width = kWidth + (legend ? kLegend : 0);
    const std::string title = escaped(fmt::format("{} over {}", plot_.y, plot_.x));
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
        "role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"{3}\">\n<title>{2}</title>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"{4}\"/>\n",
        width, kHeight, title, css(Surface::text), css(Surface::card));
    text(16, 28, "font-size=\"16\" font-weight=\"600\"", title);
    const Axis x(values_of(series_, &Point::x), plot_.log_x),
        y(values_of(series_, &Point::y), plot_.log_y);
    draw_axes(x, y);
    for (std::size_t i = 0; i < series_.size(); ++i) draw_series(i, x, y);
    for (std::size_t i = 0; legend && i < series_.size(); ++i) draw_legend(i);
    return out_ + "</svg>\n";
  }

 private:
  void collect(const std::vector<Json>& lines) {
    for (const Json& line : lines) {
      const Json x = figure(line, plot_.x), y = figure(line, plot_.y);
      if (x.is_null() || y.is_null()) continue;
      if (!y.is_number()) {
        throw InvalidArgument(
            fmt::format("{} is {}, but a plot needs numbers", plot_.y, y.dump().substr(0, 80)));
      }
      std::string name;
      for (const auto& [field, value] : line["varied"].items()) {
        if (field == plot_.x || field == plot_.y) continue;
        name += fmt::format("{}{} {}", name.empty() ? "" : ", ", field, shown(value));
      }
      series_named(name).points.push_back({number_of(x), y.get<double>(), shown(x), shown(y)});
    }
    if (series_.empty())
      throw InvalidArgument(fmt::format("no result has both {} and {}", plot_.x, plot_.y));
    for (Series& series : series_) {
      std::stable_sort(series.points.begin(), series.points.end(),
                       [](const Point& a, const Point& b) { return a.x < b.x; });
    }
  }

  Series& series_named(const std::string& name) {
    for (Series& series : series_) {
      if (series.name == name) return series;
    }
    if (series_.size() == kMostSeries) {
      throw InvalidArgument(
          fmt::format("the plot would have more than {} lines: vary fewer fields beside {}",
                      kMostSeries, plot_.x));
    }
    return series_.emplace_back(Series{name, {}});
  }

  // Where a value of x lies: itself, or its place among the words.
  double number_of(const Json& x) {
    if (x.is_number() && words_.empty()) return x.get<double>();
    const std::string word = shown(x);
    auto found = std::find(words_.begin(), words_.end(), word);
    if (found == words_.end()) found = words_.insert(words_.end(), word);
    return static_cast<double>(found - words_.begin());
  }

  static double px(double part) { return kLeft + part * (kWidth - kLeft - kRight); }
  static double py(double part) { return kHeight - kBottom - part * (kHeight - kBottom - kTop); }

  void text(double x, double y, const std::string& attributes, const std::string& what) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, attributes, what);
  }

  void line(double x1, double y1, double x2, double y2, Surface colour) {
    out_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1,
        x2, y2, css(colour));
  }

  void draw_axes(const Axis& x, const Axis& y) {
    const std::string dim = fmt::format("fill=\"{}\"", css(Surface::text_dim));
    for (const double mark : y.marks()) {
      line(px(0), py(y.at(mark)), px(1), py(y.at(mark)), Surface::grid);
      text(px(0) - 8, py(y.at(mark)) + 4, dim + " text-anchor=\"end\"", fmt::format("{:g}", mark));
    }
    for (std::size_t i = 0; i < words_.size(); ++i) {
      mark_x(x.at(static_cast<double>(i)), escaped(words_[i]), dim);
    }
    for (const double mark : x.marks()) {
      if (words_.empty()) mark_x(x.at(mark), fmt::format("{:g}", mark), dim);
    }
    line(px(0), py(0), px(1), py(0), Surface::line);
    text((px(0) + px(1)) / 2, kHeight - 18, "text-anchor=\"middle\"", escaped(plot_.x));
  }

  void mark_x(double part, const std::string& what, const std::string& attributes) {
    line(px(part), py(0), px(part), py(0) + 5, Surface::line);
    text(px(part), py(0) + 20, attributes + " text-anchor=\"middle\"", what);
  }

  static Surface colour_of(std::size_t series) { return kColours[series % std::size(kColours)]; }
  // The second round of colours is dashed.
  static std::string dashes_of(std::size_t series) {
    return series < std::size(kColours) ? "" : " stroke-dasharray=\"6 4\"";
  }

  void draw_series(std::size_t number, const Axis& x, const Axis& y) {
    const Series& series = series_[number];
    const std::string colour = css(colour_of(number));
    std::string path;
    for (const Point& point : series.points) {
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px(x.at(point.x)),
                          py(y.at(point.y)));
    }
    out_ += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}/>\n", path,
                        colour, dashes_of(number));
    for (const Point& point : series.points) {
      const std::string of = series.name.empty() ? "" : series.name + ": ";
      out_ += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"><title>{}</title></circle>\n",
          px(x.at(point.x)), py(y.at(point.y)), kMark, colour,
          escaped(fmt::format("{}{} {}, {} {}", of, plot_.x, point.x_text, plot_.y, point.y_text)));
    }
  }

  void draw_legend(std::size_t number) {
    const double y = kTop + kLegendRow * static_cast<double>(number);
    const std::string& name = series_[number].name;
    out_ += fmt::format(
        "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{2:.1f}\" y2=\"{1:.1f}\" stroke=\"{3}\" stroke-width=\"2\"{4}/>\n",
        kWidth, y, kWidth + 22, css(colour_of(number)), dashes_of(number));
    const auto most = static_cast<std::size_t>((kLegend - 40) / kLetter);
    const std::string cut = name.size() > most ? name.substr(0, most - 1) + "…" : name;
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}<title>{}</title></text>\n", kWidth + 30,
                        y + 4, escaped(cut), escaped(name));
  }

  Plot plot_;
  std::vector<Series> series_;
  std::vector<std::string> words_;  // of an x that is no number
  std::string out_;
};

}  // namespace

std::vector<double> axis_marks(double low, double high, bool logarithmic) {
  std::vector<double> marks;
  if (logarithmic) {
    const double first = std::floor(std::log10(low)), last = std::ceil(std::log10(high));
    const bool few = last - first < 4;
    for (double power = first; power <= last; ++power) {
      for (const double of : {1.0, 2.0, 5.0}) {
        if (of > 1 && !few) continue;
        const double mark = of * std::pow(10, power);
        const double slack = few ? 2.5 : 10;  // to the next mark
        if (mark * slack >= low && mark <= high * slack) marks.push_back(mark);
      }
    }
    while (marks.size() > 2 && marks[1] <= low) marks.erase(marks.begin());
    while (marks.size() > 2 && marks[marks.size() - 2] >= high) marks.pop_back();
    return marks;
  }
  constexpr double kAbout = 5;
  const double rough = (high - low) / kAbout;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double of : {1.0, 2.0, 2.5, 5.0}) {
    if (of * power >= rough) {
      step = of * power;
      break;
    }
  }
  const double first = std::floor(low / step), last = std::ceil(high / step);
  for (double number = first; number <= last; ++number) marks.push_back(number * step);
  return marks;
}

std::string plot_svg(const std::vector<Json>& lines, const Plot& plot) {
  require_figure(lines, plot.x);
  require_figure(lines, plot.y);
  return Picture(lines, plot).draw();
}

}  // namespace pipette::sweep
