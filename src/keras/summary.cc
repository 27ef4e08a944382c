#include "keras/summary.h"

#include <fmt/format.h>

#include <algorithm>

namespace pipette::keras {

namespace {

using Fields = std::vector<std::string>;

class Table {
 public:
  // Columns end at these shares of the width.
  Table(int width, const std::vector<double>& ends) : width_(width) {
    for (const double end : ends) ends_.push_back(static_cast<std::size_t>(width * end));
  }

  void rule(char c) { text_ += std::string(static_cast<std::size_t>(width_), c) + '\n'; }
  void row(const Fields& fields) {
    std::string line;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (i > 0) line.back() = ' ';  // columns never touch
      line += fields[i];
      line.resize(ends_[i], ' ');
    }
    text_ += line + '\n';
  }
  void header(const Fields& fields) {
    rule('_');
    row(fields);
    rule('=');
  }
  // Each entry is one or more rows.
  void body(const std::vector<std::vector<Fields>>& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      for (const Fields& fields : entries[i]) row(fields);
      rule(i + 1 == entries.size() ? '=' : '_');
    }
  }

  void add(const std::string& text) { text_ += text; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  int width_;
  std::vector<std::size_t> ends_;
};

// "(None, 28, 28)", "(32,)"
std::string shape_text(const Shape& shape) {
  std::string text;
  for (const std::int64_t size : shape.sizes()) {
    text += text.empty() ? "" : ", ";
    text += size == Shape::kUnknown ? "None" : fmt::format("{}", size);
  }
  return shape.rank() == 1 ? fmt::format("({},)", text) : fmt::format("({})", text);
}

std::string with_commas(std::int64_t number) {
  const std::string digits = fmt::format("{}", number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string named(const Layer& layer) {
  return fmt::format("{} ({})", layer.name(), layer.type_name());
}

// Rows of a call: its first input beside it, the others below.
std::vector<Fields> with_inputs(Fields first, const Fields& inputs, std::size_t column) {
  std::vector<Fields> rows{std::move(first)};
  rows[0][column] = inputs.empty() ? "" : inputs[0];
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    rows.emplace_back(rows[0].size());
    rows.back()[column] = inputs[i];
  }
  return rows;
}

}  // namespace

std::string summary_text(const std::string& model_name, const Network& network, bool hide_inputs) {
  const bool chain = network.is_chain();
  Table table = chain ? Table(65, {.45, .85, 1.}) : Table(98, {.33, .55, .67, 1.});
  std::vector<std::vector<Fields>> entries;
  std::vector<const Layer*> shown;
  const std::vector<Network::Call>& calls = network.calls();
  for (const Network::Call& call : calls) {
    const bool is_first = std::find(shown.begin(), shown.end(), call.layer.get()) == shown.end();
    const bool input = call.layer->is_input();
    if (!is_first || (input && hide_inputs)) continue;
    shown.push_back(call.layer.get());
    const std::string shape = shape_text(call.spec.shape);
    Fields fields{named(*call.layer), input ? fmt::format("[{}]", shape) : shape,
                  fmt::format("{}", call.layer->count_params())};
    if (chain) {
      entries.push_back({std::move(fields)});
      continue;
    }
    Fields inputs;
    for (const Network::Call& of_layer : calls) {
      if (of_layer.layer != call.layer) continue;
      for (const std::size_t i : of_layer.inputs) {
        inputs.push_back(fmt::format("{}[{}][0]", calls[i].layer->name(), calls[i].call_index));
      }
    }
    fields.emplace_back();
    entries.push_back(with_inputs(std::move(fields), inputs, 3));
  }
  std::int64_t total = 0, trainable = 0;
  for (const auto& layer : network.layers()) {
    total += layer->count_params();
    for (const Variable& variable : layer->trainable_variables()) {
      trainable += variable.shape().num_elements();
    }
  }
  table.add(fmt::format("Model: \"{}\"\n", model_name));
  Fields titles{"Layer (type)", "Output Shape", "Param #"};
  if (!chain) titles.emplace_back("Connected to");
  table.header(titles);
  table.body(entries);
  table.add(fmt::format("Total params: {}\nTrainable params: {}\nNon-trainable params: {}\n",
                        with_commas(total), with_commas(trainable),
                        with_commas(total - trainable)));
  table.rule('_');
  return table.text();
}

namespace {

std::string stage_text(const LayerStage& entry) {
  return entry.stage ? fmt::format("{}", *entry.stage) : "None";
}

}  // namespace

std::string stages_text(const std::vector<LayerStage>& assignment) {
  Table table(60, {.5, 1.});
  std::vector<std::vector<Fields>> entries;
  for (const LayerStage& entry : assignment) {
    entries.push_back({{named(*entry.layer), stage_text(entry)}});
  }
  table.header({"Layer (type)", "Pipeline Stage"});
  table.body(entries);
  return table.text();
}

std::string stages_text(const Network& network, const std::vector<LayerStage>& assignment) {
  Table table(89, {.4, .8, 1.});
  std::vector<std::vector<Fields>> entries;
  for (std::size_t i = 0; i < assignment.size(); ++i) {
    const LayerStage& entry = assignment[i];
    Fields inputs;
    for (const std::size_t input : network.calls()[network.num_inputs() + i].inputs) {
      inputs.push_back(network.calls()[input].layer->name());
    }
    entries.push_back(with_inputs(
        {fmt::format("{} ({})", named(*entry.layer), entry.call_index), "", stage_text(entry)},
        inputs, 1));
  }
  table.header({"Layer (type) (node index)", "Input Layers", "Pipeline Stage"});
  table.body(entries);
  return table.text();
}

}  // namespace pipette::keras
