#include "render/gl_objects.h"

#include <algorithm>
#include <vector>

#include "core/error.h"

namespace pipette::render {
namespace {

std::string shader_log(GLuint shader) {
  GLint length = 0;
  glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
  std::vector<char> text(static_cast<std::size_t>(std::max(length, 1)), '\0');
  glGetShaderInfoLog(shader, static_cast<GLsizei>(text.size()), nullptr, text.data());
  return std::string(text.data());
}

GLuint compile(const std::string& file, GLenum kind, std::string_view source) {
  const GLuint shader = glCreateShader(kind);
  const char* text = source.data();
  const auto length = static_cast<GLint>(source.size());
  glShaderSource(shader, 1, &text, &length);
  glCompileShader(shader);
  GLint compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled == 0) {
    const std::string log = shader_log(shader);
    glDeleteShader(shader);
    throw Internal("shaders/" + file + " does not compile: " + log);
  }
  return shader;
}

}  // namespace

GlProgram::GlProgram(const std::string& name, ShaderPair source) {
  const GLuint vertex = compile(name + ".vert", GL_VERTEX_SHADER, source.vertex);
  const GLuint fragment = compile(name + ".frag", GL_FRAGMENT_SHADER, source.fragment);
  id_ = glCreateProgram();
  glAttachShader(id_, vertex);
  glAttachShader(id_, fragment);
  glLinkProgram(id_);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  GLint linked = 0;
  glGetProgramiv(id_, GL_LINK_STATUS, &linked);
  if (linked == 0) {
    char log[1024] = "";
    glGetProgramInfoLog(id_, sizeof log, nullptr, log);
    glDeleteProgram(id_);
    throw Internal("shaders/" + name + ".vert and .frag do not link: " + log);
  }
}

void GlBuffer::upload(const void* data, std::size_t size_bytes) {
  bind();
  if (size_bytes > capacity_bytes_) {
    capacity_bytes_ = std::max(size_bytes, 2 * capacity_bytes_);
    glBufferData(target_, static_cast<GLsizeiptr>(capacity_bytes_), nullptr, GL_DYNAMIC_DRAW);
  }
  if (size_bytes > 0) glBufferSubData(target_, 0, static_cast<GLsizeiptr>(size_bytes), data);
}

namespace {

GLuint make_texture(GLint filter) {
  GLuint id = 0;
  glGenTextures(1, &id);
  glBindTexture(GL_TEXTURE_2D, id);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  return id;
}

}  // namespace

GlTexture::GlTexture(int width, int height, const void* rgba, GLint filter)
    : id_(make_texture(filter)) {
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
}

void GlTexture::update(int x, int y, int width, int height, const void* rgba, int row_texels) {
  glBindTexture(GL_TEXTURE_2D, id_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, row_texels);
  glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

GlRecords::GlRecords() : id_(make_texture(GL_NEAREST)) {}

void GlRecords::upload(const void* data, std::size_t count) {
  glBindTexture(GL_TEXTURE_2D, id_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, kWidth, static_cast<GLsizei>(count / kWidth), 0,
               GL_RGBA_INTEGER, GL_UNSIGNED_INT, data);
}

}  // namespace pipette::render
