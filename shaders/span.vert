#version 300 es
// One span of a trace per instance: a rectangle between two times on one row.
//
// Times are split into a high and a low float, because a trace of a few seconds has more cycles than
// a float has bits; the difference to the left edge of the view is taken part by part. A span narrower
// than `minimum_width` is drawn that wide, so that nothing which happened is invisible.
precision highp float;
precision highp int;

layout(location = 0) in vec3 span;    // start high, start low, duration
layout(location = 1) in uvec4 place;  // row, kind, group (low byte, high byte)
uniform vec4 view;                    // left edge high, left edge low, pixels per unit, minimum width
uniform vec4 rows;                    // left, top, row pitch, row height, all in framebuffer pixels
uniform vec2 target;                  // framebuffer size in pixels
uniform float right;                  // right edge of the track in framebuffer pixels
uniform int highlight;                // instance under the pointer, or negative
uniform ivec2 marked;                 // group that keeps its colour (negative: all do), 16 * radius
flat out uint kind;
flat out vec2 tint;  // lightness, paleness
flat out vec3 size;  // half width, half height, radius of the corners
out vec2 from_middle;

void main() {
  float from = ((span.x - view.x) + (span.y - view.y)) * view.z;
  float width = max(span.z * view.z, view.w);
  // Clamped to the track: a span much longer than the view keeps its precision.
  float near = rows.x + max(from, -8.0);
  float far = rows.x + min(from + width, right - rows.x + 8.0);
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  float gap = far - near > 4.0 ? 0.5 : 0.0;  // hairline between neighbours once they are wide enough
  float end = max(far - gap, near + gap);
  float x = mix(near + gap, end, corner.x);
  float y = rows.y + float(place.x) * rows.z + corner.y * rows.w;
  size.xy = vec2(end - near - gap, rows.w) * 0.5;
  size.z = min(float(marked.y) / 16.0, 0.35 * size.x * 2.0);
  from_middle = (corner * 2.0 - 1.0) * size.xy;
  kind = place.y;
  bool other = marked.x >= 0 && int(place.z + place.w * 256u) != marked.x;
  tint = vec2(gl_InstanceID == highlight ? 0.28 : 0.0, other ? 0.72 : 0.0);
  gl_Position = vec4(x / target.x * 2.0 - 1.0, 1.0 - y / target.y * 2.0, 0.0, 1.0);
}
