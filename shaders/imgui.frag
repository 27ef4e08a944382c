#version 300 es
// Dear ImGui's fragments: vertex colour times the font atlas or a picture.
precision mediump float;

in vec2 fragment_uv;
in vec4 fragment_color;
uniform sampler2D image;
out vec4 result;

void main() { result = fragment_color * texture(image, fragment_uv); }
