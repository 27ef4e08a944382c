// C++ for this project's libraries.
#include <algorithm>

#include "code/parts.h"

namespace pipette::code {

namespace {

std::string in_quotes(const std::string& word) { return quoted_list({word}, '"', "", ""); }

std::string value_text(std::int64_t value) { return std::to_string(value); }
std::string value_text(double value) { return number(value); }
std::string value_text(bool value) { return value ? "true" : "false"; }
std::string value_text(const Window& value) {
  return fmt::format("{{{}, {}}}", value[0], value[1]);
}
std::string value_text(const std::optional<Window>& value) {
  return "Window" + value_text(value.value());
}
std::string value_text(const std::vector<std::int64_t>& value) {
  return "Shape{" + list(value) + "}";
}
std::string value_text(keras::Activation value) { return std::string("keras::") + to_word(value); }
std::string value_text(Padding value) { return std::string("Padding::") + to_word(value); }
std::string value_text(Initializer value) { return std::string("Initializer::") + to_word(value); }

// The arguments without a name, the name of the layer, and its options: all up to the last that is
// not as usual.
std::string layer_call(const LayerSpec& s) {
  std::vector<std::string> arguments, options;
  std::size_t needed = 0;
  const auto add = [&](const std::string& text, bool usual) {
    arguments.push_back(text);
    if (!usual) needed = arguments.size();
  };
  keras::visit_values(
      s.kind, keras::keras_defaults_of(s.kind),
      [&](const keras::LayerField& field, const auto& value, const auto& usual) {
        if (field.positional == keras::Positional::nowhere) {
          if (!(value == usual))
            options.push_back(fmt::format(".{} = {}", field.name, value_text(value)));
        } else {
          add(value_text(value), field.positional == keras::Positional::in_cpp && value == usual);
        }
      });
  add(in_quotes(s.name), s.name.empty());
  add(fmt::format("{{{}}}", fmt::join(options, ", ")), options.empty());
  arguments.resize(needed);
  return fmt::format("keras::{}({})", s.names().word, fmt::join(arguments, ", "));
}

std::string call(const Line& line) {
  if (line.layer != nullptr) return layer_call(*line.layer);
  return fmt::format("inspect::maybe_outfeed({}, {}, {})", line.queue, line.final_outfeed,
                     in_quotes(line.key));
}

std::string make_model(const Experiment& e, const std::vector<Line>& lines) {
  const std::string options =
      fmt::format("{{.seed = {}, .strategy = &strategy}});\n", e.training.seed);
  std::string text;
  if (e.model.type == ModelType::sequential) {
    text = "  keras::Sequential model({\n";
    for (const Line& line : lines) text += "      " + call(line) + ",\n";
    text += "  }, " + options;
  } else {
    text =
        fmt::format("  const keras::SymbolicTensor inputs = keras::input(Shape{{28, 28}}, {});\n",
                    e.training.batch_size);
    text += "  keras::SymbolicTensor x = inputs;\n";
    for (const Line& line : lines) text += "  x = " + call(line) + "(x);\n";
    text += "  keras::Model model(inputs, x, " + options;
  }
  if (e.num_stages() > 1) {
    text += "  model.set_pipeline_stage_assignment(std::vector<int>{" + list(stages_of(lines)) +
            "});\n";
  }
  return text;
}

std::string value(const std::string& name, std::string text) {
  if (name == "gradient_accumulation_reduction_method") return "Reduction::" + text;
  if (name == "device_mapping") return "std::vector<int>{" + text + "}";
  if (name != "pipeline_schedule") return text;
  text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return "pipelining::PipelineSchedule::" + text;
}

std::string options_call(const Experiment& e) {
  const bool staged = e.num_stages() > 1;
  if (!staged && e.pipeline.gradient_accumulation_count == 1) return "";
  std::string text = staged ? "  keras::PipeliningSettings settings;\n"
                            : "  keras::GradientAccumulationSettings settings;\n";
  for (const auto& [name, given] : written_options(e)) {
    const bool of_keras = name.starts_with("gradient_accumulation_") || name == "device_mapping";
    const char* inner = of_keras ? "" : staged ? "pipeline." : "optimizer.";
    text += fmt::format("  settings.{}{} = {};\n", inner, name, value(name, given));
  }
  return text + (staged ? "  model.set_pipelining_options(settings);\n"
                        : "  model.set_gradient_accumulation_options(settings);\n");
}

std::string float_text(double value) {
  const std::string text = number(value);
  return text + (text.find_first_of(".e") == std::string::npos ? ".0f" : "f");
}

std::string learning_rate(const Training& training) {
  const std::string rate = number(training.learning_rate);
  if (training.decay == Decay::none) return float_text(training.learning_rate);
  if (training.decay == Decay::cosine) {
    return fmt::format("cosine_decay({}, {})", rate, training.decay_steps);
  }
  return fmt::format("exponential_decay({}, {}, {})", rate, training.decay_steps,
                     number(training.decay_rate));
}

std::string optimizer(const Experiment& e) {
  const std::string rate = ".learning_rate = " + learning_rate(e.training);
  switch (e.training.optimizer) {
    case OptimizerName::sgd:
      return "keras::sgd({" + rate + "})";
    case OptimizerName::momentum:
      return "keras::sgd({" + rate + ", .momentum = 0.9f})";
    case OptimizerName::adam:
      return "keras::adam({" + rate + "})";
    case OptimizerName::adamw:
      return "keras::adamw({" + rate + ", .weight_decay = " + float_text(e.training.weight_decay) +
             "})";
    case OptimizerName::rmsprop:
      return "keras::rmsprop({" + rate + "})";
  }
  return "";
}

std::string queue(const std::string& name, const std::vector<std::string>& filters) {
  return "  inspect::MaybeOutfeedQueue " + name +
         (filtered(filters) ? quoted_list(filters, '"', "({.filters = {{", "}}})") : "") + ";\n";
}

std::string callback(const std::string& queue, const char* title) {
  return fmt::format(
      "                     std::make_shared<inspect::OutfeedCallback>({}, "
      "\"{}\", text_sink(std::cout))",
      queue, title);
}

std::string training_step(const char* images, const char* labels, const std::string& margin) {
  return fmt::format(
      "{0}const Tensor probabilities = model({1}, {{.training = true}});\n"
      "{0}const Tensor loss =\n"
      "{0}    reduce_mean(sparse_categorical_crossentropy({2}, probabilities));\n"
      "{0}optimizer->minimize(loss, model.trainable_variables());\n",
      margin, images, labels);
}

// A program's first lines, up to its data; `headers` are lines of the standard library's.
std::string opening(const Experiment& e, const char* headers) {
  return fmt::format(
      "{}\n"
      "#include <pipette/keras.h>\n"
      "#include <pipette/session.h>\n\n"
      "using namespace pipette;\n\n"
      "int main() {{\n"
      "  const ImageData digits = ImageData::generated({});\n"
      "  const Dataset data = training_batches(digits, {}, {});\n",
      headers, e.training.seed, e.training.batch_size, e.training.seed);
}

}  // namespace

std::string queues_in_cpp(const Experiment& e) {
  const bool calls = calls_for_each_batch(e);
  std::string text = left_out(e, "//") + opening(e, "#include <iomanip>\n#include <iostream>\n") +
                     "  Machine machine;\n"
                     "  Strategy strategy(machine);\n";
  text += make_model(e, lines_of(e, "")) +
          fmt::format("  model.build(Shape{{{}, 28, 28}});\n", e.training.batch_size);
  text += "  const std::shared_ptr<Optimizer> optimizer = " + optimizer(e) + ";\n";
  if (calls) {
    text += "  const Function training(\"training_step\", [&](const Nest<Tensor>& batch) {\n" +
            training_step("batch[0].leaf()", "batch[1].leaf()", "    ") +
            fmt::format(
                "    return loss;\n"
                "  }});\n\n"
                "  const std::unique_ptr<DatasetIterator> batches = data.make_iterator();\n"
                "  Element batch;\n"
                "  float loss = 0;\n"
                "  for (int step = 0; step < {}; ++step) {{\n"
                "    batches->next(batch);\n"
                "    loss = strategy.run(training, batch).leaf().item<float>();\n"
                "  }}\n",
                e.num_steps());
  } else {
    const bool usual = e.feeds.prefetch_depth == Experiment().feeds.prefetch_depth;
    text += usual ? "  InfeedQueue infeed = iter(data);\n"
                  : fmt::format("  InfeedQueue infeed = iter(data, {{.prefetch_depth = {}}});\n",
                                e.feeds.prefetch_depth);
    text += e.feeds.outfeed_mode == OutfeedMode::all
                ? "  OutfeedQueue outfeed;\n"
                : "  OutfeedQueue outfeed({.mode = OutfeedMode::last});\n";
    text += fmt::format(
        "  const Function training(\"training_loop\", [&] {{\n"
        "    loops::repeat({}, [&] {{\n"
        "      const Nest<Tensor> batch = infeed.next();\n{}"
        "      outfeed.enqueue(loss);\n"
        "    }});\n"
        "  }});\n\n"
        "  for (int run = 0; run < {}; ++run) strategy.run(training);\n"
        "  const Array losses = outfeed.dequeue().leaf();\n"
        "  const float loss = losses.data<float>()[losses.shape().num_elements() - 1];\n",
        e.training.steps_per_execution,
        training_step("batch[0].leaf()", "batch[1].leaf()", "      "), e.num_runs());
  }
  return text +
         fmt::format(
             "  std::cout << \"The last loss is \" << std::setprecision(9) << loss << \"\\n\";\n"
             "  std::cout << \"Time taken {} infeed/outfeed queues: \" << std::fixed\n"
             "            << std::setprecision(3)\n"
             "            << machine.device.seconds() + machine.device.config().host.compile_seconds\n"
             "            << \" seconds (modelled)\\n\";\n"
             "  return 0;\n"
             "}}\n",
             calls ? "without" : "using");
}

std::string cpp(const Experiment& e) {
  const std::vector<Line> lines = lines_of(e, "activations");
  const std::vector<std::string> queues = queues_of(lines);
  std::string text = opening(e, "#include <iostream>\n") + fmt::format(
                                                               "  DeviceConfig device;\n"
                                                               "  device.num_ipus = {};\n",
                                                               e.num_ipus());
  if (e.device.architecture != DeviceConfig().architecture) {
    text += "  device.architecture = " + in_quotes(e.device.architecture) + ";\n";
  }
  if (!e.device.remote_buffers) text += "  device.remote_buffers = false;\n";
  if (e.device.selection_order != SelectionOrder::automatic) {
    text += fmt::format("  device.selection_order = SelectionOrder::{};\n",
                        to_word(e.device.selection_order));
  }
  if (e.overlapped_io()) {
    text += fmt::format(
        "  device.io_tiles = {};\n"
        "  device.place_ops_on_io_tiles = true;\n",
        e.device.io_tiles);
  }
  text += "  Machine machine(device);\n  Strategy strategy(machine);\n\n";
  text += queue("gradients", e.inspection.gradients_filters);
  for (const std::string& name : queues) text += queue(name, e.inspection.activations_filters);
  text += make_model(e, lines) + options_call(e);
  if (e.feeds.prefetch_depth != Experiment().feeds.prefetch_depth) {
    text += fmt::format("  model.set_infeed_queue_options({{.prefetch_depth = {}}});\n",
                        e.feeds.prefetch_depth);
  }
  text += fmt::format(
      "  model.compile({{.optimizer = std::make_shared<inspect::OutfeedOptimizer>(\n"
      "                     {}, gradients, inspect::OutfeedOptimizerMode::{}, &model),\n"
      "                 .loss = \"sparse_categorical_crossentropy\",\n"
      "                 .metrics = {{\"accuracy\"}},\n"
      "                 .steps_per_execution = {}}});\n"
      "  model.set_log([](const std::string& line) {{ std::cout << line << \"\\n\"; }});\n",
      optimizer(e),
      e.inspection.outfeed_pre_accumulated_gradients ? "after_compute" : "before_apply",
      e.training.steps_per_execution);
  std::vector<std::string> callbacks = {callback("gradients", "Gradients callback")};
  for (const std::string& name : queues)
    callbacks.push_back(callback(name, activations_title(e.model.layers)));
  return text + fmt::format(
                    "  model.fit(data, {{.epochs = {},\n"
                    "                   .steps_per_epoch = {},\n"
                    "                   .callbacks = {{\n{}}},\n"
                    "                   .verbose = 2,\n"
                    "                   .out = text_sink(std::cout)}});\n"
                    "  return 0;\n"
                    "}}\n",
                    e.num_runs(), e.training.steps_per_execution, fmt::join(callbacks, ",\n"));
}

}  // namespace pipette::code
