// Convolutions of one instruction set, on the register tiles of the matrix product: a patch is
// kernel_h segments of a padded image (TileRun), so nothing is gathered. Included only by the
// isa_*.cc units (see simd.h).
//
// An image is padded into scratch memory, which a first-level cache often holds, unless its windows
// stay inside. One row of outputs at a time, or the whole image for the filter's gradient, goes
// over it panel of columns by panel.
#pragma once

#include "kernels/isa/matmul_impl.h"

namespace pipette::kernels::PIPETTE_ISA {

// What convolutions read of one image: row r begins at data + r * row_stride.
struct PaddedImage {
  float* scratch;  // null: the image itself is read
  std::ptrdiff_t height, width, row_stride;

  PaddedImage(const ConvCall& c, float* memory)
      : scratch(memory),
        height((c.out_h - 1) * c.stride_h + c.kernel_h),
        width((c.out_w - 1) * c.stride_w + c.kernel_w) {
    const bool inside = c.pad_top == 0 && c.pad_left == 0 && c.gap_h == 1 && c.gap_w == 1 &&
                        height <= c.in_h && width <= c.in_w;
    if (inside) scratch = nullptr;
    row_stride = (inside ? c.in_w : width) * c.in_channels;
  }
  std::ptrdiff_t floats() const { return scratch == nullptr ? 0 : height * row_stride; }
  // Padding and gaps are in the same place in every image.
  void clear() const {
    for (std::ptrdiff_t i = 0; i < floats(); ++i) scratch[i] = 0.0f;
  }
};

inline void copy_floats(const float* from, float* to, std::ptrdiff_t count) {
  for_lanes(
      count, [=](auto s, std::ptrdiff_t i)
                 __attribute__((always_inline)) { s.store(to + i, s.load(from + i)); });
}

PIPETTE_NOINLINE const float* padded(const ConvCall& c, const PaddedImage& image,
                                     std::ptrdiff_t number) {
  const std::ptrdiff_t channels = c.in_channels;
  const float* from = c.x + number * c.in_h * c.in_w * channels;
  if (image.scratch == nullptr) return from;
  for (std::ptrdiff_t y = 0; y < c.in_h && c.pad_top + y * c.gap_h < image.height; ++y) {
    float* to =
        image.scratch + (c.pad_top + y * c.gap_h) * image.row_stride + c.pad_left * channels;
    const float* row = from + y * c.in_w * channels;
    if (c.gap_w == 1) {
      copy_floats(row, to, minimum(c.in_w, image.width - c.pad_left) * channels);
      continue;
    }
    for (std::ptrdiff_t x = 0; x < c.in_w && c.pad_left + x * c.gap_w < image.width; ++x) {
      copy_floats(row + x * channels, to + x * c.gap_w * channels, channels);
    }
  }
  return image.scratch;
}

// The product that a convolution is, for packing and epilogues: c.filter is its right operand.
inline MatmulCall as_product(const ConvCall& c) {
  MatmulCall product{};
  product.n = c.out_channels;
  product.k = c.kernel_h * c.kernel_w * c.in_channels;
  product.b = c.filter;
  product.b_row_stride = c.out_channels;
  product.b_column_stride = 1;
  product.c = c.result;
  product.ldc = c.out_channels;
  product.epilogue = c.epilogue;
  return product;
}

// Columns after the last whole panel, padded to that of their tile; 0 where panels come out even.
inline std::ptrdiff_t edge_columns(const ConvCall& c) {
  const std::ptrdiff_t rest = c.out_channels % kTileColumns;
  const Tile& tile = tile_for(rest);
  return rest == 0 || rest == tile.columns ? 0 : tile.columns;
}

std::ptrdiff_t conv_scratch(const ConvCall& c) {
  const std::ptrdiff_t depth = c.kernel_h * c.kernel_w * c.in_channels;
  const std::ptrdiff_t pixels = c.out_h * c.out_w;
  const std::ptrdiff_t image = ((c.out_h - 1) * c.stride_h + c.kernel_h) *
                               ((c.out_w - 1) * c.stride_w + c.kernel_w) * c.in_channels;
  const std::ptrdiff_t sums =
      c.of_filter ? depth * round_up(c.out_channels, kTileColumns) : c.out_w * kTileColumns;
  return image + sums + edge_columns(c) * (c.of_filter ? pixels : depth);
}

// result [batch, out_h, out_w, out] = x * filter
void conv2d(const ConvCall& c) {
  const MatmulCall product = as_product(c);
  const Finish how = finish_of(*c.epilogue);
  const PaddedImage image(c, c.scratch);
  float* const sums = c.scratch + image.floats();
  float* const edge = sums + c.out_w * kTileColumns;
  const std::ptrdiff_t edge_width = edge_columns(c);
  const std::ptrdiff_t edge_begin = c.out_channels / kTileColumns * kTileColumns;
  image.clear();
  if (edge_width > 0) {
    pack_panel(product, 0, product.k, edge_begin, c.out_channels - edge_begin, edge);
  }
  for (std::ptrdiff_t number = 0; number < c.batch; ++number) {
    const float* pixels = padded(c, image, number);
    for (std::ptrdiff_t y = 0; y < c.out_h; ++y) {
      for (std::ptrdiff_t j = 0; j < c.out_channels; j += kTileColumns) {
        const std::ptrdiff_t columns = minimum(kTileColumns, c.out_channels - j);
        const Tile& tile = tile_for(columns);
        // [out_w, kernel_h segments of kernel_w * in] x [kernel_h * kernel_w * in, columns]
        TileRun t = run_at(product, (number * c.out_h + y) * c.out_w, j);
        t.k = c.kernel_w * c.in_channels;
        t.segments = c.kernel_h;
        t.a = pixels + y * c.stride_h * image.row_stride;
        t.a_row_stride = c.stride_w * c.in_channels;
        t.a_column_stride = 1;
        t.a_segment_stride = image.row_stride;
        t.b = columns == tile.columns ? c.filter + j : edge;
        t.b_row_stride = columns == tile.columns ? c.out_channels : tile.columns;
        run_panel(t, how, c.out_w, columns, sums, true);
      }
    }
  }
}

// result [kernel_h, kernel_w, in, out] = x, in patches, times the gradient c.filter [batch, out_h,
// out_w, out]
void conv2d_filter_gradient(const ConvCall& c) {
  MatmulCall product = as_product(c);
  const PaddedImage image(c, c.scratch);
  float* const sums = c.scratch + image.floats();
  const std::ptrdiff_t depth = product.k;
  const std::ptrdiff_t pixels = c.out_h * c.out_w;
  float* const edge = sums + depth * round_up(c.out_channels, kTileColumns);
  image.clear();
  for (std::ptrdiff_t i = 0; i < depth * round_up(c.out_channels, kTileColumns); ++i) {
    sums[i] = 0.0f;
  }
  for (std::ptrdiff_t number = 0; number < c.batch; ++number) {
    const float* read = padded(c, image, number);
    product.b = c.filter + number * pixels * c.out_channels;
    for (std::ptrdiff_t j = 0; j < c.out_channels; j += kTileColumns) {
      const std::ptrdiff_t columns = minimum(kTileColumns, c.out_channels - j);
      const Tile& tile = tile_for(columns);
      const bool whole = columns == tile.columns;
      if (!whole) pack_panel(product, 0, pixels, j, columns, edge);
      // For each kernel row: [out_h segments of out_w, kernel_w * in]^T x [out_h * out_w, columns]
      TileRun t{};
      t.k = c.out_w;
      t.segments = c.out_h;
      t.a_row_stride = 1;
      t.a_column_stride = c.stride_w * c.in_channels;
      t.a_segment_stride = c.stride_h * image.row_stride;
      t.b = whole ? product.b + j : edge;
      t.b_row_stride = whole ? c.out_channels : tile.columns;
      t.ldc = tile.columns;
      for (std::ptrdiff_t row = 0; row < c.kernel_h; ++row) {
        const std::ptrdiff_t rows = c.kernel_w * c.in_channels;
        t.a = read + row * image.row_stride;
        t.c = sums + j * depth + row * rows * tile.columns;
        t.partial = t.c;
        run_down(t, tile, Finish::raw, rows);
      }
    }
  }
  for (std::ptrdiff_t j = 0; j < c.out_channels; j += kTileColumns) {
    finish_columns(run_at(product, 0, j), sums + j * depth, depth,
                   minimum(kTileColumns, c.out_channels - j));
  }
}

}  // namespace pipette::kernels::PIPETTE_ISA
