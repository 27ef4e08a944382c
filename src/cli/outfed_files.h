// The tensors that a program sends to the host, as files for NumPy: one for each tensor and engine
// run, [elements, ...], such as FOLDER/gradients/Dense_128_kernel_0_grad/000002.npy.
//
//   OutfedFiles files("tensors", session);
//   while (!session.advance(to_the_end_of_a_run)) files.append();
//
// Each file is whole as soon as it is there, so what a run that is broken off has written stays
// readable. Characters that names of files lack somewhere become "_".
#pragma once

#include <cstdint>
#include <string>

#include "core/made_folder.h"
#include "session/session.h"

namespace pipette::cli {

class OutfedFiles {
 public:
  // `session` must outlive it. Throws NotFound if the folder cannot be made, and InvalidArgument if
  // it holds anything and the session is at its beginning: the tensors of another run would be
  // among these.
  OutfedFiles(const std::string& folder, const Session& session);

  // Writes what the latest engine run has sent; to be called after each of them. Throws what
  // OutputFile throws.
  void append();
  std::int64_t num_files() const { return num_files_; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  MadeFolder made_;
  const Session& session_;
  std::int64_t runs_written_;
  std::int64_t num_files_ = 0;
};

}  // namespace pipette::cli
