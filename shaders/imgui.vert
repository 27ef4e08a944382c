#version 300 es
// Dear ImGui's vertices: CSS pixels to clip space. `transform` is {scale x, scale y, offset x, offset y}.
precision highp float;

layout(location = 0) in vec2 position;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 color;
uniform vec4 transform;
out vec2 fragment_uv;
out vec4 fragment_color;

void main() {
  fragment_uv = uv;
  fragment_color = color;
  gl_Position = vec4(position * transform.xy + transform.zw, 0.0, 1.0);
}
