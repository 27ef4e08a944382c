#include <algorithm>
#include <type_traits>

#include "experiment/field.h"
#include "experiment/json_values.h"
#include "experiment/layer_json.h"

namespace pipette::experiment {

namespace {

template <class T>
constexpr FieldType type_of() {
  if constexpr (std::is_same_v<T, bool>) return FieldType::boolean;
  if constexpr (std::is_enum_v<T>) return FieldType::choice;
  if constexpr (std::is_integral_v<T>) return FieldType::integer;
  if constexpr (std::is_floating_point_v<T>) return FieldType::real;
  if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) return FieldType::integers;
  if constexpr (std::is_same_v<T, std::vector<std::string>>) return FieldType::texts;
  if constexpr (std::is_same_v<T, std::vector<LayerSpec>>) return FieldType::layers;
  return FieldType::text;
}

template <class T>
Json to_value(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return to_word(value);
  } else if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) {
    return value.size() == 1 ? Json(value[0]) : Json(value);
  } else if constexpr (std::is_same_v<T, std::vector<LayerSpec>>) {
    return layers_to_json(value);
  } else {
    return value;
  }
}

// `member` gives a reference to the member of an experiment, const or not.
template <class Member>
Field bound(Member member, Field field) {
  using T = std::remove_cvref_t<decltype(member(std::declval<Experiment&>()))>;
  field.type = type_of<T>();
  field.get = [member](const Experiment& e) { return to_value(member(e)); };
  field.set = [member, name = field.name](Experiment& e, const Json& value) {
    read_field(name, value, member(e));
  };
  if constexpr (std::is_enum_v<T>) {
    for (const auto& choice : Choices<T>::kChoices) {
      field.choices.push_back({choice.word, choice.label});
    }
  }
  return field;
}

#define PIPETTE_MEMBER(path) \
  [](auto& e) -> auto& { return e.path; }

using enum ProgramKind;
constexpr Programs kAll = Programs::all_but({});
constexpr Programs kWithImages = Programs::all_but({arithmetic});
constexpr Programs kTraining = Programs::all_but({arithmetic, benchmark});
constexpr Programs kAccumulating = {pipelined, keras, inspected};
constexpr Programs kWithDevice = Programs::all_but({benchmark});
constexpr Programs kWithInfeed = Programs::all_but({without_feeds, benchmark});
constexpr Programs kSideBySide = {with_feeds, without_feeds};

const char* needs_stages(const Experiment& e) {
  return e.num_stages() < 2 ? "it needs at least 2 stages" : nullptr;
}
const char* needs_accumulation(const Experiment& e) {
  return e.pipeline.gradient_accumulation_count < 2
             ? "it needs a gradient_accumulation_count of at least 2"
             : nullptr;
}
const char* needs_state(const Experiment& e) {
  if (!has_state(e.training.optimizer)) return "it needs an optimizer with state, and sgd has none";
  const bool updates_apart = e.num_stages() > 1 || e.pipeline.gradient_accumulation_count > 1;
  return updates_apart ? nullptr : "it needs several stages, or gradients that are accumulated";
}
const char* needs_shares(const Experiment& e) {
  if (e.pipeline.replicas < 2) return "it needs at least 2 replicas";
  return needs_state(e);
}

std::pair<std::string, std::string> words_of_steps(const Experiment& e) {
  const ProgramKind kind = catalogue_entry(e.name).kind;
  if (kind == benchmark) return {"Batches", "Batches that the host makes in all."};
  if (kind == arithmetic) return {"Steps", "Iterations of the loop on the device in all."};
  if (std::string_view(e.step_unit()) == "weight update") {
    return {"Weight updates", "Weight updates in all; each learns from all of its mini-batches."};
  }
  return {"Steps", "Training steps in all: mini-batches that the network learns from."};
}

std::pair<std::string, std::string> words_of_run(const Experiment& e) {
  switch (catalogue_entry(e.name).kind) {
    case with_feeds:
    case without_feeds:
      return {"Steps per execution",
              "Training steps in one Engine::run, with feeds. More steps share the cost of one "
              "call from the host. Without feeds it is always one."};
    case keras:
      return {"Per engine run", "Mini-batches of one execution, which is an epoch here."};
    case benchmark:
      return {"Per epoch", "Batches that are timed together."};
    case loops:
      return {"Per engine run", "Mini-batches of one Engine::run, which is an epoch here."};
    case arithmetic:
      return {"Per engine run", "Iterations of the loop in one Engine::run."};
    default:
      return {"Per engine run", "Weight updates in one Engine::run."};
  }
}

void add_training(std::vector<Field>& all) {
  const std::string group = "Training";
  all.push_back(bound(PIPETTE_MEMBER(training.steps),
                      {.name = "steps",
                       .label = "Steps",
                       .help = "Training steps in all. A step is a mini-batch; for mnist-pipelined "
                               "and the inspect programs of TensorFlow 1 it is a weight update.",
                       .minimum = 1,
                       .maximum = 1e9,
                       .growth = Growth::one_two_five,
                       .programs = kAll,
                       .group = group,
                       .panel = kAll,
                       .words = words_of_steps}));
  all.push_back(bound(PIPETTE_MEMBER(training.steps_per_execution),
                      {.name = "steps_per_execution",
                       .label = "Steps per execution",
                       .help = "Steps of one engine run. A run is never cut short, so the steps in "
                               "all are rounded up to whole runs.",
                       .minimum = 1,
                       .maximum = 1e6,
                       .growth = Growth::one_two_five,
                       .programs = Programs::all_but({without_feeds}),
                       .group = group,
                       .panel = kAll,
                       .words = words_of_run}));
  all.push_back(bound(PIPETTE_MEMBER(training.batch_size), {.name = "batch_size",
                                                            .label = "Batch size",
                                                            .help = "Images in one mini-batch.",
                                                            .minimum = 1,
                                                            .maximum = 10000,
                                                            .growth = Growth::doubles,
                                                            .programs = kWithImages,
                                                            .group = group,
                                                            .panel = kWithImages}));
  all.push_back(bound(PIPETTE_MEMBER(training.learning_rate),
                      {.name = "learning_rate",
                       .label = "Learning rate",
                       .help = "How far one step of the optimizer goes.",
                       .minimum = 0,
                       .maximum = 1000,
                       .programs = kTraining,
                       .group = group,
                       .panel = kTraining}));
}

void add_model_and_data(std::vector<Field>& all) {
  all.push_back(
      bound(PIPETTE_MEMBER(model.hidden_units), {.name = "hidden_units",
                                                 .label = "Hidden units",
                                                 .help = "Widths of the hidden layers.",
                                                 .minimum = 1,
                                                 .maximum = 4096,
                                                 .min_items = 1,
                                                 .max_items = 64,
                                                 .growth = Growth::doubles,
                                                 .programs = {with_feeds, without_feeds, pipelined},
                                                 .group = "Model"}));
  all.push_back(bound(PIPETTE_MEMBER(training.seed),
                      {.name = "seed",
                       .label = "Seed",
                       .help = "Of the initial weights, the order of the images and the generated "
                               "digits: the same seed gives the same bits everywhere.",
                       .minimum = 0,
                       .maximum = 0x1p53,
                       .programs = kTraining,
                       .group = "Training",
                       .panel = kTraining}));
  all.push_back(bound(PIPETTE_MEMBER(training.data),
                      {.name = "data",
                       .label = "Data",
                       .help = "\"digits\" for generated digits, or the name of data that was "
                               "loaded.",
                       .has_flag = false,
                       .programs = kWithImages,
                       .group = "Training"}));
  all.push_back(
      bound(PIPETTE_MEMBER(training.optimizer), {.name = "optimizer",
                                                 .label = "Optimizer",
                                                 .help = "What makes weight updates of gradients.",
                                                 .programs = kTraining,
                                                 .group = "Training",
                                                 .panel = {pipelined, keras}}));
}

Field remote(std::string name, std::string label, std::string help) {
  Field field;
  field.name = std::move(name);
  field.label = std::move(label);
  field.help = std::move(help);
  field.choices = {{"false", "On IPU"}, {"true", "Remote"}};
  field.programs = kAccumulating;
  field.lacks = needs_stages;
  field.group = "Memory";
  field.panel = {pipelined, keras};
  return field;
}

void add_pipeline(std::vector<Field>& all) {
  const std::string group = "Pipeline";
  all.push_back(bound(PIPETTE_MEMBER(pipeline.stages),
                      {.name = "stages",
                       .label = "Stages",
                       .help = "Parts that the network is cut into, each on an IPU; 1 for no "
                               "pipeline. Keras models have the stages of their layers.",
                       .minimum = 1,
                       .maximum = 66,
                       .programs = {pipelined, inspected},
                       .group = group,
                       .panel = {pipelined}}));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.schedule),
                      {.name = "pipeline_schedule",
                       .label = "Schedule",
                       .help = "In which order stages work on mini-batches.",
                       .flags = "--schedule",
                       .programs = kAccumulating,
                       .lacks = needs_stages,
                       .group = group,
                       .panel = {pipelined, keras}}));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.gradient_accumulation_count),
                      {.name = "gradient_accumulation_count",
                       .label = "Mini-batches",
                       .help = "Gradient accumulation count: mini-batches between two weight "
                               "updates.",
                       .flags = "--gradient-accumulation",
                       .minimum = 1,
                       .maximum = 1e6,
                       .programs = kAccumulating,
                       .group = group,
                       .panel = kAccumulating}));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.device_mapping),
                      {.name = "device_mapping",
                       .label = "IPUs",
                       .help = "The IPU of each stage, in order. Stages may share one: 0, 1, 1, 0.",
                       .minimum = 0,
                       .maximum = DeviceConfig::kMaxIpus - 1,
                       .max_items = 66,
                       .programs = kAccumulating,
                       .lacks = needs_stages,
                       .group = group,
                       .panel = {pipelined, keras}}));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.reduction_method),
                      {.name = "reduction_method",
                       .label = "Gradients of mini-batches",
                       .help = "What the weight update gets of the accumulated gradients.",
                       .flags = "--reduction",
                       .programs = kAccumulating,
                       .lacks = needs_accumulation,
                       .group = "Training",
                       .panel = {pipelined, keras},
                       .captioned = true}));
  Field recompute = remote("recompute", "Recompute",
                           "Activations are computed again in the backward pass, instead of being "
                           "stashed.");
  recompute.choices = {{"false", "Stash activations"}, {"true", "Recompute them"}};
  all.push_back(bound(PIPETTE_MEMBER(pipeline.recompute), recompute));
  Field state = remote("offload_weight_update_variables", "Optimizer state",
                       "Momentum and the like. Remote: it lies in streaming memory and is loaded "
                       "for the weight update only.");
  state.flags = "!--keep-state";
  state.lacks = needs_state;
  all.push_back(bound(PIPETTE_MEMBER(pipeline.offload_weight_update_variables), state));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.offload_gradient_accumulation_buffers),
                      remote("offload_gradient_accumulation_buffers", "Accumulators",
                             "Sums of gradients. Remote: they are fetched and put back for every "
                             "mini-batch.")));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.offload_activations),
                      remote("offload_activations", "Activations",
                             "Stashed for the backward pass. Remote: they go to streaming memory "
                             "and come back when they are wanted.")));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.offload_weights),
                      remote("offload_weights", "Weights",
                             "Remote: they are fetched from streaming memory for every forward and "
                             "backward pass of their stage.")));
  Field shares = remote("replicated_optimizer_state_sharding", "Shard state",
                        "Each replica keeps a share of the optimizer state instead of a copy; the "
                        "state must be remote.");
  shares.flags = "--shard-state";
  shares.choices = {{"false", "Off"}, {"true", "On"}};
  shares.lacks = needs_shares;
  all.push_back(bound(PIPETTE_MEMBER(pipeline.replicated_optimizer_state_sharding), shares));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.replicas),
                      {.name = "replicas",
                       .label = "Replicas",
                       .help = "Copies of the whole program, each on IPUs of its own and with "
                               "mini-batches of its own; they share their gradients.",
                       .minimum = 1,
                       .maximum = DeviceConfig::kMaxIpus,
                       .growth = Growth::doubles,
                       .programs = kAccumulating,
                       .group = group,
                       .panel = {pipelined}}));
}

Field filters(std::string name, std::string label, std::string help) {
  Field field;
  field.name = std::move(name);
  field.label = std::move(label);
  field.help = std::move(help);
  field.min_items = 1;
  field.max_items = 64;
  field.programs = {keras, inspected};
  field.group = "Filters";
  field.panel = {keras, inspected};
  return field;
}

void add_inspection(std::vector<Field>& all) {
  all.push_back(
      bound(PIPETTE_MEMBER(model.layers), {.name = "layers",
                                           .label = "Layers",
                                           .help = "The layers of the model, with their stages.",
                                           .max_items = 32,
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
  all.push_back(bound(PIPETTE_MEMBER(inspection.gradients_filters),
                      filters("gradients_filters", "Gradients",
                              "Parts of the names of gradients that come to the host; none for "
                              "all of them.")));
  all.push_back(bound(PIPETTE_MEMBER(inspection.activations_filters),
                      filters("activations_filters", "Activations",
                              "Parts of the names of activations that come to the host; none for "
                              "all of them.")));
  all.push_back(bound(PIPETTE_MEMBER(inspection.outfeed_pre_accumulated_gradients),
                      {.name = "outfeed_pre_accumulated_gradients",
                       .label = "Gradients",
                       .help = "Those of every mini-batch, or what the weight update gets of them.",
                       .choices = {{"false", "Accumulated"}, {"true", "Each mini-batch"}},
                       .programs = {keras, inspected},
                       .lacks = needs_accumulation,
                       .group = "Outfeeds",
                       .panel = {keras, inspected},
                       .captioned = true}));
}

void add_feeds(std::vector<Field>& all) {
  all.push_back(bound(PIPETTE_MEMBER(feeds.prefetch_depth),
                      {.name = "prefetch_depth",
                       .label = "Prefetch depth",
                       .help = "Mini-batches that the infeed queue holds ready on the host.",
                       .minimum = 1,
                       .maximum = 255,
                       .programs = kWithInfeed,
                       .group = "Training",
                       .panel = kWithInfeed}));
  all.push_back(bound(PIPETTE_MEMBER(feeds.buffer_depth),
                      {.name = "buffer_depth",
                       .label = "Outfeed depth",
                       .help = "Elements that lie between the device and the host.",
                       .minimum = 1,
                       .maximum = 255,
                       .programs = {with_feeds, pipelined, keras, inspected, arithmetic},
                       .group = "Feeds"}));
  all.push_back(bound(PIPETTE_MEMBER(feeds.outfeed_mode),
                      {.name = "outfeed_mode",
                       .label = "Outfeed keeps",
                       .help = "Every loss, or only the last one before the host reads.",
                       .programs = {with_feeds, pipelined},
                       .group = "Feeds"}));
  all.push_back(
      bound(PIPETTE_MEMBER(feeds.dequeue), {.name = "dequeue",
                                            .label = "Host reads losses",
                                            .help = "When the host takes what lies in the outfeed.",
                                            .programs = {with_feeds, pipelined},
                                            .group = "Feeds"}));
}

// The limits are those of HostOptions::validate().
Field of_host(std::string name, std::string label, std::string help, std::string unit,
              const HostOptions::Limits& limits, bool shown = false) {
  Field field;
  field.name = "host." + std::move(name);
  field.label = std::move(label);
  field.help = std::move(help);
  field.unit = std::move(unit);
  field.minimum = limits.minimum;
  field.maximum = limits.maximum;
  field.programs = kWithDevice;
  field.group = "Modelled host";
  if (shown) field.panel = kSideBySide;
  return field;
}

void add_machine(std::vector<Field>& all) {
  all.push_back(bound(PIPETTE_MEMBER(device.architecture),
                      {.name = "device.architecture",
                       .label = "Architecture",
                       .help = "Which generation of IPU is modelled: Mk1, Mk2 or Bow.",
                       .flags = "--architecture",
                       .programs = kAll,
                       .group = "Machine"}));
  all.push_back(bound(PIPETTE_MEMBER(device.layout_changes),
                      {.name = "device.layout_changes",
                       .label = "Layout changes",
                       .help = "Whether rearranging operands and results takes modelled time.",
                       .choices = {{"false", "Free"}, {"true", "Modelled"}},
                       .programs = kWithImages,
                       .group = "Machine"}));
  using Limits = HostOptions;
  all.push_back(bound(PIPETTE_MEMBER(device.host.call_us),
                      of_host("call_us", "One call",
                              "What the host spends on one Strategy::run before the IPU starts.",
                              "µs", Limits::kMicroseconds, true)));
  all.push_back(bound(
      PIPETTE_MEMBER(device.host.element_us),
      of_host("element_us", "Prepare a batch", "What the data pipeline spends on one mini-batch.",
              "µs", Limits::kMicroseconds, true)));
  all.push_back(bound(PIPETTE_MEMBER(device.host.handshake_begin_us),
                      of_host("handshake_begin_us", "Handshake before data",
                              "How long the host takes to answer before the data of a stream.",
                              "µs", Limits::kMicroseconds)));
  all.push_back(bound(PIPETTE_MEMBER(device.host.handshake_end_us),
                      of_host("handshake_end_us", "Handshake after data",
                              "How long the host takes to answer after the data of a stream.", "µs",
                              Limits::kMicroseconds)));
  all.push_back(bound(
      PIPETTE_MEMBER(device.host.data_phase_cycles),
      of_host("data_phase_cycles", "Data phase",
              "The fixed part of moving the data of one element.", "cycles", Limits::kCycles)));
  all.push_back(bound(PIPETTE_MEMBER(device.host.host_bytes_per_second),
                      of_host("host_bytes_per_second", "Host link",
                              "How fast data moves between the host's memory and the IPU.", "B/s",
                              Limits::kBytesPerSecond)));
  all.push_back(bound(PIPETTE_MEMBER(device.host.staging_bytes_per_second),
                      of_host("staging_bytes_per_second", "Staging",
                              "How fast the host copies an element into the buffer of its stream.",
                              "B/s", Limits::kBytesPerSecond)));
  Field compile = of_host("compile_seconds", "Compile",
                          "Added once to the modelled total; an input, never simulated.", "s",
                          Limits::kSeconds, true);
  compile.flags = "--compile-seconds";
  all.push_back(bound(PIPETTE_MEMBER(device.host.compile_seconds), compile));
}

#undef PIPETTE_MEMBER

std::vector<Field> make_fields() {
  std::vector<Field> all;
  Field name;
  name.name = "experiment";
  name.label = "Experiment";
  name.help = "The program, by its name in the catalogue.";
  name.has_flag = false;  // it is the command's argument
  name.programs = kAll;
  all.push_back(bound(
      [](auto& e) -> auto& { return e.name; }, name));
  add_training(all);
  add_model_and_data(all);
  add_pipeline(all);
  add_inspection(all);
  add_feeds(all);
  add_machine(all);
  return all;
}

}  // namespace

const std::vector<Field>& fields() {
  static const std::vector<Field> all = make_fields();
  return all;
}

const Field& field_named(const std::string& name) {
  std::string known;
  for (const Field& field : fields()) {
    if (field.name == name) return field;
    known += (known.empty() ? "" : ", ") + field.name;
  }
  throw NotFound(fmt::format("an experiment has no field \"{}\"; it has {}", name, known));
}

std::string why_meaningless(const Field& field, const Experiment& e) {
  const CatalogueEntry& program = catalogue_entry(e.name);
  if (!field.programs.contains(program.kind)) {
    return fmt::format("has no meaning for \"{}\"", e.name);
  }
  const char* lacks = field.lacks ? field.lacks(e) : nullptr;
  return lacks == nullptr ? "" : fmt::format("has no meaning for this \"{}\": {}", e.name, lacks);
}

namespace {

template <class Which>
Experiment with_defaults(Experiment e, Which which) {
  const Experiment usual = Experiment::defaults(e.name);
  // Twice: what one field lacks may be given by another that loses its meaning.
  for (int round = 0; round < 2; ++round) {
    for (const Field& field : fields()) {
      if (which(field) && !why_meaningless(field, e).empty()) field.set(e, field.get(usual));
    }
  }
  return e;
}

}  // namespace

Experiment with_meaning(Experiment e) {
  return with_defaults(std::move(e), [](const Field&) { return true; });
}

Experiment with_meaning_kept(Experiment e, const Experiment& before) {
  return with_defaults(std::move(e),
                       [&](const Field& field) { return why_meaningless(field, before).empty(); });
}

}  // namespace pipette::experiment
