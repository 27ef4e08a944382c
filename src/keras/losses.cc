#include "keras/losses.h"

#include <fmt/format.h>

#include "graph/ops.h"

namespace pipette::keras {

namespace {

std::int64_t rows_of(const Tensor& x) { return x.shape()[0]; }

Tensor as(DType dtype, const Tensor& x) { return x.dtype() == dtype ? x : cast(x, dtype); }

bool is_column(const Tensor& x) {
  return x.shape().rank() == 1 || (x.shape().rank() == 2 && x.shape()[1] == 1);
}

// What most often makes labels and predictions differ, and how it is mended.
std::string remedy_for(const std::string& what, const Shape& labels, const Shape& predictions) {
  if (labels.rank() == 0) return "; the dataset gives single elements: batch() it";
  if (predictions.rank() > 2) {
    return "; what comes out has more axes than rows and classes: put flatten() before the first "
           "dense() layer";
  }
  const std::string sparse = "sparse_categorical_crossentropy",
                    one_hot = "categorical_crossentropy";
  if (what == sparse && labels == predictions) {
    return "; labels with a number for each class belong to " + one_hot;
  }
  if (what == one_hot && labels.rank() + 1 == predictions.rank()) {
    return "; labels that are the numbers of classes belong to " + sparse;
  }
  return "";
}

[[noreturn]] void throw_shapes(const std::string& what, const Tensor& labels,
                               const Tensor& predictions) {
  throw ValueError(fmt::format("{}: labels {} do not fit predictions {}{}", what,
                               labels.shape().to_string(), predictions.shape().to_string(),
                               remedy_for(what, labels.shape(), predictions.shape())));
}

// i32 [batch]
Tensor classes(const std::string& what, const Tensor& labels, const Tensor& predictions) {
  if (predictions.shape().rank() != 2 || !is_column(labels) ||
      rows_of(labels) != rows_of(predictions)) {
    throw_shapes(what, labels, predictions);
  }
  const Tensor numbers = as(DType::i32, labels);
  return numbers.shape().rank() == 1 ? numbers : reshape(numbers, Shape{rows_of(labels)});
}

// Labels in the shape and dtype of the predictions.
Tensor alike(const std::string& what, const Tensor& labels, const Tensor& predictions) {
  const Tensor values = as(predictions.dtype(), labels);
  if (values.shape() == predictions.shape()) return values;
  const bool columns =
      is_column(labels) && is_column(predictions) && rows_of(labels) == rows_of(predictions);
  if (!columns) throw_shapes(what, labels, predictions);
  return reshape(values, predictions.shape());
}

// The logits of a softmax's output.
std::optional<Tensor> logits_of(const Tensor& probabilities) {
  const Node* producer = probabilities.graph().producer(probabilities.id());
  if (producer == nullptr || producer->kind != OpKind::softmax) return std::nullopt;
  return Tensor(&probabilities.graph(), producer->inputs[0]);
}

constexpr float kClip = 1e-7f;  // Keras' epsilon()

Tensor crossentropy_of_probabilities(const Tensor& y, const Tensor& p) {
  const Tensor above = binary(kernels::BinaryOp::maximum, p, constant(kClip));
  const Tensor clipped = binary(kernels::BinaryOp::minimum, above, constant(1.0f - kClip));
  return -reduce_sum(y * pipette::log(clipped), {1});
}

}  // namespace

Loss::Loss(const char* name) {
  const std::string text = name;
  if (text == "sparse_categorical_crossentropy") {
    *this = losses::sparse_categorical_crossentropy();
  } else if (text == "categorical_crossentropy") {
    *this = losses::categorical_crossentropy();
  } else if (text == "binary_crossentropy") {
    *this = losses::binary_crossentropy();
  } else if (text == "mean_squared_error" || text == "mse") {
    *this = losses::mean_squared_error();
  } else if (text == "mean_absolute_error" || text == "mae") {
    *this = losses::mean_absolute_error();
  } else {
    throw ValueError(
        fmt::format("unknown loss \"{}\"; there are sparse_categorical_crossentropy, "
                    "categorical_crossentropy, binary_crossentropy, mean_squared_error (mse) and "
                    "mean_absolute_error (mae)",
                    text));
  }
}

Tensor Loss::operator()(const Tensor& labels, const Tensor& predictions) const {
  return reduce_mean(rows_(labels, predictions));
}

namespace losses {

namespace {

LossInput taking(bool logits) { return logits ? LossInput::logits : LossInput::probabilities; }

}  // namespace

Loss sparse_categorical_crossentropy(bool from_logits) {
  const std::string name = "sparse_categorical_crossentropy";
  return {name,
          [=](const Tensor& labels, const Tensor& y) {
            const Tensor wanted = classes(name, labels, y);
            return from_logits ? sparse_softmax_cross_entropy_with_logits(wanted, y)
                               : pipette::sparse_categorical_crossentropy(wanted, y);
          },
          taking(from_logits)};
}

Loss categorical_crossentropy(bool from_logits) {
  const std::string name = "categorical_crossentropy";
  return {name,
          [=](const Tensor& labels, const Tensor& y) {
            if (y.shape().rank() != 2) throw_shapes(name, labels, y);
            const Tensor wanted = alike(name, labels, y);
            const std::optional<Tensor> logits = from_logits ? y : logits_of(y);
            return logits ? softmax_cross_entropy_with_logits(wanted, *logits)
                          : crossentropy_of_probabilities(wanted, y);
          },
          taking(from_logits)};
}

namespace {

// The mean over all axes but the batch.
Tensor mean_of_rows(const Tensor& x) {
  if (x.shape().rank() == 1) return x;
  std::vector<int> axes;
  for (int axis = 1; axis < x.shape().rank(); ++axis) axes.push_back(axis);
  return reduce_mean(x, axes);
}

// The logits of a sigmoid's output.
std::optional<Tensor> sigmoid_logits_of(const Tensor& probabilities) {
  const Node* producer = probabilities.graph().producer(probabilities.id());
  if (producer == nullptr || producer->kind != OpKind::unary ||
      std::get<UnaryAttributes>(producer->attributes).op != kernels::UnaryOp::sigmoid) {
    return std::nullopt;
  }
  return Tensor(&probabilities.graph(), producer->inputs[0]);
}

// max(x, 0) - x y + log(1 + exp(-|x|)), as TensorFlow has it.
Tensor binary_crossentropy_of_logits(const Tensor& y, const Tensor& x) {
  return pipette::softplus(x) - x * y;
}

Tensor binary_crossentropy_of_probabilities(const Tensor& y, const Tensor& p) {
  const Tensor clipped = clip_by_value(p, kClip, 1.0f - kClip);
  return -(y * pipette::log(clipped) + (-y + 1.0) * pipette::log(-clipped + 1.0));
}

}  // namespace

Loss binary_crossentropy(bool from_logits) {
  const std::string name = "binary_crossentropy";
  return {name,
          [=](const Tensor& labels, const Tensor& y) {
            const Tensor wanted = alike(name, labels, y);
            const std::optional<Tensor> logits = from_logits ? y : sigmoid_logits_of(y);
            return mean_of_rows(logits ? binary_crossentropy_of_logits(wanted, *logits)
                                       : binary_crossentropy_of_probabilities(wanted, y));
          },
          taking(from_logits)};
}

Loss mean_squared_error() {
  const std::string name = "mean_squared_error";
  return {name, [=](const Tensor& labels, const Tensor& y) {
            return mean_of_rows(square(y - alike(name, labels, y)));
          }};
}

Loss mean_absolute_error() {
  const std::string name = "mean_absolute_error";
  return {name, [=](const Tensor& labels, const Tensor& y) {
            return mean_of_rows(unary(kernels::UnaryOp::abs, y - alike(name, labels, y)));
          }};
}

}  // namespace losses

Metric::Metric(const char* name) {
  const std::string text = name;
  if (text == "accuracy" || text == "acc") {
    *this = metrics::accuracy();
  } else if (text == "mean_squared_error" || text == "mse") {
    *this = Metric(text, losses::mean_squared_error());
  } else if (text == "mean_absolute_error" || text == "mae") {
    *this = Metric(text, losses::mean_absolute_error());
  } else if (text == "top_k_categorical_accuracy") {
    *this = metrics::top_k_accuracy();
  } else {
    throw ValueError(fmt::format(
        "unknown metric \"{}\"; there are accuracy, top_k_categorical_accuracy, "
        "mean_squared_error (mse) and mean_absolute_error (mae); the loss is always shown",
        text));
  }
  name_ = text;
}

namespace metrics {

Metric top_k_accuracy(std::int64_t k) {
  if (k < 1) {
    throw ValueError(fmt::format(
        "top_k_accuracy: k must be at least 1, but it is {}; the nearest valid value is 1", k));
  }
  const std::string name = "top_k_categorical_accuracy";
  return {name, [=](const Tensor& labels, const Tensor& y) {
            if (y.shape().rank() != 2) throw_shapes(name, labels, y);
            const Tensor wanted = is_column(labels) && !(labels.shape() == y.shape())
                                      ? classes(name, labels, y)
                                      : argmax(alike(name, labels, y));
            // It is among the k largest when fewer than k are larger.
            Array numbers(ArraySpec{DType::i32, Shape{1, y.shape()[1]}});
            for (std::size_t i = 0; i < numbers.size(); ++i) {
              numbers.data<std::int32_t>()[i] = static_cast<std::int32_t>(i);
            }
            const Tensor column = pipette::reshape(wanted, Shape{rows_of(y), 1});
            const Tensor is_wanted = compare(kernels::Comparison::equal, column, constant(numbers));
            const Tensor zero = fill(Shape{}, y.spec(), 0.0f);
            const Tensor its =
                pipette::reshape(reduce_sum(select(is_wanted, y, zero), {1}), Shape{rows_of(y), 1});
            const Tensor larger = reduce_sum(cast(its < y, y.dtype()), {1});
            return reduce_mean(cast(larger < static_cast<double>(k), DType::f32));
          }};
}

Metric accuracy() {
  return {"accuracy", [](const Tensor& labels, const Tensor& y) {
            const auto share = [](const Tensor& a, const Tensor& b) {
              return reduce_mean(cast(compare(kernels::Comparison::equal, a, b), DType::f32));
            };
            if (is_column(y)) {
              const Tensor wanted = alike("accuracy", labels, y);
              const Tensor half = fill(y.shape(), y.spec(), 0.5f);
              return share(cast(half < y, DType::f32), cast(half < wanted, DType::f32));
            }
            if (is_column(labels)) return share(argmax(y), classes("accuracy", labels, y));
            return share(argmax(y), argmax(alike("accuracy", labels, y)));
          }};
}

}  // namespace metrics

}  // namespace pipette::keras
