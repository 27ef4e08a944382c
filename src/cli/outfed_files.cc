#include "cli/outfed_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/error.h"
#include "core/files.h"
#include "core/npy.h"

namespace pipette::cli {

namespace {

namespace fs = std::filesystem;

// "Dense_128/kernel:0_grad" becomes "Dense_128_kernel_0_grad".
std::string file_name(std::string text) {
  const auto is_unusual = [](char c) {
    return static_cast<unsigned char>(c) < 32 ||
           std::string_view("/\\:*?\"<>|").find(c) != std::string_view::npos;
  };
  std::replace_if(text.begin(), text.end(), is_unusual, '_');
  if (text.starts_with('.')) text.front() = '_';
  return text.empty() ? "_" : text;
}

}  // namespace

OutfedFiles::OutfedFiles(const std::string& folder, const Session& session)
    : folder_(folder), made_(folder), session_(session), runs_written_(session.status().run) {
  if (runs_written_ > 0 || fs::is_empty(folder)) return;
  throw InvalidArgument(fmt::format(
      "the folder \"{}\" is not empty: the tensors of another run would be among these", folder));
}

void OutfedFiles::append() {
  const std::int64_t runs = session_.status().run;
  if (runs == runs_written_) return;
  runs_written_ = runs;
  for (const OutfedTensor& tensor : session_.observed().record().outfed) {
    if (tensor.run != runs - 1) continue;
    const fs::path place = fs::path(folder_) / file_name(tensor.queue) / file_name(tensor.key);
    const MadeFolder kept_if_filled(place.string());
    OutputFile file((place / fmt::format("{:06}.npy", tensor.run)).string());
    write_npy(tensor.history.latest(), file.stream());
    file.commit();
    ++num_files_;
  }
}

}  // namespace pipette::cli
