// `pipette model matmul`: queries the cost model about one product.
#pragma once

#include <CLI/CLI.hpp>
#include <ostream>

#include "device/matmul_report.h"

namespace pipette::cli {

class ModelCommand {
 public:
  ModelCommand(CLI::App& app, std::ostream& out);

 private:
  void matmul() const;

  std::ostream& out_;
  MatmulQuestion question_;
  bool json_ = false;
};

}  // namespace pipette::cli
