// The words of the tutorials: TensorFlow 2 for the IPU.
#include "code/parts.h"

namespace pipette::code {

namespace {

std::string value_text(std::int64_t value) { return std::to_string(value); }
std::string value_text(double value) { return number(value); }
std::string value_text(bool value) { return value ? "True" : "False"; }
std::string value_text(const Window& value) {
  return value[0] == value[1] ? std::to_string(value[0])
                              : fmt::format("({}, {})", value[0], value[1]);
}
std::string value_text(const std::optional<Window>& value) { return value_text(value.value()); }
std::string value_text(const std::vector<std::int64_t>& value) {
  return "(" + list(value) + (value.size() == 1 ? ",)" : ")");
}
template <class Enum>
requires std::is_enum_v<Enum> std::string value_text(Enum value) {
  return fmt::format("\"{}\"", to_word(value));
}

std::string layer_call(const LayerSpec& s) {
  std::vector<std::string> arguments;
  keras::visit_values(s.kind, keras::keras_defaults_of(s.kind),
                      [&](const keras::LayerField& field, const auto& value, const auto& usual) {
                        const bool positional =
                            field.positional >= keras::Positional::in_cpp_and_python;
                        if (!positional && value == usual) return;
                        std::string text = value_text(value);
                        if (field.python != nullptr)
                          text = fmt::format(fmt::runtime(field.python), text);
                        const bool named = !positional && field.python == nullptr;
                        arguments.push_back(named ? fmt::format("{}={}", field.name, text) : text);
                      });
  if (!s.name.empty()) arguments.push_back(quoted_list({s.name}, '"', "name=", ""));
  return fmt::format("{}{}({})", s.names().python, s.names().label, fmt::join(arguments, ", "));
}

// Upstream's MaybeOutfeed is not for Sequential models without stages; Outfeed is, for one layer.
bool plain_outfeed(const Experiment& e, const std::vector<Line>& lines) {
  return e.num_stages() == 1 && !filtered(e.inspection.activations_filters) &&
         lines.size() == e.model.layers.size() + 1;
}

std::string call(const Line& line, bool plain) {
  if (line.layer != nullptr) return layer_call(*line.layer);
  if (plain) return "Outfeed(" + line.queue + quoted_list({line.key}, '"', ", name=", ")");
  return fmt::format("MaybeOutfeed({}, final_outfeed={}, {})", line.queue,
                     line.final_outfeed ? "True" : "False",
                     quoted_list({line.key}, '"', "name=", ""));
}

std::string sequential(const Experiment& e, const std::vector<Line>& lines) {
  std::string text = "    model = keras.Sequential([\n";
  const bool plain = plain_outfeed(e, lines);
  for (const Line& line : lines) text += "        " + call(line, plain) + ",\n";
  text += "    ])\n";
  if (e.num_stages() > 1) {
    text += "    model.set_pipeline_stage_assignment([" + list(stages_of(lines)) + "])\n";
  }
  return text;
}

std::string functional(const Experiment& e, const std::vector<Line>& lines) {
  const bool staged = e.num_stages() > 1;
  const bool plain = plain_outfeed(e, lines);
  std::string text = fmt::format("    inputs = keras.Input(shape=(28, 28), batch_size={})\n",
                                 e.training.batch_size);
  std::int64_t stage = -1;
  for (const Line& line : lines) {
    if (staged && line.stage != stage) {
      text += fmt::format("    with ipu.keras.PipelineStage({}):\n", line.stage);
    }
    text += fmt::format("    {}x = {}({})\n", staged ? "    " : "", call(line, plain),
                        stage < 0 ? "inputs" : "x");
    stage = line.stage;
  }
  return text + "    model = keras.Model(inputs, x)\n";
}

std::string value(const std::string& name, const std::string& text) {
  if (text == "true") return "True";
  if (text == "false") return "False";
  if (name == "pipeline_schedule") return "PipelineSchedule." + text;
  if (name == "device_mapping") return "[" + text + "]";
  if (name == "gradient_accumulation_reduction_method") return "\"" + text + "\"";
  return text;
}

std::string options_call(const Experiment& e) {
  if (e.num_stages() == 1 && e.pipeline.gradient_accumulation_count == 1) return "";
  std::string text = e.num_stages() > 1 ? "    model.set_pipelining_options(\n"
                                        : "    model.set_gradient_accumulation_options(\n";
  const Options options = written_options(e);
  for (const auto& [name, given] : options) {
    text += fmt::format("        {}={}{}\n", name, value(name, given),
                        name == options.back().first ? ")" : ",");
  }
  return text;
}

std::string learning_rate(const Training& training) {
  const std::string rate = number(training.learning_rate);
  const char* const schedules = "keras.optimizers.schedules.";
  if (training.decay == Decay::none) return rate;
  if (training.decay == Decay::cosine) {
    return fmt::format("{}CosineDecay({}, {})", schedules, rate, training.decay_steps);
  }
  return fmt::format("{}ExponentialDecay({}, {}, {})", schedules, rate, training.decay_steps,
                     number(training.decay_rate));
}

// AdamW came to Keras after the release that this code is for; TensorFlow Addons have it.
std::string optimizer(const Experiment& e) {
  const std::string rate = learning_rate(e.training);
  switch (e.training.optimizer) {
    case OptimizerName::sgd:
      return "keras.optimizers.SGD(" + rate + ")";
    case OptimizerName::momentum:
      return "keras.optimizers.SGD(" + rate + ", momentum=0.9)";
    case OptimizerName::adam:
      return "keras.optimizers.Adam(" + rate + ")";
    case OptimizerName::adamw:
      return "tfa.optimizers.AdamW(" + number(e.training.weight_decay) + ", " + rate + ")";
    case OptimizerName::rmsprop:
      return "keras.optimizers.RMSprop(" + rate + ")";
  }
  return "";
}

std::string queue(const std::string& name, const std::vector<std::string>& filters) {
  return name + " = MaybeOutfeedQueue(" +
         (filtered(filters) ? quoted_list(filters, '"', "filters=[", "]") : "") + ")\n";
}

std::string imports(const Experiment& e, const std::vector<Line>& lines) {
  std::string text =
      "import tensorflow as tf\n"
      "from tensorflow import keras\n"
      "from tensorflow.python import ipu\n";
  if (e.num_stages() > 1) {
    text += "from tensorflow.python.ipu.ops.pipelining_ops import PipelineSchedule\n";
  }
  if (e.training.optimizer == OptimizerName::adamw) text += "import tensorflow_addons as tfa\n";
  text += "\nfrom outfeed_callback import OutfeedCallback\n";
  if (lines.size() > e.model.layers.size()) {
    text += fmt::format("from outfeed_layers import {}Outfeed\n",
                        plain_outfeed(e, lines) ? "" : "Maybe");
  }
  return text +
         "from outfeed_optimizer import OutfeedOptimizer, OutfeedOptimizerMode\n"
         "from outfeed_wrapper import MaybeOutfeedQueue\n\n";
}

std::string training(const Experiment& e, const std::vector<std::string>& queues) {
  std::string text = fmt::format(
      "    model.compile(\n"
      "        optimizer=OutfeedOptimizer(\n"
      "            {}, gradients, OutfeedOptimizerMode.{}, model=model),\n"
      "        loss=\"sparse_categorical_crossentropy\", metrics=[\"accuracy\"],\n"
      "        steps_per_execution={})\n"
      "    model.fit(dataset, epochs={}, steps_per_epoch={}, callbacks=[\n"
      "        OutfeedCallback(gradients, \"Gradients callback\"),\n",
      optimizer(e),
      e.inspection.outfeed_pre_accumulated_gradients ? "AFTER_COMPUTE" : "BEFORE_APPLY",
      e.training.steps_per_execution, e.num_runs(), e.training.steps_per_execution);
  for (const std::string& name : queues) {
    text += fmt::format("        OutfeedCallback({}, \"{}\"),\n", name,
                        activations_title(e.model.layers));
  }
  return text + "    ])\n";
}

std::string selection_order(const Experiment& e) {
  if (e.device.selection_order == SelectionOrder::automatic) return "";
  std::string name = to_label(e.device.selection_order);
  for (char& c : name) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
  return "config.selection_order = ipu.config.SelectionOrder." + name + "\n";
}

std::string io_tiles(const Experiment& e) {
  if (!e.overlapped_io()) return "";
  return fmt::format(
      "config.io_tiles.num_io_tiles = {}\n"
      "config.io_tiles.place_ops_on_io_tiles = True\n",
      e.device.io_tiles);
}

std::string digits(const Training& training) {
  return fmt::format(
      "tf.random.set_seed({})\n"
      "(images, labels), _ = keras.datasets.mnist.load_data()\n"
      "images = (images / 255.0).astype(\"float32\")\n"
      "dataset = tf.data.Dataset.from_tensor_slices((images, labels.astype(\"int32\")))\n"
      "dataset = dataset.cache().shuffle(len(images)).batch({}, drop_remainder=True)\n"
      "dataset = dataset.prefetch(tf.data.AUTOTUNE).repeat()\n\n",
      training.seed, training.batch_size);
}

std::string training_step(const std::string& margin) {
  const char* const lines[] = {
      "with tf.GradientTape() as tape:",
      "    probabilities = model(images, training=True)",
      "    loss = tf.reduce_mean(",
      "        keras.losses.sparse_categorical_crossentropy(labels, probabilities))",
      "gradients = tape.gradient(loss, model.trainable_variables)",
      "optimizer.apply_gradients(zip(gradients, model.trainable_variables))"};
  std::string text;
  for (const char* line : lines) text += margin + line + "\n";
  return text;
}

// In the scope of the strategy.
std::string loop_with_queues(const Experiment& e) {
  const bool usual = e.feeds.prefetch_depth == Experiment().feeds.prefetch_depth;
  return (usual ? "    infeed = iter(dataset)  # an infeed queue, in this scope\n"
                : fmt::format("    infeed = ipu.ipu_infeed_queue.IPUOwnedIterator(\n"
                              "        dataset=dataset, prefetch_depth={})\n",
                              e.feeds.prefetch_depth)) +
         "    outfeed = ipu.ipu_outfeed_queue.IPUOutfeedQueue(" +
         (e.feeds.outfeed_mode == OutfeedMode::all
              ? ")\n\n"
              : "\n        outfeed_mode=ipu.ipu_outfeed_queue.IPUOutfeedMode.LAST)\n\n") +
         "    @tf.function(experimental_compile=True)\n"
         "    def training(infeed, outfeed, model, optimizer, steps):\n"
         "        for _ in tf.range(steps):\n"
         "            images, labels = next(infeed)\n" +
         training_step("            ") +
         fmt::format(
             "            outfeed.enqueue(loss)\n\n"
             "    start = time.time()\n"
             "    for _ in range({}):\n"
             "        strategy.run(training, args=[infeed, outfeed, model, optimizer, {}])\n"
             "    losses = outfeed.dequeue()\n",
             e.num_runs(), e.training.steps_per_execution);
}

std::string call_for_each_batch(const Experiment& e) {
  return "\n    @tf.function(experimental_compile=True)\n"
         "    def training(images, labels, model, optimizer):\n" +
         training_step("        ") +
         fmt::format(
             "        return loss\n\n"
             "    start = time.time()\n"
             "    losses = []\n"
             "    for images, labels in dataset.take({}):\n"
             "        losses.append(strategy.run(training, args=[images, labels, model, "
             "optimizer]))\n",
             e.num_steps());
}

}  // namespace

std::string queues_in_python(const Experiment& e) {
  const bool calls = calls_for_each_batch(e);
  std::string text = left_out(e, "#") +
                     "import time\n\n"
                     "import tensorflow as tf\n"
                     "from tensorflow import keras\n"
                     "from tensorflow.python import ipu\n";
  if (e.training.optimizer == OptimizerName::adamw) text += "import tensorflow_addons as tfa\n";
  text +=
      "\nconfig = ipu.config.IPUConfig()\n"
      "config.auto_select_ipus = 1\n"
      "config.configure_ipu_system()\n\n" +
      digits(e.training) +
      // In the scope of a strategy with iterators of its own, the host could not read the dataset.
      "strategy = ipu.ipu_strategy.IPUStrategy(" + (calls ? "enable_dataset_iterators=False" : "") +
      ")\n"
      "with strategy.scope():\n" +
      sequential(e, lines_of(e, "")) + "    optimizer = " + optimizer(e) + "\n" +
      (calls ? call_for_each_batch(e) : loop_with_queues(e));
  return text + fmt::format(
                    "    print(\"The last loss is\", losses{}.numpy())\n"
                    "    print(\"Time taken {} infeed/outfeed queues:\", time.time() - start, "
                    "\"seconds\")\n",
                    e.feeds.outfeed_mode == OutfeedMode::last ? "" : "[-1]",
                    calls ? "without" : "using");
}

std::string python(const Experiment& e) {
  const std::vector<Line> lines = lines_of(e, "activations");
  const std::vector<std::string> queues = queues_of(lines);
  std::string text = imports(e, lines);
  text += fmt::format(
              "config = ipu.config.IPUConfig()\n"
              "config.auto_select_ipus = {}\n"
              "{}{}"
              "config.configure_ipu_system()\n\n",
              e.num_ipus(), selection_order(e), io_tiles(e)) +
          digits(e.training);
  text += queue("gradients", e.inspection.gradients_filters);
  for (const std::string& name : queues) {
    text += plain_outfeed(e, lines) ? name + " = ipu.ipu_outfeed_queue.IPUOutfeedQueue()\n"
                                    : queue(name, e.inspection.activations_filters);
  }
  text += "\nwith ipu.ipu_strategy.IPUStrategy().scope():\n";
  text += e.model.type == ModelType::sequential ? sequential(e, lines) : functional(e, lines);
  return text + options_call(e) + training(e, queues);
}

}  // namespace pipette::code
