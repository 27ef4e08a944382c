#include "kernels/dropout.h"

#include "core/random.h"

namespace pipette::kernels {

void dropout(const DropoutMask& mask, std::int32_t step, const float* x, float* y,
             std::int64_t count) {
  RandomStream random(mask.seed, "dropout", static_cast<std::uint32_t>(step));
  const auto threshold = static_cast<std::uint32_t>(mask.rate * 0x1p32);
  const auto scale = static_cast<float>(1.0 / (1.0 - mask.rate));
  for (std::int64_t i = 0; i < count; ++i) {
    y[i] = random.next_u32() < threshold ? 0.0f : x[i] * scale;
  }
}

}  // namespace pipette::kernels
