// Models for web/pipette/; see js_objects.h for the conventions.
#include <emscripten/bind.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bindings/js_objects.h"
#include "core/nearest_name.h"

namespace pipette::bindings {

namespace {

// Layers; an input() may stand for its layer.
std::vector<LayerPtr> layers_in(const val& handles) {
  std::vector<LayerPtr> layers;
  for (const int handle : emscripten::vecFromJSArray<int>(handles)) {
    const auto* input = std::get_if<SymbolicTensor>(&objects().at(handle));
    layers.push_back(input != nullptr ? LayerPtr(*input) : object<LayerPtr>(handle));
  }
  return layers;
}

val create_sequential(int, const std::string& options, val layers) {
  return guarded([&] { return added(std::make_unique<HostedModel>(options, layers_in(layers))); });
}

val create_model(int output, const std::string& options, val inputs) {
  return guarded([&] {
    return added(std::make_unique<HostedModel>(options, objects_in<SymbolicTensor>(inputs),
                                               object<SymbolicTensor>(output)));
  });
}

val configure_model(int handle, const std::string& options, val what) {
  return guarded([&] {
    model(handle).configure(what.as<std::string>(), options);
    return val::undefined();
  });
}

// `extra`: {optimizer, name, gradients, gradientMode}: a handle or 0, a name, a queue or 0, a mode.
val compile_model(int handle, const std::string& options, val extra) {
  return guarded([&] {
    const int given = extra["optimizer"].as<int>(), queue = extra["gradients"].as<int>();
    OptimizerPtr optimizer = given == 0 ? make_optimizer(extra["name"].as<std::string>(), "{}")
                                        : object<OptimizerPtr>(given);
    if (queue != 0) {
      optimizer =
          with_gradients_to(object<QueuePtr>(queue), extra["gradientMode"].as<std::string>(),
                            optimizer, &model(handle).model());
    }
    model(handle).compile(options, optimizer);
    return val::undefined();
  });
}

// `extra`: {kind, dataset, validation}: "fit", "evaluate" or "predict", handles, or 0 for none.
val start_model(int handle, const std::string& options, val extra) {
  return guarded([&] {
    const auto kind = extra["kind"].as<std::string>();
    const Dataset& dataset = object<Dataset>(extra["dataset"].as<int>());
    const int validation = extra["validation"].as<int>();
    if (kind == "evaluate") {
      model(handle).start_evaluate(options, dataset);
    } else if (kind == "predict") {
      model(handle).start_predict(options, dataset);
    } else {
      model(handle).start_fit(
          options, dataset,
          validation == 0 ? std::nullopt : std::optional(object<Dataset>(validation)));
    }
    return val::undefined();
  });
}

val stop_training(int handle, const std::string&, val) {
  return guarded([&] {
    model(handle).stop_training();
    return val::undefined();
  });
}

val abandon_model(int handle, const std::string&, val) {
  return guarded([&] {
    model(handle).abandon();
    return val::undefined();
  });
}

// "progress", "history", "logs": JSON text; "summary": text.
val describe_model(int handle, const std::string& what, val) {
  return guarded([&] {
    if (what == "progress") return val(model(handle).progress_json());
    if (what == "history") return val(model(handle).history_json());
    if (what == "logs") return val(model(handle).logs_json());
    return val(model(handle).model().summary_text());
  });
}

val model_predictions(int handle, const std::string&, val) {
  return guarded([&] { return tensor_from(model(handle).model().predictions()); });
}

val model_weights(int handle, const std::string&, val) {
  return guarded([&] {
    val list = val::array();
    for (const Variable& variable : model(handle).model().variables()) {
      list.call<void>("push", named_tensor(variable.name(), variable.storage()));
    }
    return list;
  });
}

val model_layers(int handle, const std::string&, val) {
  return guarded([&] {
    val list = val::array();
    for (const auto& layer : model(handle).model().layers()) {
      list.call<void>("push", added(LayerPtr(layer)));
    }
    return list;
  });
}

val model_layer(int handle, const std::string& name, val) {
  return guarded([&] { return added(LayerPtr(model(handle).model().layer(name))); });
}

val describe_layer(int handle, const std::string&, val) {
  return guarded([&] {
    const keras::Layer& layer = *object<LayerPtr>(handle);
    const Json json = {{"name", layer.name()},
                       {"typeName", layer.type_name()},
                       {"trainable", layer.trainable()},
                       {"params", layer.count_params()}};
    return val(json.dump());
  });
}

val set_trainable(int handle, const std::string&, val trainable) {
  return guarded([&] {
    object<LayerPtr>(handle)->set_trainable(trainable.as<bool>());
    return val::undefined();
  });
}

val layer_variables(int handle, const std::string&, val) {
  return guarded([&] { return variables_list(object<LayerPtr>(handle)->variables()); });
}

// All or nothing; variables that are not named keep what they have.
val set_model_weights(int handle, const std::string&, val tensors) {
  return guarded([&] {
    std::vector<std::pair<Variable, Array>> assignments;
    const std::vector<Variable> variables = model(handle).model().variables();
    const auto length = tensors["length"].as<int>();
    for (int i = 0; i < length; ++i) {
      const auto name = tensors[i]["name"].as<std::string>();
      const auto named = std::find_if(variables.begin(), variables.end(),
                                      [&](const Variable& each) { return each.name() == name; });
      if (named == variables.end()) {
        std::vector<std::string_view> names;
        for (const Variable& variable : variables) names.push_back(variable.name());
        throw NotFound(fmt::format("the model has no variable \"{}\"; it has {}{}", name,
                                   fmt::join(names, ", "), did_you_mean(name, names)));
      }
      const Array value = array_from(tensors[i]);
      if (!(value.spec() == named->spec())) {
        throw InvalidArgument("variable \"" + name + "\" is " + dtype_name(named->dtype()) + " " +
                              named->shape().to_string() + ", but the tensor is " +
                              dtype_name(value.dtype()) + " " + value.shape().to_string());
      }
      assignments.emplace_back(*named, value);
    }
    for (auto& [variable, value] : assignments) variable.assign(value);
    return val::undefined();
  });
}

val build_model(int handle, const std::string&, val shape) {
  return guarded([&] {
    model(handle).model().build(shape_from(shape).with_front(Shape::kUnknown));
    return val::undefined();
  });
}

val save_weights(int handle, const std::string&, val) {
  return guarded([&] { return typed_array_of(model(handle).model().save_weights()); });
}

val load_weights(int handle, const std::string&, val given) {
  return guarded([&] {
    model(handle).model().load_weights(bytes_from(given));
    return val::undefined();
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(pipette_models) {
  bind<&create_sequential>("createSequential");
  bind<&create_model>("createModel");
  bind<&configure_model>("configureModel");
  bind<&compile_model>("compileModel");
  bind<&start_model>("startModel");
  bind<&stop_training>("stopTraining");
  bind<&abandon_model>("abandonModel");
  bind<&describe_model>("describeModel");
  bind<&model_predictions>("modelPredictions");
  bind<&model_weights>("modelWeights");
  bind<&model_layers>("modelLayers");
  bind<&model_layer>("modelLayer");
  bind<&describe_layer>("describeLayer");
  bind<&set_trainable>("setTrainable");
  bind<&layer_variables>("layerVariables");
  bind<&set_model_weights>("setModelWeights");
  bind<&build_model>("buildModel");
  bind<&save_weights>("saveWeights");
  bind<&load_weights>("loadWeights");
}

}  // namespace pipette::bindings
