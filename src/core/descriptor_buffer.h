// What a stream writes to a file that was opened by its descriptor: std::ofstream takes paths only,
// and knows neither O_EXCL nor O_NOFOLLOW.
//
//   DescriptorBuffer buffer(open("a.csv", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666));
//   std::ostream(&buffer) << "step,loss\n";
//   buffer.close();                        // false where not all could be written
//
// A stream on it fails as soon as something could not be written. One thread.
#pragma once

#include <array>
#include <streambuf>

namespace pipette {

class DescriptorBuffer : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor);  // which it closes
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
