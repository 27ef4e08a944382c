#include "kernels/matmul.h"

#include <string>

#include "core/error.h"
#include "kernels/kernel_table.h"
#include "kernels/scratch.h"

namespace pipette::kernels {
namespace {

void require_size(const char* name, std::int64_t size) {
  if (size < 0) {
    throw InvalidArgument(std::string("matmul: ") + name + " must be at least 0, but it is " +
                          std::to_string(size) + "; the nearest valid value is 0");
  }
}

}  // namespace

void matmul(std::int64_t m, std::int64_t n, std::int64_t k, Matrix a, Matrix b, float* c,
            std::int64_t ldc, const Epilogue& epilogue) {
  require_size("m", m);
  require_size("n", n);
  require_size("k", k);
  if (ldc < n) {
    throw InvalidArgument("matmul: ldc must be at least n = " + std::to_string(n) + ", but it is " +
                          std::to_string(ldc) + "; the nearest valid value is " +
                          std::to_string(n));
  }
  if (m == 0 || n == 0) return;
  const KernelTable& kernels = table();
  const auto size = [](std::int64_t value) { return static_cast<std::ptrdiff_t>(value); };
  MatmulCall call{size(m),
                  size(n),
                  size(k),
                  a.data,
                  size(a.row_stride),
                  size(a.column_stride),
                  b.data,
                  size(b.row_stride),
                  size(b.column_stride),
                  c,
                  size(ldc),
                  &epilogue,
                  nullptr};
  call.scratch = scratch(kernels.matmul_scratch(call));
  kernels.matmul(call);
}

}  // namespace pipette::kernels
