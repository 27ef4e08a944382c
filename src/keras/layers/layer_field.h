// A layer as data: its names and its fields, from which JSON, the schema, the page's model builder,
// the programs in three languages and JavaScript's function for it are made.
//
//   struct DropoutSpec {                            // keras/layers/dropout.h
//     static constexpr LayerNames kNames = {.word = "dropout", .label = "Dropout"};
//     static constexpr char kHelp[] = "Drops elements ...";  // a sentence, or the shapes
//     double rate = 0.5;
//     std::vector<LayerField> fields();             // {{.name = "rate", .member = &rate, ...}}
//     LayerPtr make(const std::string& name) const; // dropout(rate, name)
//     friend bool operator==(const DropoutSpec&, const DropoutSpec&) = default;
//   };
//
// Options that C++'s function takes in a struct are a member `options`. A kind that the model
// builder does not insert with its defaults has `static DropoutSpec suggested(bool last)`, where
// `last` says that no layer follows. The kinds are listed in keras/layers.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "graph/window.h"
#include "keras/activation.h"
#include "keras/layer.h"
#include "training/initializers.h"

namespace pipette::keras {

// The limit of units, filters and windows in an experiment.
inline constexpr std::int64_t kMaxLayerSize = 4096;

struct LayerNames {
  const char* word;   // "max_pooling2d": C++'s function, JSON; in camelCase JavaScript's function
  const char* label;  // "MaxPooling2D": Keras' class
  const char* python = "keras.layers.";  // the module of the class
  bool takes_images = false;             // [batch, height, width, channels]
  bool merges = false;                   // several inputs: not for experiments, which are chains
};

// Where a field is an argument without a name; elsewhere it is an option, or a keyword argument.
enum class Positional : std::uint8_t { nowhere, in_cpp, in_cpp_and_python, everywhere };

using LayerMember = std::variant<std::int64_t*, double*, bool*, Window*, std::optional<Window>*,
                                 std::vector<std::int64_t>*, Activation*, Padding*, Initializer*>;

struct LayerField {
  const char* name;    // as Keras has it; in camelCase in JavaScript
  LayerMember member;  // of the spec whose fields these are
  Positional positional = Positional::nowhere;
  bool left_out = false;        // of JSON: it has its default, and older JSON lacks it
  const char* label = nullptr;  // in the model builder, which does not show a field without one
  const char* help = "";
  bool more = false;  // among the fields that the builder unfolds
  double minimum = 1, maximum = kMaxLayerSize;
  // The keyword argument of Python, where it is not "name=value".
  const char* python = nullptr;
};

// The fields of layers with an activation, of layers with a kernel, and of windows that move.
inline LayerField activation_field(Activation& activation) {
  return {.name = "activation",
          .member = &activation,
          .positional = Positional::in_cpp,
          .label = "Activation"};
}
struct KernelMembers {
  bool* use_bias;
  Initializer* kernel_initializer;
  double* kernel_l2;
};
void add_kernel_fields(std::vector<LayerField>& fields, const KernelMembers& of,
                       const KernelMembers& usual);
template <class Options>
void add_kernel_fields(std::vector<LayerField>& fields, Options& options) {
  Options usual;
  const auto members = [](Options& of) {
    return KernelMembers{&of.use_bias, &of.kernel_initializer, &of.kernel_l2};
  };
  add_kernel_fields(fields, members(options), members(usual));
}
inline LayerField padding_field(Padding& padding) {
  return {.name = "padding", .member = &padding, .label = "Padding", .more = true};
}

}  // namespace pipette::keras
