#include <array>

#include "graph/attributes.h"

namespace pipette {
namespace {

constexpr bool pure = false;
constexpr bool effect = true;

// The place of a type in `Attributes`.
template <class Wanted, class... All>
constexpr std::size_t place_of(std::variant<All...>*) {
  std::size_t place = 0;
  static_cast<void>(((std::is_same_v<Wanted, All> ? false : (++place, true)) && ...));
  return place;
}

struct Operator {
  const char* name;
  bool has_side_effect;
  std::size_t attributes;  // their place in `Attributes`
};

constexpr Operator kOperators[] = {
#define PIPETTE_OPERATOR(kind, attributes, effect, gradient, kernel, cost) \
  {#kind, effect, place_of<attributes>(static_cast<Attributes*>(nullptr))},
#include "graph/operators.def"
#undef PIPETTE_OPERATOR
};

const Operator& row(OpKind kind) { return kOperators[static_cast<std::size_t>(kind)]; }

}  // namespace

const char* op_name(OpKind kind) { return row(kind).name; }
bool has_side_effect(OpKind kind) { return row(kind).has_side_effect; }
bool fits(OpKind kind, const Attributes& attributes) {
  return attributes.index() == row(kind).attributes;
}

}  // namespace pipette
