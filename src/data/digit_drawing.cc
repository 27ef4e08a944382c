#include "data/digit_drawing.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "core/item.h"

namespace pipette {

namespace {

constexpr float kBox = 20.0f;  // the longer side of the ink, pixels
constexpr int kStride = 32;    // floats per row of the distance map: groups of four
constexpr int kMaxPiecesPerSpan = 5;
constexpr float kPiecePixels = 2.5f;  // aimed at, for the straight pieces of a curve
constexpr int kMaxPieces = kMaxPenPoints * kMaxPiecesPerSpan;
constexpr float kEdge = 1.1f;  // pixels over which the pen's edge fades
constexpr float kFar = 1e6f;

// Four floats at once, in the form that GCC and Clang share; every lane computes what a scalar
// would.
constexpr int kLanes = 4;
typedef float Lanes __attribute__((vector_size(16)));

Lanes load(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
void store(float* to, Lanes lanes) { std::memcpy(to, &lanes, sizeof lanes); }

// b < a ? b : a, its mirror, and the square root, which is exact everywhere. Compilers make slower
// code of the plain forms, because of NaN and errno.
#if defined(__wasm_simd128__)
Lanes smaller(Lanes a, Lanes b) { return (Lanes)wasm_f32x4_pmin((v128_t)a, (v128_t)b); }
Lanes larger(Lanes a, Lanes b) { return (Lanes)wasm_f32x4_pmax((v128_t)a, (v128_t)b); }
Lanes root(Lanes a) { return (Lanes)wasm_f32x4_sqrt((v128_t)a); }
#else
Lanes smaller(Lanes a, Lanes b) { return b < a ? b : a; }
Lanes larger(Lanes a, Lanes b) { return a < b ? b : a; }
#if defined(__SSE2__)
Lanes root(Lanes a) { return _mm_sqrt_ps(a); }
#else
Lanes root(Lanes a) {
  for (int lane = 0; lane < kLanes; ++lane) a[lane] = std::sqrt(a[lane]);
  return a;
}
#endif
#endif

Lanes clamp_to_unit(Lanes lanes) {
  const Lanes zero{0.0f, 0.0f, 0.0f, 0.0f}, one{1.0f, 1.0f, 1.0f, 1.0f};
  return smaller(larger(lanes, zero), one);
}

// The path as straight pieces from (x, y)[begin[i]] to the next point.
struct Outline {
  int points = 0;
  int pieces = 0;
  std::array<float, kMaxPieces + kMaxPenPoints> x;
  std::array<float, kMaxPieces + kMaxPenPoints> y;
  std::array<std::int16_t, kMaxPieces> begin;

  void add(float px, float py, bool joined) {
    if (joined) item(begin, pieces++) = static_cast<std::int16_t>(points - 1);
    item(x, points) = px;
    item(y, points) = py;
    ++points;
  }
};

// Value at 0 < t < 1 of the Catmull-Rom curve from p1 to p2 with neighbours p0 and p3.
float catmull_rom(float p0, float p1, float p2, float p3, float t) {
  const float a = p2 - p0;
  const float b = 2.0f * p0 - 5.0f * p1 + 4.0f * p2 - p3;
  const float c = 3.0f * (p1 - p2) + p3 - p0;
  return p1 + 0.5f * t * (a + t * (b + t * c));
}

// Scales and moves the path so that the ink's longer side fills the box and the other is centred.
// Curves bulge beyond their points by a pixel at most, which the margin takes.
PenPath normalise(const PenPath& path, float radius) {
  float low_x = kFar, high_x = -kFar, low_y = kFar, high_y = -kFar;
  for (std::size_t i = 0; i < static_cast<std::size_t>(path.size); ++i) {
    low_x = std::min(low_x, path.x[i]);
    high_x = std::max(high_x, path.x[i]);
    low_y = std::min(low_y, path.y[i]);
    high_y = std::max(high_y, path.y[i]);
  }
  const float extent = std::max(std::max(high_x - low_x, high_y - low_y), 1e-3f);
  const float scale = (kBox - 2.0f * radius) / extent;
  const float centre = 0.5f * static_cast<float>(kDigitSide);
  const float middle_x = 0.5f * (low_x + high_x), middle_y = 0.5f * (low_y + high_y);
  PenPath placed = path;
  for (std::size_t i = 0; i < static_cast<std::size_t>(path.size); ++i) {
    placed.x[i] = centre + scale * (path.x[i] - middle_x);
    placed.y[i] = centre + scale * (path.y[i] - middle_y);
  }
  return placed;
}

// Enough straight pieces for a span of this chord, in pixels.
int pieces_of(float dx, float dy) {
  const float chord = std::sqrt(dx * dx + dy * dy);
  return std::min(kMaxPiecesPerSpan, 1 + static_cast<int>(chord * (1.0f / kPiecePixels)));
}

Outline flatten(const PenPath& path) {
  Outline outline;
  bool begins_stroke = true;
  for (int i = 0; i < path.size; ++i) {
    const auto at = [](int k) { return static_cast<std::size_t>(k); };
    if (begins_stroke) outline.add(path.x[at(i)], path.y[at(i)], false);
    begins_stroke = path.mark[at(i)] == PenMark::lift;
    if (begins_stroke || i + 1 >= path.size) continue;
    // The span from i to i + 1; a corner or an end has no neighbour beyond it.
    const bool open_before =
        i == 0 || path.mark[at(i)] == PenMark::corner || path.mark[at(i - 1)] == PenMark::lift;
    const bool open_after = path.mark[at(i + 1)] != PenMark::smooth;
    const std::size_t p0 = at(open_before ? i : i - 1), p1 = at(i), p2 = at(i + 1);
    const std::size_t p3 = at(open_after ? i + 1 : i + 2);
    const int pieces = pieces_of(path.x[p2] - path.x[p1], path.y[p2] - path.y[p1]);
    const float step = 1.0f / static_cast<float>(pieces);
    for (int piece = 1; piece < pieces; ++piece) {
      const float t = static_cast<float>(piece) * step;
      outline.add(catmull_rom(path.x[p0], path.x[p1], path.x[p2], path.x[p3], t),
                  catmull_rom(path.y[p0], path.y[p1], path.y[p2], path.y[p3], t), true);
    }
    outline.add(path.x[p2], path.y[p2], true);
  }
  return outline;
}

// Lowers `squares` [28, kStride], squared distances of pixel centres, by those to one piece.
void draw_piece(float* squares, float ax, float ay, float bx, float by, float reach) {
  const float dx = bx - ax, dy = by - ay;
  const float length2 = dx * dx + dy * dy;
  const float inverse = length2 > 0.0f ? 1.0f / length2 : 0.0f;
  const auto pixel = [](float v) {
    return std::max(0, std::min(kDigitSide - 1, static_cast<int>(v)));
  };
  const int first_row = pixel(std::min(ay, by) - reach), last_row = pixel(std::max(ay, by) + reach);
  const int first_group = pixel(std::min(ax, bx) - reach) / kLanes;
  const int last_group = pixel(std::max(ax, bx) + reach) / kLanes;
  const Lanes half{0.5f, 1.5f, 2.5f, 3.5f};  // centres of four pixels
  for (int row = first_row; row <= last_row; ++row) {
    const float py = static_cast<float>(row) + 0.5f - ay;
    float* to = squares + row * kStride + first_group * kLanes;
    for (int group = first_group; group <= last_group; ++group, to += kLanes) {
      const Lanes px = half + (static_cast<float>(group * kLanes) - ax);
      const Lanes t = clamp_to_unit((px * dx + py * dy) * inverse);
      const Lanes ex = px - t * dx, ey = py - t * dy;
      const Lanes square = ex * ex + ey * ey;
      store(to, smaller(load(to), square));
    }
  }
}

// Ink of 0..255 from squared distances.
void to_ink(const float* squares, float pen_radius, std::int32_t* ink) {
  for (int i = 0; i < kDigitSide * kStride; i += kLanes) {
    const Lanes coverage = (pen_radius - root(load(squares + i))) * (1.0f / kEdge) + 0.5f;
    // Added to 2^23, a grey value is rounded and stands in the lowest bits of the mantissa.
    const Lanes grey = clamp_to_unit(coverage) * 255.0f + 0x1p23f;
    std::memcpy(ink + i, &grey, sizeof grey);
    for (int lane = 0; lane < kLanes; ++lane) ink[i + lane] &= 0xff;
  }
}

// How far to move the ink so that its centre of mass is the image's, in whole pixels as MNIST does:
// its centres of mass lie around pixel index 14, within half a pixel.
std::array<int, 2> shift_to_centre(const std::int32_t* ink) {
  std::int32_t columns[kStride] = {};
  std::int32_t mass = 0, moment_x = 0, moment_y = 0;
  for (int y = 0; y < kDigitSide; ++y) {
    std::int32_t row = 0;
    for (int x = 0; x < kStride; ++x) {
      columns[x] += ink[y * kStride + x];
      row += ink[y * kStride + x];
    }
    mass += row;
    moment_y += row * y;
  }
  for (int x = 0; x < kStride; ++x) moment_x += columns[x] * x;
  if (mass == 0) return {0, 0};
  return {14 - (moment_x + mass / 2) / mass, 14 - (moment_y + mass / 2) / mass};
}

}  // namespace

void draw_digit(const PenPath& path, float pen_radius,
                std::span<std::uint8_t, kDigitPixels> image) {
  const PenPath placed = normalise(path, pen_radius);
  const Outline outline = flatten(placed);

  alignas(64) float squares[kDigitSide * kStride];
  for (float& square : squares) square = kFar;
  for (std::size_t i = 0; i < static_cast<std::size_t>(outline.pieces); ++i) {
    const auto a = static_cast<std::size_t>(outline.begin[i]);
    draw_piece(squares, outline.x[a], outline.y[a], outline.x[a + 1], outline.y[a + 1],
               pen_radius + 0.5f * kEdge);
  }

  alignas(64) std::int32_t ink[kDigitSide * kStride];
  to_ink(squares, pen_radius, ink);
  const auto [shift_x, shift_y] = shift_to_centre(ink);
  std::memset(image.data(), 0, image.size());
  const int from_x = std::max(0, -shift_x), to_x = std::min(kDigitSide, kDigitSide - shift_x);
  for (int y = std::max(0, -shift_y); y < std::min(kDigitSide, kDigitSide - shift_y); ++y) {
    std::uint8_t* const to = image.data() + (y + shift_y) * kDigitSide + shift_x;
    for (int x = from_x; x < to_x; ++x) to[x] = static_cast<std::uint8_t>(ink[y * kStride + x]);
  }
}

}  // namespace pipette
