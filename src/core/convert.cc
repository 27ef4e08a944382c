#include "core/convert.h"

namespace pipette {

void convert_elements(const void* source, DType source_dtype, void* destination,
                      DType destination_dtype, std::int64_t count) {
  with_type(source_dtype, [&](auto source_tag) {
    using From = typename decltype(source_tag)::type;
    with_type(destination_dtype, [&](auto destination_tag) {
      using To = typename decltype(destination_tag)::type;
      const From* from = static_cast<const From*>(source);
      To* to = static_cast<To*>(destination);
      for (std::int64_t i = 0; i < count; ++i) to[i] = convert_element<To>(from[i]);
    });
  });
}

}  // namespace pipette
