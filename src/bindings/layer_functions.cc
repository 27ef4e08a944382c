// What the layers of sessions and models make, and what their weights are like, for
// web/pipette/components.mjs; see js_objects.h for the conventions. Handle 0: the tensor itself.
#include <emscripten/bind.h>

#include <string>
#include <vector>

#include "bindings/js_objects.h"
#include "inspect/components.h"

namespace pipette::bindings {

namespace {

bool is_session(int handle) {
  return std::holds_alternative<std::unique_ptr<Session>>(objects().at(handle));
}

val singular_values(int handle, const std::string& name, val tensor) {
  return guarded([&] {
    const Array weights = handle == 0 ? array_from(tensor)
                          : is_session(handle)
                              ? session(handle).variable(name).value()
                              : variable_named(name, model(handle).model().variables()).value();
    const std::vector<double> values = inspect::singular_values(weights);
    return typed_array(values.data(), values.size());
  });
}

val layer_names(int handle) {
  return guarded([&] {
    val names = val::array();
    for (const std::string& name : session(handle).layers().names()) names.call<void>("push", name);
    return names;
  });
}

Array model_output(keras::Model& model, const std::string& layer, const Array& images) {
  model.variables();  // ValueError unless it is built
  const std::shared_ptr<const keras::Model> borrowed(std::shared_ptr<void>(), &model);
  return LayerProbe(outputs_of(borrowed)).output(layer, images);
}

// `tensor`: images, u8 or f32; for handle 0 what a layer has made of them.
val layer_output(int handle, const std::string& layer, val tensor) {
  return guarded([&] {
    const Array given = array_from(tensor);
    const Array images = given.dtype() == DType::u8 ? unit_floats(given) : given;
    return tensor_from(is_session(handle) ? session(handle).layers().output(layer, images)
                                          : model_output(model(handle).model(), layer, images));
  });
}

// `tensor`: one image, u8 or f32 [1, ...].
val image_way(int handle, int label, val tensor) {
  return guarded([&] {
    const Array given = array_from(tensor);
    const ImageWay way = session(handle).layers().way(
        given.dtype() == DType::u8 ? unit_floats(given) : given, label);
    val layers = val::array();
    for (const ImageWay::Layer& layer : way.layers) {
      val object = val::object();
      object.set("name", layer.name);
      object.set("output", tensor_from(layer.output));
      object.set("gradient", tensor_from(layer.gradient));
      object.set("kernel", layer.kernel);
      if (!layer.kernel.empty()) object.set("kernelGradient", tensor_from(layer.kernel_gradient));
      layers.call<void>("push", object);
    }
    val object = val::object();
    object.set("layers", layers);
    object.set("probabilities", tensor_from(way.probabilities));
    object.set("loss", way.loss);
    return object;
  });
}

// `extra`: {activations, before}: a tensor, and the points of an earlier projection or null.
val project(int, const std::string&, val extra) {
  return guarded([&] {
    inspect::Projection before;
    if (!extra["before"].isNull()) {
      const Array points = array_from(extra["before"]);
      for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
        before.points.push_back({points.data<float>()[i], points.data<float>()[i + 1]});
      }
    }
    const auto p = inspect::project(array_from(extra["activations"]), &before);
    Array points({DType::f32, Shape{static_cast<std::int64_t>(p.points.size()), 2}});
    for (std::size_t i = 0; i < p.points.size(); ++i) {
      points.data<float>()[2 * i] = p.points[i].x;
      points.data<float>()[2 * i + 1] = p.points[i].y;
    }
    val object = val::object();
    object.set("points", tensor_from(points));
    object.set("shares", typed_array(p.shares, 2));
    return object;
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(pipette_layers) {
  bind<&singular_values>("singularValues");
  bind<&layer_names>("layerNames");
  bind<&layer_output>("layerOutput");
  bind<&image_way>("imageWay");
  bind<&project>("project");
}

}  // namespace pipette::bindings
