#include "core/made_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "core/error.h"

namespace pipette {

namespace fs = std::filesystem;

MadeFolder::MadeFolder(const std::string& path) {
  std::error_code error;
  for (fs::path folder = path; !folder.empty() && !fs::exists(folder, error);
       folder = folder.parent_path()) {
    made_.push_back(folder.string());
  }
  if (!fs::create_directories(path, error) && error) {
    throw NotFound(fmt::format("cannot make the folder \"{}\": {}", path, error.message()));
  }
}

MadeFolder::~MadeFolder() {
  std::error_code none;
  for (const std::string& folder : made_) fs::remove(folder, none);
}

}  // namespace pipette
