// A folder that is made where it is missing, with those above it, and taken away again where
// nothing came into it.
//
//   const MadeFolder folder("out/today");
//   OutputFile file("out/today/a.csv");      // if it is never committed, "out" is not there
//
// Only what was made is taken away, and only while it is empty. Throws NotFound, with the reason,
// where it cannot be made.
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
