#include "core/descriptor_buffer.h"

#include <cerrno>
#include <cstddef>

#include <unistd.h>

namespace pipette {

DescriptorBuffer::DescriptorBuffer(int descriptor) : descriptor_(descriptor) {
  setp(waiting_.data(), waiting_.data() + waiting_.size());
}

DescriptorBuffer::~DescriptorBuffer() { close(); }

bool DescriptorBuffer::close() {
  if (descriptor_ < 0) return true;
  const bool written = flush();
  const bool closed = ::close(descriptor_) == 0;
  descriptor_ = -1;
  return written && closed;
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type sign) {
  if (!flush()) return traits_type::eof();
  if (!traits_type::eq_int_type(sign, traits_type::eof())) sputc(traits_type::to_char_type(sign));
  return traits_type::not_eof(sign);
}

int DescriptorBuffer::sync() { return flush() ? 0 : -1; }

bool DescriptorBuffer::flush() {
  const char* next = pbase();
  while (next < pptr()) {
    const ssize_t written = ::write(descriptor_, next, static_cast<std::size_t>(pptr() - next));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    next += written;
  }
  setp(waiting_.data(), waiting_.data() + waiting_.size());
  return true;
}

}  // namespace pipette
