// A stream buffer that writes to a file opened by its descriptor: std::ofstream takes paths only
// and supports neither O_EXCL nor O_NOFOLLOW.
//
//   DescriptorBuffer buffer(open("a.csv", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666));
//   std::ostream(&buffer) << "step,loss\n";
//   buffer.close();                        // false if not everything could be written
//
// A stream on it fails as soon as a write fails. For one thread.
#pragma once

#include <array>
#include <streambuf>

namespace pipette {

class DescriptorBuffer : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor);  // takes ownership and closes it
  ~DescriptorBuffer() override;
  DescriptorBuffer(const DescriptorBuffer&) = delete;
  DescriptorBuffer& operator=(const DescriptorBuffer&) = delete;

  int descriptor() const { return descriptor_; }
  bool close();

 protected:
  int_type overflow(int_type sign) override;
  int sync() override;

 private:
  bool flush();

  int descriptor_;
  std::array<char, 1 << 16> waiting_;
};

}  // namespace pipette
