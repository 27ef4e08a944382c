#include "program/parallel_copy.h"

#include <algorithm>
#include <cstring>

namespace pipette {

Kernel parallel_copy(const std::vector<BufferMove>& all) {
  std::vector<BufferMove> moves;
  bool tangled = false;
  for (const BufferMove& move : all) {
    if (move.from == move.to) continue;
    moves.push_back(move);
    tangled = tangled || std::any_of(all.begin(), all.end(), [&](const BufferMove& other) {
                return other.to == move.from;
              });
  }
  if (moves.empty()) return nullptr;
  if (!tangled) {
    return [moves](BufferAddresses b) {
      for (const BufferMove& move : moves) std::memcpy(b[move.to], b[move.from], move.num_bytes);
    };
  }
  return [moves](BufferAddresses b) {
    std::vector<std::vector<std::byte>> held;
    for (const BufferMove& move : moves) {
      held.emplace_back(b[move.from], b[move.from] + move.num_bytes);
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
      std::memcpy(b[moves[i].to], held[i].data(), moves[i].num_bytes);
    }
  };
}

}  // namespace pipette
