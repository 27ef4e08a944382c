// Files of this computer: read in one piece, and written whole or not at all.
//
//   const std::vector<std::byte> bytes = read_file("mnist.gz", 100'000'000);
//
//   OutputFile file("losses.csv");
//   file.stream() << "mini_batch,loss\n";
//   file.commit();
//
// What is written goes to a new file beside it, such as "losses.csv.4711-0.part", which takes its
// name at commit(). So whatever goes wrong before (an error, a full disk, a process that is ended),
// a file of that name is what it was. The new file is made exclusively: what has its name already,
// a link of somebody else's too, is neither followed nor written nor removed. Devices and pipes are
// written directly.
#pragma once

#include <cstddef>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "core/descriptor_buffer.h"

namespace pipette {

// The bytes of a file, or its first `most` + 1 if it has more. Throws NotFound, with the reason,
// where there is no such file or it cannot be read.
std::vector<std::byte> read_file(const std::string& path,
                                 std::size_t most = std::numeric_limits<std::size_t>::max() - 1);

class OutputFile {
 public:
  // Throws NotFound, with the reason, where it cannot be written.
  explicit OutputFile(const std::string& path);
  ~OutputFile();  // without a commit() removes what was written
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return stream_; }
  // Where it is until commit(), for a library that opens its files itself.
  const std::string& part() const { return part_; }
  // Throws ResourceExhausted where not all could be written so far: to be called now and then by
  // who writes for long.
  void check() const;
  // Ends the file and gives it its name. Throws ResourceExhausted where not all could be written,
  // NotFound where the folder is there no more.
  void commit();

 private:
  std::string path_;  // links are followed
  std::string part_;  // where it is written until then
  DescriptorBuffer buffer_;
  std::ostream stream_;
  bool committed_ = false;
};

}  // namespace pipette
