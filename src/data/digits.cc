#include "data/digits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/random.h"
#include "data/digit_drawing.h"
#include "data/digit_styles.h"

namespace pipette {

namespace {

constexpr std::uint32_t kBlockDigits = 256;

// Means and deviations of a hand, per digit.
struct Hand {
  float slant, slant_spread;    // how far the top leans to the right, per unit of height
  float width, width_spread;    // horizontal stretch
  float radius, radius_spread;  // of the pen, pixels
};

constexpr Hand kHands[10] = {
    {0.20f, 0.22f, 0.99f, 0.09f, 1.42f, 0.36f},  // 0
    {0.23f, 0.20f, 1.00f, 0.14f, 1.32f, 0.36f},  // 1
    {0.03f, 0.22f, 0.98f, 0.13f, 1.24f, 0.36f},  // 2
    {0.05f, 0.21f, 0.90f, 0.15f, 1.27f, 0.36f},  // 3
    {0.16f, 0.22f, 0.92f, 0.10f, 1.18f, 0.36f},  // 4
    {0.00f, 0.21f, 1.05f, 0.14f, 1.20f, 0.36f},  // 5
    {0.04f, 0.15f, 0.93f, 0.11f, 1.17f, 0.36f},  // 6
    {0.08f, 0.18f, 0.93f, 0.13f, 1.31f, 0.36f},  // 7
    {0.05f, 0.19f, 1.00f, 0.14f, 1.16f, 0.36f},  // 8
    {0.12f, 0.20f, 0.87f, 0.12f, 1.04f, 0.36f},  // 9
};

constexpr float kWarp = 0.11f;      // of the smooth field, in half heights
constexpr float kJitter = 0.07f;    // of each point
constexpr float kTurn = 0.07f;      // tangent of half the angle
constexpr float kEndReach = 0.44f;  // how much longer or shorter a stroke's last span is
constexpr float kCareless = 0.02f;  // share of digits with all deviations exaggerated
constexpr float kCarelessFactor = 1.7f;

// Mean 0, deviation 1, within +-2.45: the sum of two uniforms. Short tails keep nearly all digits
// legible while spreading them widely.
float bell(RandomStream& random) {
  const std::uint32_t bits = random.next_u32();
  const auto sum = static_cast<float>((bits >> 16) + (bits & 0xffff));
  return (sum * 0x1p-16f - 1.0f) * 2.4494897f;
}

const DigitStyle& pick_style(int label, RandomStream& random) {
  const std::span<const DigitStyle> styles = digit_styles(label);
  float total = 0.0f;
  for (const DigitStyle& style : styles) total += style.weight;
  float left = random.uniform() * total;
  for (const DigitStyle& style : styles) {
    left -= style.weight;
    if (left < 0.0f) return style;
  }
  return styles.back();
}

// A mixture of two shapes of the style, centred, in half heights: y is about -1 to 1.
PenPath mix_shapes(const DigitStyle& style, RandomStream& random) {
  const auto count = static_cast<std::uint32_t>(style.shapes.size());
  const std::vector<PenPoint>& a = style.shapes[random.uniform_int(count)];
  const std::vector<PenPoint>& b = style.shapes[random.uniform_int(count)];
  const float t = random.uniform(-0.45f, 1.45f);
  PenPath path;
  path.size = static_cast<int>(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto mixed = [t](int from, int to) {
      return static_cast<float>(from) + t * static_cast<float>(to - from);
    };
    path.x[i] = (mixed(a[i].x, b[i].x) - 48.0f) * 0.02f;
    path.y[i] = (mixed(a[i].y, b[i].y) - 50.0f) * 0.02f;
    path.mark[i] = a[i].mark;
  }
  return path;
}

// Lengthens or shortens the last span of each stroke, and the first.
void vary_ends(PenPath& path, float spread, RandomStream& random) {
  const auto size = static_cast<std::size_t>(path.size);
  bool begins_stroke = true;
  for (std::size_t i = 0; i < size; ++i) {
    const bool ends_stroke = path.mark[i] == PenMark::lift;
    if (begins_stroke || ends_stroke) {
      const std::size_t inner = ends_stroke ? i - 1 : i + 1;
      const float reach = spread * bell(random);
      path.x[i] += reach * (path.x[i] - path.x[inner]);
      path.y[i] += reach * (path.y[i] - path.y[inner]);
    }
    begins_stroke = ends_stroke;
  }
}

void deform(PenPath& path, const Hand& hand, float spread, RandomStream& random) {
  vary_ends(path, spread * kEndReach, random);
  float bend[2][5];
  for (auto& axis : bend) {
    for (float& coefficient : axis) coefficient = spread * kWarp * bell(random);
  }
  const float slant = hand.slant + spread * hand.slant_spread * bell(random);
  const float width =
      std::max(0.35f, hand.width * (1.0f + spread * hand.width_spread * bell(random)));
  // A rotation without sine and cosine, from the tangent of half its angle.
  const float h = spread * kTurn * bell(random);
  const float cosine = (1.0f - h * h) / (1.0f + h * h), sine = 2.0f * h / (1.0f + h * h);
  for (std::size_t i = 0; i < static_cast<std::size_t>(path.size); ++i) {
    const float u = path.x[i], v = path.y[i];
    const auto bent = [&](const float(&c)[5]) {
      return c[0] * u * v + c[1] * u * u + c[2] * v * v + c[3] * u * v * v + c[4] * v * v * v;
    };
    const float x = width * (u + bent(bend[0]) + spread * kJitter * bell(random));
    const float y = v + bent(bend[1]) + spread * kJitter * bell(random);
    const float leaning = x - slant * y;
    path.x[i] = cosine * leaning - sine * y;
    path.y[i] = sine * leaning + cosine * y;
  }
}

}  // namespace

void make_digit(std::uint64_t seed, DigitSet set, std::uint64_t index, Digit& digit) {
  RandomStream random(seed, set == DigitSet::train ? "digits/train" : "digits/test", index);
  const std::uint32_t label = random.uniform_int(10);
  const Hand& hand = kHands[label];
  const float spread = random.uniform() < kCareless ? kCarelessFactor : 1.0f;
  PenPath path = mix_shapes(pick_style(static_cast<int>(label), random), random);
  deform(path, hand, spread, random);
  const float radius = hand.radius + hand.radius_spread * bell(random);
  digit.label = static_cast<std::uint8_t>(label);
  draw_digit(path, std::clamp(radius, 0.7f, 2.8f), digit.image);
}

DigitSource::DigitSource(std::uint64_t seed, DigitSet set, std::int64_t size)
    : seed_(seed),
      set_(set),
      spec_(ElementSpec::tuple(
          {ArraySpec{DType::u8, {kDigitSide, kDigitSide}}, ArraySpec{DType::u8, Shape{}}})) {
  if (size < 0 || size > kMaxDigits) {
    throw InvalidArgument(fmt::format(
        "a digit set must have 1 to {} digits, or 0 for the usual number, but it has {}; "
        "the nearest valid value is {}",
        kMaxDigits, size, size < 0 ? 0 : kMaxDigits));
  }
  if (size == 0) size = set == DigitSet::train ? 60000 : 10000;
  slots_.assign(static_cast<std::size_t>(size), 0);
}

Digit& DigitSource::kept(std::uint32_t slot) const {
  return blocks_[(slot - 1) / kBlockDigits][(slot - 1) % kBlockDigits];
}

void DigitSource::read(std::int64_t index, std::span<std::byte* const> leaves) const {
  std::uint32_t& slot = slots_.at(static_cast<std::size_t>(index));
  const auto copy = [&](const Digit& digit) {
    std::memcpy(leaves[0], digit.image, sizeof digit.image);
    *leaves[1] = static_cast<std::byte>(digit.label);
  };
  {
    const std::lock_guard lock(mutex_);
    if (slot != 0) return copy(kept(slot));
  }
  Digit digit;
  make_digit(seed_, set_, static_cast<std::uint64_t>(index), digit);
  copy(digit);
  const std::lock_guard lock(mutex_);
  if (slot != 0) return;  // another thread made the same digit meanwhile
  if (slots_used_ == blocks_.size() * kBlockDigits) {
    blocks_.push_back(std::unique_ptr<Digit[]>(new Digit[kBlockDigits]));
  }
  slot = ++slots_used_;
  kept(slot) = digit;
}

std::int64_t DigitSource::digits_made() const {
  const std::lock_guard lock(mutex_);
  return slots_used_;
}

LabelledImages all_digits(const DigitSource& source) {
  LabelledImages all{Array(ArraySpec{DType::u8, {source.size(), kDigitSide, kDigitSide}}),
                     Array(ArraySpec{DType::u8, {source.size()}})};
  for (std::int64_t i = 0; i < source.size(); ++i) {
    std::byte* const leaves[] = {all.images.bytes() + i * kDigitPixels, all.labels.bytes() + i};
    source.read(i, leaves);
  }
  return all;
}

}  // namespace pipette
