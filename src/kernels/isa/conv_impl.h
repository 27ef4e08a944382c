// Convolutions of one instruction set, on the register tiles of the matrix product: a patch is
// kernel_h segments of a padded image (TileRun), so nothing is gathered. Included only by the
// isa_*.cc units (see simd.h).
//
// Processes one row of outputs at a time, or the whole image for the filter's gradient, one panel
// of columns after the other.
#pragma once

#include "kernels/isa/conv_one_channel_impl.h"

namespace pipette::kernels::PIPETTE_ISA {

// The convolution as a product, for packing and epilogues: c.filter is the right operand.
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

// Columns after the last whole panel, padded to the columns of their tile; 0 if there are none.
inline std::ptrdiff_t edge_columns(const ConvCall& c) {
  const std::ptrdiff_t rest = c.out_channels % kTileColumns;
  const Tile& tile = tile_for(rest);
  return rest == 0 || rest == tile.columns ? 0 : tile.columns;
}

std::ptrdiff_t conv_scratch(const ConvCall& c) {
  if (goes_to_one_channel(c)) return one_channel_scratch(c);
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
  if (goes_to_one_channel(c)) return conv2d_to_one_channel(c);
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

// result [kernel_h, kernel_w, in, out] = patches of x times the gradient c.filter [batch, out_h,
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
