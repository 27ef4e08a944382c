// Memory for host arrays. Blocks that a training step frees and soon asks for again stay warm.
//
//   std::byte* bytes = take_block(num_bytes);   // 64-byte aligned, not initialised; null when none
//   give_block(bytes, num_bytes);
//
// Up to eight blocks of 4 KiB to 1 MiB are kept; the oldest goes first. Without this, libc returns
// each batch's memory to the system and faults it in again page by page, every step. Thread-safe.
#pragma once

#include <cstddef>

namespace pipette {

std::byte* take_block(std::size_t num_bytes);
void give_block(std::byte* bytes, std::size_t num_bytes);

}  // namespace pipette
