// Tensors, variables, gradients and optimizers of functions that are traced, for web/pipette/; see
// js_objects.h for the conventions. Values cross the border as JSON (traced_values.h).
#include <emscripten/bind.h>

#include <string>
#include <vector>

#include "bindings/js_callbacks.h"
#include "bindings/js_objects.h"
#include "bindings/operators.h"
#include "core/hash.h"
#include "graph/ops.h"
#include "training/cast_gradients.h"
#include "training/cross_replica.h"
#include "training/initializers.h"
#include "training/map_gradient.h"

namespace pipette::bindings {

namespace {

std::vector<Variable> variables_from(const val& handles) { return objects_in<Variable>(handles); }

val list_text(const std::vector<Tensor>& tensors) {
  Json list = Json::array();
  for (const Tensor& tensor : tensors) list.push_back(values().added(tensor));
  return text_of(list);
}

// ---- values ----

val trace_constant(int, const std::string&, val tensor) {
  return guarded([&] { return text_of(values().added(constant(array_from(tensor)))); });
}

// `extra`: {name, inputs}
val trace_operator(int, const std::string& options, val extra) {
  return guarded([&] {
    const std::vector<Tensor> inputs = values().tensors(json_of(extra["inputs"].as<std::string>()));
    return text_of(values().added(call_operator(extra["name"].as<std::string>(), options, inputs)));
  });
}

val create_variable(int, const std::string& name, val tensor) {
  return guarded([&] { return added(Variable(name, array_from(tensor))); });
}

// The seed and the name choose the random stream, as those of a layer's variable do.
val draw_glorot_uniform(int, const std::string& text, val) {
  return guarded([&] {
    std::vector<std::int64_t> shape;
    std::uint64_t seed = 1;
    std::string name = "variable";
    Options options("glorotUniform()", text);
    options.require("shape", shape).read("seed", seed).read("name", name).done();
    return tensor_from(glorot_uniform(Shape(std::move(shape)), RandomStream(seed, name)));
  });
}

val describe_variable(int handle, const std::string&, val) {
  return guarded([&] {
    const Variable& variable = object<Variable>(handle);
    return text_of({{"name", variable.name()},
                    {"dtype", dtype_name(variable.dtype())},
                    {"shape", variable.shape().sizes()}});
  });
}

val variable_value(int handle, const std::string&, val) {
  return guarded([&] {
    if (tracing().active()) {
      throw FailedPrecondition(
          "value() is the number that a variable has now, and would be a constant in the function "
          "that is traced; use read()");
    }
    return tensor_from(object<Variable>(handle).storage());
  });
}

val set_variable(int handle, const std::string&, val tensor) {
  return guarded([&] {
    object<Variable>(handle).assign(array_from(tensor));
    return val::undefined();
  });
}

val read_variable(int handle, const std::string&, val) {
  return guarded([&] { return text_of(values().added(read(object<Variable>(handle)))); });
}

val assign_variable(int handle, const std::string& tensor, val) {
  return guarded([&] {
    return operation_text(assign(object<Variable>(handle), values().tensor(json_of(tensor))));
  });
}

val count_up_variable(int handle, const std::string&, val) {
  return guarded([&] { return text_of(values().added(count_up(object<Variable>(handle)))); });
}

val hash_tensors(int, const std::string&, val tensors) {
  return guarded([&] {
    Hash hash;
    for (const Array& array : arrays_from(tensors)) hash.add(array.bytes(), array.num_bytes());
    return val(hash.hex());
  });
}

// ---- gradients and optimizers ----

val create_tape(int captures, const std::string&, val) {
  return guarded([&] { return val(static_cast<double>(values().add_tape(captures != 0))); });
}

val trace_captured_gradients(int, const std::string&, val tape) {
  return guarded([&] { return text_of(values().captured(integer(tape.as<double>()))); });
}

val trace_capture(int, const std::string& tag, val tensor) {
  return guarded([&] {
    const Tensor x = values().tensor(json_of(tensor.as<std::string>()));
    return text_of(values().added(capture_upstream_gradients(x, tag)));
  });
}

// `extra`: {tape, variables}: its number and handles; or {tensors}, JSON text.
val trace_gradients(int, const std::string& loss, val extra) {
  return guarded([&] {
    const Tensor of = values().tensor(json_of(loss));
    if (!extra["tensors"].isUndefined()) {
      const Json tensors = json_of(extra["tensors"].as<std::string>());
      return list_text(gradients(of, values().tensors(tensors)));
    }
    const GradientTape& tape = values().tape(integer(extra["tape"].as<double>()));
    return list_text(tape.gradient(of, variables_from(extra["variables"])));
  });
}

val apply_gradients(int handle, const std::string& list, val variables) {
  return guarded([&] {
    return operation_text(object<OptimizerPtr>(handle)->apply_gradients(
        zip(values().tensors(json_of(list)), variables_from(variables))));
  });
}

val compute_gradients(int handle, const std::string& loss, val variables) {
  return guarded([&] {
    std::vector<Tensor> computed;
    for (const auto& [gradient, variable] : object<OptimizerPtr>(handle)->compute_gradients(
             values().tensor(json_of(loss)), variables_from(variables))) {
      computed.push_back(gradient);
    }
    return list_text(computed);
  });
}

GradientAccumulationOptions accumulation_options(Options& options) {
  GradientAccumulationOptions made;
  std::optional<std::string> dtype;
  options.read("dtype", dtype);
  read_reduction(options, "reductionMethod", made.reduction_method);
  options.read("offloadWeightUpdateVariables", made.offload_weight_update_variables);
  options.read("replicatedOptimizerStateSharding", made.replicated_optimizer_state_sharding);
  if (dtype) made.dtype = parse_dtype(*dtype);
  return made;
}

kernels::ReduceOp replica_reduction(Options& options) {
  std::string word = "mean";
  options.read("replicaReduction", word);
  if (word == "mean") return kernels::ReduceOp::mean;
  if (word == "sum") return kernels::ReduceOp::sum;
  throw InvalidArgument("\"replicaReduction\" must be \"sum\" or \"mean\", but it is \"" + word +
                        "\"");
}

// Hands gradients to a queue, which lives as long as the functions that are traced with it.
class GradientsToQueue : public OptimizerWrapper {
 public:
  GradientsToQueue(const QueuePtr& queue, const std::string& mode, const OptimizerPtr& optimizer,
                   const keras::Model* model)
      : OptimizerWrapper(with_gradients_to(queue, mode, optimizer, model)), queue_(queue) {}
  GradientsAndVariables compute_gradients(const Tensor& loss,
                                          const std::vector<Variable>& variables) override {
    if (tracing().active()) use_outfeed(queue_);
    return OptimizerWrapper::compute_gradients(loss, variables);
  }
  Operation apply_gradients(const GradientsAndVariables& gradients_and_variables) override {
    if (tracing().active()) use_outfeed(queue_);
    return OptimizerWrapper::apply_gradients(gradients_and_variables);
  }

 private:
  QueuePtr queue_;
};

// `extra`: {type, callback, queue}, the last two where the type has one
val wrap_optimizer(int handle, const std::string& text, val extra) {
  return guarded([&] {
    const OptimizerPtr inner = object<OptimizerPtr>(handle);
    const auto type = extra["type"].as<std::string>();
    Options options(type + "()", text);
    const auto ready = [&](OptimizerPtr optimizer) {
      options.done();
      return added(std::move(optimizer));
    };
    if (type == "mapGradientOptimizer") {
      const Callback map = callback_from(extra["callback"]);
      return ready(std::make_shared<MapGradientOptimizer>(
          inner, [map](const Tensor& gradient, const Variable& variable) {
            return values().tensor(map(Json::array({values().added(gradient), variable.name()})));
          }));
    }
    if (type == "outfeedOptimizer") {
      std::string mode = "before_apply";
      options.read("outfeedOptimizerMode", mode);
      const int trained = extra["model"].as<int>();
      if (inner->is_v2() && trained == 0) {
        throw ValueError(
            "outfeedOptimizer() around an optimizer of Keras needs the model: outfeedOptimizer(optimizer, "
            "queue, {model})");
      }
      return ready(std::make_shared<GradientsToQueue>(
          object<QueuePtr>(extra["queue"].as<int>()), mode, inner,
          trained == 0 ? nullptr : &model(trained).model()));
    }
    if (type == "castGradients") return ready(std::make_shared<CastGradients>(inner));
    if (type == "crossReplicaOptimizer") {
      return ready(std::make_shared<CrossReplicaOptimizer>(inner, replica_reduction(options)));
    }
    std::int64_t count = 0;
    options.require("numMiniBatches", count);
    if (type == "gradientAccumulationOptimizer") {
      return ready(std::make_shared<GradientAccumulationOptimizer>(inner, count));
    }
    if (type == "crossReplicaGradientAccumulationOptimizer") {
      return ready(std::make_shared<CrossReplicaGradientAccumulationOptimizer>(inner, count));
    }
    GradientAccumulationOptions how = accumulation_options(options);
    if (!extra["callback"].isNull()) how.dtype = dtype_function(callback_from(extra["callback"]));
    if (type == "gradientAccumulationOptimizerV2") {
      return ready(std::make_shared<GradientAccumulationOptimizerV2>(inner, count, how));
    }
    const kernels::ReduceOp reduction = replica_reduction(options);
    return ready(std::make_shared<CrossReplicaGradientAccumulationOptimizerV2>(inner, count, how,
                                                                               reduction));
  });
}

// ---- models inside of functions ----

val call_model(int handle, const std::string& tensor, val training) {
  return guarded([&] {
    keras::Model& called = model(handle).model();
    const Tensor x = values().tensor(json_of(tensor));
    if (!called.built() && x.shape().rank() > 0) {
      called.build(x.shape().without_front().with_front(Shape::kUnknown));
    }
    keras::CallContext context;
    context.training = training.as<bool>();
    return text_of(values().added(called(x, context)));
  });
}

val model_variables(int handle, const std::string& which, val) {
  return guarded([&] {
    const keras::Model& owner = model(handle).model();
    return variables_list(which == "trainable" ? owner.trainable_variables() : owner.variables());
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(pipette_values) {
  bind<&trace_constant>("constant");
  bind<&trace_operator>("callOperator");
  bind<&create_variable>("createVariable");
  bind<&draw_glorot_uniform>("glorotUniform");
  bind<&describe_variable>("describeVariable");
  bind<&variable_value>("variableValue");
  bind<&set_variable>("setVariable");
  bind<&read_variable>("readVariable");
  bind<&assign_variable>("assignVariable");
  bind<&count_up_variable>("countUp");
  bind<&hash_tensors>("hashTensors");
  bind<&create_tape>("createTape");
  bind<&trace_captured_gradients>("capturedGradients");
  bind<&trace_capture>("captureUpstreamGradients");
  bind<&trace_gradients>("gradients");
  bind<&apply_gradients>("applyGradients");
  bind<&compute_gradients>("computeGradients");
  bind<&wrap_optimizer>("wrapOptimizer");
  bind<&call_model>("callModel");
  bind<&model_variables>("modelVariables");
}

}  // namespace pipette::bindings
