#version 300 es
// One span of a trace per instance: a rectangle between two times on one row.
//
// Times are split into a high and a low float, because a trace of a few seconds has more cycles than
// a float has bits; the difference to the left edge of the view is taken part by part. A span narrower
// than `minimum_width` is drawn that wide, so that nothing which happened is invisible.
precision highp float;
precision highp int;

layout(location = 0) in vec3 span;    // start high, start low, duration
layout(location = 1) in uvec4 place;  // row, kind, unused, unused
uniform vec4 view;                    // left edge high, left edge low, pixels per unit, minimum width
uniform vec4 rows;                    // left, top, row pitch, row height, all in framebuffer pixels
uniform vec2 target;                  // framebuffer size in pixels
uniform float right;                  // right edge of the track in framebuffer pixels
uniform int highlight;                // instance under the pointer, or -1
flat out uint kind;
flat out float lightness;

void main() {
  float from = ((span.x - view.x) + (span.y - view.y)) * view.z;
  float width = max(span.z * view.z, view.w);
  // Clamped to the track: a span much longer than the view keeps its precision.
  float near = rows.x + max(from, -8.0);
  float far = rows.x + min(from + width, right - rows.x + 8.0);
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  float gap = far - near > 4.0 ? 0.5 : 0.0;  // hairline between neighbours once they are wide enough
  float x = mix(near + gap, max(far - gap, near + gap), corner.x);
  float y = rows.y + float(place.x) * rows.z + corner.y * rows.w;
  kind = place.y;
  lightness = gl_InstanceID == highlight ? 0.28 : 0.0;
  gl_Position = vec4(x / target.x * 2.0 - 1.0, 1.0 - y / target.y * 2.0, 0.0, 1.0);
}
