#include "kernels/matmul.h"

#include <memory>
#include <new>
#include <string>

#include "core/error.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels {
namespace {

constexpr std::align_val_t kAlignment{64};
struct AlignedDelete {
  void operator()(float* p) const { ::operator delete(p, kAlignment); }
};

// Panels and partial sums of the product that this thread is computing.
float* scratch(std::ptrdiff_t count) {
  thread_local std::unique_ptr<float, AlignedDelete> memory;
  thread_local std::ptrdiff_t capacity = 0;
  if (capacity < count) {
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    memory.reset(static_cast<float*>(::operator new(bytes, kAlignment)));
    capacity = count;
  }
  return memory.get();
}

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
