// The layers of a model, and which of its tensors come to the host.
#include "experiment/field_binding.h"

namespace pipette {

namespace {

Field filters(std::string name, std::string label, std::string help) {
  using enum ProgramKind;
  Field field;
  field.name = std::move(name);
  field.label = std::move(label);
  field.help = std::move(help);
  field.max_items = 64;
  field.programs = {keras, inspected};
  field.group = "Filters";
  field.panel = field.everyday = {keras, inspected};
  return field;
}

}  // namespace

void add_inspection_fields(std::vector<Field>& all) {
  using enum ProgramKind;
  all.push_back(
      bound(PIPETTE_MEMBER(model.layers), {.name = "layers",
                                           .label = "Layers",
                                           .help = "The layers of the model, with their stages.",
                                           .max_items = kMaxLayers,
                                           .programs = {keras},
                                           .group = "Model"}));
  all.push_back(bound(PIPETTE_MEMBER(model.type),
                      {.name = "model_type",
                       .label = "Kind",
                       .help = "Whether the program makes a Sequential model or a functional one; "
                               "the numbers are the same.",
                       .programs = {keras},
                       .group = "Model",
                       .panel = {keras}}));
  all.push_back(bound(
      PIPETTE_MEMBER(inspection.gradients_filters),
      filters("gradients_filters", "Gradients",
              "Gradients come to the host if their names contain one of these words; none: all of "
              "them.")));
  all.push_back(bound(
      PIPETTE_MEMBER(inspection.activations_filters),
      filters(
          "activations_filters", "Activations",
          "Activations come to the host if their names contain one of these words; none: all of "
          "them.")));
  all.push_back(bound(
      PIPETTE_MEMBER(inspection.outfeed_pre_accumulated_gradients),
      {.name = "outfeed_pre_accumulated_gradients",
       .label = "Gradients",
       .help =
           "Whether gradients come out for every mini-batch, or accumulated, as the weight update "
           "uses them.",
       .choices = {{"false", "Accumulated"}, {"true", "Each mini-batch"}},
       .programs = {keras, inspected},
       .lacks = needs_accumulation,
       .group = "Outfeeds",
       .panel = {keras, inspected},
       .everyday = {keras, inspected},
       .captioned = true}));
  all.push_back(bound(
      PIPETTE_MEMBER(inspection.print_tensors),
      {.name = "print_tensors",
       .label = "Print",
       .help = "Tensors that the device sends to the host, which prints them, whenever they are "
               "computed: loss, or a layer's output such as dense_1; none: nothing is printed.",
       .max_items = 64,
       .programs = {with_feeds, without_feeds, pipelined},
       .group = "Output",
       .panel = {with_feeds, without_feeds, pipelined}}));
}

}  // namespace pipette
