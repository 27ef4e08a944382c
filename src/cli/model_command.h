// `pipette model matmul`: asks the cost model about one product.
#pragma once

#include <CLI/CLI.hpp>
#include <ostream>
#include <string>

namespace pipette::cli {

class ModelCommand {
 public:
  ModelCommand(CLI::App& app, std::ostream& out);

 private:
  void matmul() const;

  std::ostream& out_;
  std::int64_t m_ = 0, k_ = 0, n_ = 0;
  std::string dtype_ = "float32";
  std::string architecture_ = "Mk2";
  bool no_layout_changes_ = false;
  bool json_ = false;
};

}  // namespace pipette::cli
