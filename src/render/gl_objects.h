// Owners of WebGL2 objects, and shader programs whose errors name the file.
//
//   GlProgram program("span", {span_vert_source, span_frag_source});
//   glUseProgram(program.id());  glUniform1i(program.uniform("palette"), 0);
//   GlBuffer instances(GL_ARRAY_BUFFER);  instances.upload(bytes.data(), bytes.size());
//
// Throws Internal, with the file name and the driver's own message, if a shader does not compile or
// link. After a lost context the ids are meaningless; the owners are simply destroyed and rebuilt
// (deleting an object of a lost context does nothing). One thread: the one that owns the context.
#pragma once

#include <GLES3/gl3.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace pipette::render {

struct ShaderPair {
  std::string_view vertex;
  std::string_view fragment;
};

class GlProgram {
 public:
  // `name` is the name of the file in shaders/ without its extension; only used in messages.
  GlProgram(const std::string& name, ShaderPair source);
  ~GlProgram() { glDeleteProgram(id_); }
  GlProgram(const GlProgram&) = delete;
  GlProgram& operator=(const GlProgram&) = delete;

  GLuint id() const { return id_; }
  GLint uniform(const char* name) const { return glGetUniformLocation(id_, name); }

 private:
  GLuint id_ = 0;
};

class GlBuffer {
 public:
  explicit GlBuffer(GLenum target) : target_(target) { glGenBuffers(1, &id_); }
  ~GlBuffer() { glDeleteBuffers(1, &id_); }
  GlBuffer(const GlBuffer&) = delete;
  GlBuffer& operator=(const GlBuffer&) = delete;

  void bind() const { glBindBuffer(target_, id_); }
  // Binds and replaces the whole content. Capacity grows by doubling, so that it soon stops
  // growing.
  void upload(const void* data, std::size_t size_bytes);

 private:
  GLenum target_;
  GLuint id_ = 0;
  std::size_t capacity_bytes_ = 0;
};

class GlVertexArray {
 public:
  GlVertexArray() { glGenVertexArrays(1, &id_); }
  ~GlVertexArray() { glDeleteVertexArrays(1, &id_); }
  GlVertexArray(const GlVertexArray&) = delete;
  GlVertexArray& operator=(const GlVertexArray&) = delete;
  void bind() const { glBindVertexArray(id_); }

 private:
  GLuint id_ = 0;
};

// RGBA8, clamped at the edges. `filter` is GL_LINEAR or GL_NEAREST.
class GlTexture {
 public:
  GlTexture(int width, int height, const void* rgba, GLint filter);
  ~GlTexture() { glDeleteTextures(1, &id_); }
  GlTexture(const GlTexture&) = delete;
  GlTexture& operator=(const GlTexture&) = delete;

  GLuint id() const { return id_; }
  // Replaces the rectangle x, y, width, height; the source rows are `row_texels` texels apart.
  void update(int x, int y, int width, int height, const void* rgba, int row_texels);

 private:
  GLuint id_ = 0;
};

// Records of 16 bytes, stored as a texture of unsigned integers, that a vertex shader reads by
// index: texelFetch(records, ivec2(i % kWidth, i / kWidth), 0).
class GlRecords {
 public:
  static constexpr std::size_t kWidth = 512;  // of the texture
  static constexpr std::size_t kBytes = 16;

  GlRecords();
  ~GlRecords() { glDeleteTextures(1, &id_); }
  GlRecords(const GlRecords&) = delete;
  GlRecords& operator=(const GlRecords&) = delete;

  GLuint id() const { return id_; }
  // Replaces all records; `count` is a multiple of kWidth.
  void upload(const void* data, std::size_t count);

 private:
  GLuint id_ = 0;
};

}  // namespace pipette::render
