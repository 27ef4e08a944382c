// JavaScript for this project's module (docs/javascript.md).
#include <algorithm>
#include <cctype>

#include "code/parts.h"
#include "core/camel_case.h"

namespace pipette::code {

namespace {

std::string window(const std::vector<std::int64_t>& sizes) {
  return sizes[0] == sizes[1] ? std::to_string(sizes[0]) : "[" + list(sizes) + "]";
}

std::string in_quotes(const std::string& word) { return quoted_list({word}, '\'', "", ""); }

std::string object(const Options& options) {
  std::string text;
  for (const auto& [name, value] : options) {
    text += (text.empty() ? "" : ", ") + name + (value.empty() ? "" : ": " + value);
  }
  return text.empty() ? "" : "{" + text + "}";
}

std::string layer_call(const LayerSpec& s) {
  std::vector<std::string> arguments;
  Options options;
  switch (s.kind) {
    case LayerKind::dense:
      arguments = {std::to_string(s.units)};
      break;
    case LayerKind::conv2d:
      arguments = {std::to_string(s.units), window(s.kernel_size)};
      if (s.strides != LayerSpec().strides) options.emplace_back("strides", window(s.strides));
      break;
    case LayerKind::dropout:
      arguments = {number(s.rate)};
      break;
    case LayerKind::reshape:
      arguments = {"[" + list(s.shape) + "]"};
      break;
    case LayerKind::activation:
      arguments = {in_quotes(s.activation)};
      break;
    default:
      break;
  }
  if (pools(s.kind)) {
    options.emplace_back("poolSize", window(s.pool_size));
    if (!s.pool_strides.empty()) options.emplace_back("strides", window(s.pool_strides));
  }
  if (has_windows(s.kind) && s.padding == "same") options.emplace_back("padding", "'same'");
  const bool activates = s.kind == LayerKind::dense || s.kind == LayerKind::conv2d;
  if (activates && s.activation != "linear") {
    options.emplace_back("activation", in_quotes(s.activation));
  }
  if (activates && !s.use_bias) options.emplace_back("useBias", "false");
  if (activates && s.kernel_initializer != LayerSpec().kernel_initializer) {
    options.emplace_back("kernelInitializer", in_quotes(s.kernel_initializer));
  }
  if (activates && s.kernel_l2 != 0) options.emplace_back("kernelL2", number(s.kernel_l2));
  if (!s.name.empty()) options.emplace_back("name", in_quotes(s.name));
  if (!options.empty()) arguments.push_back(object(options));
  return fmt::format("p.layers.{}({})", camel_case(to_word(s.kind)), fmt::join(arguments, ", "));
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
