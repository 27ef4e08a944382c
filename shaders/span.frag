#version 300 es
// Colour of a span: one texel of the palette per kind, two mixed where spans were merged; lighter under
// the pointer, pale where another group is marked; corners are cut round.
precision highp float;
precision highp int;

flat in uvec2 kind;
flat in vec4 tint;
flat in vec3 size;
in vec2 from_middle;
uniform sampler2D palette;
uniform vec3 pale;
out vec4 result;

void main() {
  vec4 color = mix(texelFetch(palette, ivec2(int(kind.x), 0), 0),
                   texelFetch(palette, ivec2(int(kind.y), 0), 0), tint.z);
  vec3 lit = mix(mix(color.rgb, vec3(1.0), tint.x), pale, tint.y);
  vec2 beyond = max(abs(from_middle) - size.xy + size.z, 0.0);
  float inside = size.z > 0.0 ? clamp(size.z - length(beyond) + 0.5, 0.0, 1.0) : 1.0;
  result = vec4(lit, color.a * tint.w * inside);
}
