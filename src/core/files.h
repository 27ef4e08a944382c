// Files on this computer, read in one piece and written completely or not at all.
//
//   const std::vector<std::byte> bytes = read_file("mnist.gz", 100'000'000);
//
//   OutputFile file("losses.csv");
//   file.stream() << "mini_batch,loss\n";
//   file.commit();
//
// Output goes to a new file in the same folder, such as "losses.csv.4711-0.part", and commit()
// renames it. Whatever goes wrong before that (an error, a full disk, a process that is ended), a
// file that already has the final name stays as it was. The new file is created exclusively: an
// existing file of that name, or somebody else's link, is neither followed nor written nor removed.
// Devices and pipes are written directly, and "/dev/stdout" is the standard output as it was
// opened, even if that is a file.
#pragma once

#include <cstddef>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "core/descriptor_buffer.h"

namespace pipette {

// Returns the bytes of a file, or the first `most` + 1 of them if it has more. Throws NotFound,
// with the reason, if the file does not exist or cannot be read. "/dev/stdin" is the standard
// input.
std::vector<std::byte> read_file(const std::string& path,
                                 std::size_t most = std::numeric_limits<std::size_t>::max() - 1);

class OutputFile {
 public:
  // Throws NotFound, with the reason, if the file cannot be written.
  explicit OutputFile(const std::string& path);
  ~OutputFile();  // without a commit(), removes what was written
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return stream_; }
  // The path of the new file before commit(), for a library that opens its files itself.
  const std::string& part() const { return part_; }
  // Throws ResourceExhausted if a write has failed so far. Call it now and then while writing for
  // long.
  void check() const;
  // Closes the file and gives it its final name. Throws ResourceExhausted if not everything could
  // be written, NotFound if the folder no longer exists.
  void commit();

 private:
  std::string path_;  // links are followed
  std::string part_;  // where it is written until commit()
  DescriptorBuffer buffer_;
  std::ostream stream_;
  bool committed_ = false;
};

}  // namespace pipette
