#include "keras/layers.h"

namespace pipette::keras {

namespace {

template <class... Specs>
std::vector<LayerKind> one_of_each(const std::variant<Specs...>*) {
  return {Specs()...};
}

}  // namespace

const std::vector<LayerKind>& layer_kinds() {
  static const std::vector<LayerKind> kinds = one_of_each(static_cast<LayerKind*>(nullptr));
  return kinds;
}

const LayerNames& names_of(const LayerKind& kind) {
  return *std::visit([](const auto& spec) { return &spec.kNames; }, kind);
}

const char* help_of(const LayerKind& kind) {
  return std::visit([](const auto& spec) -> const char* { return spec.kHelp; }, kind);
}

std::optional<LayerKind> find_layer_kind(std::string_view word) {
  for (const LayerKind& kind : layer_kinds()) {
    if (names_of(kind).word == word) return kind;
  }
  return std::nullopt;
}

LayerKind keras_defaults_of(const LayerKind& kind) {
  LayerKind usual = layer_kinds()[kind.index()];
  std::visit(
      [](auto& spec) {
        if constexpr (requires { spec.options; }) spec.options = {};
      },
      usual);
  return usual;
}

LayerKind suggested(const LayerKind& kind, bool last) {
  return std::visit(
      [last](const auto& spec) -> LayerKind {
        if constexpr (requires { spec.suggested(last); }) return spec.suggested(last);
        return spec;
      },
      kind);
}

std::vector<LayerField> fields_of(LayerKind& kind) {
  return std::visit([](auto& spec) { return spec.fields(); }, kind);
}

LayerPtr make_layer(const LayerKind& kind, const std::string& name) {
  return std::visit([&](const auto& spec) { return spec.make(name); }, kind);
}

}  // namespace pipette::keras
