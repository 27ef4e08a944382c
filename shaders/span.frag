#version 300 es
// Colour of a span: one texel of the palette per kind, a little lighter under the pointer.
precision mediump float;
precision highp int;

flat in uint kind;
flat in float lightness;
uniform sampler2D palette;
out vec4 result;

void main() {
  vec4 color = texelFetch(palette, ivec2(int(kind), 0), 0);
  result = vec4(mix(color.rgb, vec3(1.0), lightness), color.a);
}
