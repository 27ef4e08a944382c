// Creates a folder, with its missing parents, and removes it again if nothing was put into it.
//
//   const MadeFolder folder("out/today");
//   OutputFile file("out/today/a.csv");      // if it is never committed, "out" is removed
//
// Only the folders it created are removed, and only while they are empty. Throws NotFound, with the
// reason, if the folder cannot be created.
#pragma once

#include <string>
#include <vector>

namespace pipette {

class MadeFolder {
 public:
  explicit MadeFolder(const std::string& path);
  ~MadeFolder();
  MadeFolder(const MadeFolder&) = delete;
  MadeFolder& operator=(const MadeFolder&) = delete;

 private:
  std::vector<std::string> made_;  // the innermost first
};

}  // namespace pipette
