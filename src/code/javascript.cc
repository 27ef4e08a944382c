// JavaScript for this project's module (docs/javascript.md).
#include <algorithm>
#include <cctype>

#include "code/parts.h"
#include "core/camel_case.h"

namespace pipette::code {

namespace {

std::string in_quotes(const std::string& word) { return quoted_list({word}, '\'', "", ""); }

std::string object(const Options& options) {
  std::string text;
  for (const auto& [name, value] : options) {
    text += (text.empty() ? "" : ", ") + name + (value.empty() ? "" : ": " + value);
  }
  return text.empty() ? "" : "{" + text + "}";
}

std::string value_text(std::int64_t value) { return std::to_string(value); }
std::string value_text(double value) { return number(value); }
std::string value_text(bool value) { return value ? "true" : "false"; }
std::string value_text(const Window& value) {
  return value[0] == value[1] ? std::to_string(value[0])
                              : fmt::format("[{}, {}]", value[0], value[1]);
}
std::string value_text(const std::optional<Window>& value) { return value_text(value.value()); }
std::string value_text(const std::vector<std::int64_t>& value) { return "[" + list(value) + "]"; }
template <class Enum>
requires std::is_enum_v<Enum> std::string value_text(Enum value) {
  return in_quotes(to_word(value));
}

std::string layer_call(const LayerSpec& s) {
  std::vector<std::string> arguments;
  Options options;
  keras::visit_values(
      s.kind, keras::keras_defaults_of(s.kind),
      [&](const keras::LayerField& field, const auto& value, const auto& usual) {
        if (field.positional == keras::Positional::everywhere) {
          arguments.push_back(value_text(value));
        } else if (field.positional == keras::Positional::in_cpp_and_python || !(value == usual)) {
          options.emplace_back(camel_case(field.name), value_text(value));
        }
      });
  if (!s.name.empty()) options.emplace_back("name", in_quotes(s.name));
  if (!options.empty()) arguments.push_back(object(options));
  return fmt::format("p.layers.{}({})", camel_case(s.names().word), fmt::join(arguments, ", "));
}

std::string call(const Line& line) {
  if (line.layer != nullptr) return layer_call(*line.layer);
  Options options = {{"name", in_quotes(line.key)}};
  if (!line.final_outfeed) options.emplace_back("finalOutfeed", "false");
  return fmt::format("p.layers.outfeed({}, {})", line.queue, object(options));
}

std::string model_options(const Experiment& e, const std::vector<Line>& lines) {
  Options options = {{"seed", std::to_string(e.training.seed)}};
  if (e.num_stages() > 1)
    options.emplace_back("pipelineStages", "[" + list(stages_of(lines)) + "]");
  if (e.num_ipus() > 1) options.emplace_back("numIpus", std::to_string(e.num_ipus()));
  if (e.device.architecture != DeviceConfig().architecture) {
    options.emplace_back("architecture", in_quotes(e.device.architecture));
  }
  if (!e.device.remote_buffers) options.emplace_back("remoteBuffers", "false");
  if (e.device.selection_order != SelectionOrder::automatic) {
    options.emplace_back("selectionOrder", in_quotes(to_word(e.device.selection_order)));
  }
  if (e.overlapped_io()) {
    options.emplace_back("ioTiles", std::to_string(e.device.io_tiles));
    options.emplace_back("placeOpsOnIoTiles", "true");
  }
  return object(options);
}

std::string make_model(const Experiment& e, const std::vector<Line>& lines) {
  std::string text;
  if (e.model.type == ModelType::sequential) {
    text = "const model = p.sequential([\n";
    for (const Line& line : lines) text += "  " + call(line) + ",\n";
    return text + "], " + model_options(e, lines) + ");\n";
  }
  text = "const input = p.input([28, 28]);\nlet x = input;\n";
  for (const Line& line : lines) text += "x = " + call(line) + ".apply(x);\n";
  return text + "const model = p.model(input, x, " + model_options(e, lines) + ");\n";
}

std::string value(const std::string& name, std::string text) {
  if (name == "device_mapping") return "[" + text + "]";
  const bool word = name == "pipeline_schedule" || name == "gradient_accumulation_reduction_method";
  if (!word) return text;
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return in_quotes(text);
}

std::string options_call(const Experiment& e) {
  if (e.num_stages() == 1 && e.pipeline.gradient_accumulation_count == 1) return "";
  std::string text = e.num_stages() > 1 ? "model.setPipeliningOptions({\n"
                                        : "model.setGradientAccumulationOptions({\n";
  for (const auto& [name, given] : written_options(e)) {
    text += fmt::format("  {}: {},\n", camel_case(name), value(name, given));
  }
  return text + "});\n";
}

std::string learning_rate(const Training& training) {
  const std::string rate = number(training.learning_rate);
  const char* const schedules = "p.optimizers.schedules.";
  if (training.decay == Decay::none) return rate;
  if (training.decay == Decay::cosine) {
    return fmt::format("{}cosineDecay({}, {})", schedules, rate, training.decay_steps);
  }
  return fmt::format("{}exponentialDecay({}, {}, {})", schedules, rate, training.decay_steps,
                     number(training.decay_rate));
}

std::string optimizer(const Experiment& e) {
  const std::string rate = "learningRate: " + learning_rate(e.training);
  switch (e.training.optimizer) {
    case OptimizerName::sgd:
      return "sgd({" + rate + "})";
    case OptimizerName::momentum:
      return "sgd({" + rate + ", momentum: 0.9})";
    case OptimizerName::adam:
      return "adam({" + rate + "})";
    case OptimizerName::adamw:
      return "adamW({" + rate + ", weightDecay: " + number(e.training.weight_decay) + "})";
    case OptimizerName::rmsprop:
      return "rmsprop({" + rate + "})";
  }
  return "";
}

std::string queue(const std::string& name, const std::vector<std::string>& filters) {
  return "const " + name + " = p.outfeedQueue(" +
         (filtered(filters) ? quoted_list(filters, '\'', "{filters: [", "]}") : "") + ");\n";
}

std::string digits(const Training& training) {
  return fmt::format(
      "import {{createPipette}} from './pipette.mjs';\n\n"
      "const p = await createPipette();\n"
      "const {{train}} = p.dataset.digits({{seed: {}}});\n"
      "const data = train.cache().shuffle(60000, {})\n"
      "  .batch({}, {{dropRemainder: true}}).prefetch().repeat();\n\n",
      training.seed, training.seed, training.batch_size);
}

// A step of training on `images` and `labels`, which has made `loss`.
std::string training_step(const std::string& margin) {
  const char* const lines[] = {
      "const probabilities = model.call(images, {training: true});",
      "const loss = p.reduceMean(p.losses.sparseCategoricalCrossentropy(labels, probabilities));",
      "optimizer.minimize(loss, model.trainableVariables());"};
  std::string text;
  for (const char* line : lines) text += margin + line + "\n";
  return text;
}

}  // namespace

std::string queues_in_javascript(const Experiment& e) {
  const bool calls = calls_for_each_batch(e);
  std::string text = left_out(e, "//") + digits(e.training) + make_model(e, lines_of(e, ""));
  text += "const optimizer = p.optimizers." + optimizer(e) + ";\nconst strategy = p.strategy();\n";
  if (calls) {
    text += "const training = p.function(strategy, (images, labels) => {\n" + training_step("  ") +
            "  return loss;\n});\n\nconst losses = [];\n" +
            fmt::format(
                "for (const [images, labels] of data.take({})) {{\n"
                "  const loss = await strategy.run(training, [images, labels]);\n"
                "  losses.push(loss.data[0]);\n}}\n",
                e.num_steps());
  } else {
    const Options infeed = {{"prefetchDepth", std::to_string(e.feeds.prefetch_depth)}};
    const bool usual = e.feeds.prefetch_depth == Experiment().feeds.prefetch_depth;
    text += "const infeed = p.iter(data" + (usual ? "" : ", " + object(infeed)) + ");\n" +
            "const outfeed = p.outfeedQueue(" +
            (e.feeds.outfeed_mode == OutfeedMode::all ? "" : "{mode: 'last'}") + ");\n" +
            fmt::format(
                "const training = p.function(strategy, () => {{\n"
                "  p.loops.repeat({}, () => {{\n"
                "    const [images, labels] = infeed.next();\n{}"
                "    outfeed.enqueue(loss);\n"
                "  }});\n}});\n\n"
                "for (let run = 0; run < {}; run++) await strategy.run(training);\n"
                "const losses = outfeed.dequeue().data;\n",
                e.training.steps_per_execution, training_step("    "), e.num_runs());
  }
  return text + fmt::format(
                    "const {{seconds, compileSeconds}} = strategy.status();\n"
                    "console.log(`The last loss is ${{losses.at(-1)}}`);\n"
                    "console.log('Time taken {} infeed/outfeed queues:', seconds + "
                    "compileSeconds, 'seconds (modelled)');\n",
                    calls ? "without" : "using");
}

std::string javascript(const Experiment& e) {
  const std::vector<Line> lines = lines_of(e, "activations");
  const std::vector<std::string> queues = queues_of(lines);
  std::string text = digits(e.training);
  text += queue("gradients", e.inspection.gradients_filters);
  for (const std::string& name : queues) text += queue(name, e.inspection.activations_filters);
  text += "\n" + make_model(e, lines) + options_call(e);
  if (e.feeds.prefetch_depth != Experiment().feeds.prefetch_depth) {
    text += fmt::format("model.setInfeedQueueOptions({{prefetchDepth: {}}});\n",
                        e.feeds.prefetch_depth);
  }
  text += fmt::format(
      "model.compile({{\n"
      "  optimizer: p.optimizers.{},\n"
      "  loss: 'sparse_categorical_crossentropy', metrics: ['accuracy'],\n"
      "  stepsPerExecution: {}, gradients, gradientMode: '{}',\n"
      "}});\n\n"
      "await model.fit(data, {{\n"
      "  epochs: {}, stepsPerEpoch: {},\n"
      "  onEpochEnd: ({{epoch, logs}}) => console.log(`epoch ${{epoch + 1}}`, logs),\n"
      "}});\n",
      optimizer(e), e.training.steps_per_execution,
      e.inspection.outfeed_pre_accumulated_gradients ? "after_compute" : "before_apply",
      e.num_runs(), e.training.steps_per_execution);
  std::vector<std::string> all = {"gradients"};
  all.insert(all.end(), queues.begin(), queues.end());
  text += fmt::format(
      "for (const queue of [{}]) {{\n"
      "  queue.dequeue();\n"
      "  console.log(queue.statistics().text);\n"
      "}}\n",
      fmt::join(all, ", "));
  return text;
}

}  // namespace pipette::code
