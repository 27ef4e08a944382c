#version 300 es
// Six vertices a span of a trace: a rectangle between two times on one row.
//
// Times are split into a high and a low float, because a trace of a few seconds has more cycles than
// a float has bits; the difference to the left edge of the view is taken part by part. A span narrower
// than `minimum_width` is drawn that wide, so that nothing which happened is invisible.
precision highp float;
precision highp int;

uniform highp usampler2D records;     // start high, start low, duration; row, kind and group in one
uniform int first;                    // record of the first vertex
uniform vec4 view;                    // left edge high, left edge low, pixels per unit, minimum width
uniform vec4 rows;                    // left, top, row pitch, row height, all in framebuffer pixels
uniform vec2 target;                  // framebuffer size in pixels
uniform float right;                  // right edge of the track in framebuffer pixels
uniform int highlight;                // record under the pointer, or negative
uniform ivec2 marked;                 // group that keeps its colour (negative: all do), 16 * radius
flat out uvec2 kind;
flat out vec4 tint;  // lightness, paleness, share of the second kind, coverage
flat out vec3 size;  // half width, half height, radius of the corners
out vec2 from_middle;

void main() {
  int number = first + gl_VertexID / 6;
  int turn = gl_VertexID % 6;
  uvec4 record = texelFetch(records, ivec2(number & 511, number >> 9), 0);
  vec3 span = uintBitsToFloat(record.xyz);
  float row = float(record.w & 255u);
  uint group = record.w >> 16u;
  bool merged = (record.w & 0x8000u) != 0u;
  float from = ((span.x - view.x) + (span.y - view.y)) * view.z;
  float width = max(span.z * view.z, view.w);
  // Clamped to the track: a span much longer than the view keeps its precision.
  float near = rows.x + max(from, -8.0);
  float far = rows.x + min(from + width, right - rows.x + 8.0);
  vec2 corner = vec2(turn == 1 || turn == 2 || turn == 4, turn == 2 || turn == 4 || turn == 5);
  // A hairline between neighbours once they are wide enough.
  float gap = far - near > 4.0 && !merged ? 0.5 : 0.0;
  float end = max(far - gap, near + gap);
  float x = mix(near + gap, end, corner.x);
  float y = rows.y + row * rows.z + corner.y * rows.w;
  size.xy = vec2(end - near - gap, rows.w) * 0.5;
  size.z = merged ? 0.0 : min(float(marked.y) / 16.0, 0.35 * size.x * 2.0);
  from_middle = (corner * 2.0 - 1.0) * size.xy;
  kind = uvec2(record.w >> 8u & 127u, group & 15u);
  bool other = marked.x >= 0 && (merged || int(group) != marked.x);
  tint = vec4(number == highlight ? 0.28 : 0.0, other ? 0.72 : 0.0, 0.0, 1.0);
  if (merged) tint.zw = vec2(group >> 4u & 63u, group >> 10u) / 63.0;
  gl_Position = vec4(x / target.x * 2.0 - 1.0, 1.0 - y / target.y * 2.0, 0.0, 1.0);
}
