// The core-only WebAssembly module: a session without a screen. Used through web/pipette.mjs, never
// directly; docs/javascript.md describes what users see.
//
// Every bound function returns its result, or an object that stands for an error (js_values.h).
// Objects are numbers (handles.h), structured answers JSON text (views.h), typed arrays copies.
//
// Numbers come as doubles that pipette.mjs has checked: integers, within 2^53.
#include <emscripten/bind.h>

#include <string>
#include <vector>

#include "bindings/js_objects.h"
#include "bindings/js_values.h"
#include "bindings/options.h"
#include "bindings/views.h"
#include "code/model_code.h"
#include "session/checkpoint.h"
#include "session/session.h"

namespace pipette::bindings {

namespace {

using emscripten::val;

// ---- catalogue and experiments ----

val version() { return val(std::string(PIPETTE_VERSION)); }

val describe_catalogue() {
  return guarded([] { return val(catalogue_json()); });
}

val experiment_problems(const std::string& json) {
  return guarded([&] { return val(problems_json(Experiment::parse(json))); });
}

val describe_experiment(const std::string& json) {
  return guarded([&] { return val(experiment_json(Experiment::from_json(json))); });
}

val write_model_code(const std::string& json, const std::string& language) {
  return guarded([&] {
    const Experiment experiment = Experiment::from_json(json);
    experiment.validate();
    return val(code::model_code(experiment, from_word<code::CodeLanguage>("language", language)));
  });
}

// ---- data ----

// An IDX file of any type; `rank` above 0: one of labelled images.
val read_idx_bytes(int rank, const std::string& name, val source) {
  return guarded([&] {
    std::vector<std::byte> bytes(source["length"].as<std::size_t>());
    copy_in(source, reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size());
    const auto expected = rank > 0 ? std::optional(ExpectedIdx{DType::u8, rank}) : std::nullopt;
    return tensor_from(read_idx(bytes, name, expected));
  });
}

// `tensors`: images and labels to train with, and those to test with.
val create_data(int, const std::string& text, val tensors) {
  return guarded([&] {
    Options options("loadMnist()", text);
    std::string name;
    ImageSetForm form;
    options.require("name", name).read("classes", form.classes).read("transpose", form.transpose);
    options.done();
    if (name.empty() || name == "digits") {
      throw InvalidArgument(
          "name must be neither empty nor \"digits\", the generated data, but is \"" + name +
          "\"; for example \"mnist\"");
    }
    const std::vector<Array> given = arrays_from(tensors);
    return added(
        ImageData::from_sets(name, {{given.at(0), given.at(1)}, {given.at(2), given.at(3)}}, form));
  });
}

val describe_data(int handle) {
  return guarded([&] { return val(data_json(object<ImageData>(handle))); });
}

// ---- sessions ----

// `data` 0: none, the generated digits. Otherwise it replaces the experiment's.
val create_session(const std::string& json, int data) {
  return guarded([&] {
    const Experiment experiment = Experiment::from_json(json);
    return added(data == 0 ? std::make_unique<Session>(experiment)
                           : std::make_unique<Session>(experiment, object<ImageData>(data)));
  });
}

// `data` as in create_session(). `steps` 0: those of the checkpoint's experiment.
val resume_session(val given, int data, double steps) {
  return guarded([&] {
    const std::vector<std::byte> file = bytes_from(given);
    Experiment experiment = experiment_of(file);
    if (steps != 0) experiment.training.steps = integer(steps);
    return added(std::make_unique<Session>(
        resume(file, experiment, data == 0 ? data_for(experiment) : object<ImageData>(data))));
  });
}

val checkpoint_of_session(int handle) {
  return guarded([&] { return typed_array_of(checkpoint(session(handle))); });
}

// "" for nothing that stops it.
val stop_when(int handle, const std::string& condition) {
  return guarded([&] {
    session(handle).stop_when(condition.empty() ? std::nullopt
                                                : std::optional(Condition::parse(condition)));
    return val::undefined();
  });
}

val stopped(int handle) {
  return guarded([&] { return val(session(handle).stopped()); });
}

val step_back(int handle, const std::string& size) {
  return guarded([&] { return val(session(handle).step_back(from_key<StepSize>("size", size))); });
}

val reset(int handle) {
  return guarded([&] {
    session(handle).reset();
    return val::undefined();
  });
}

// Options: lists of words, and whether gradients are those of every mini-batch.
val set_filters(int handle, const std::string& text) {
  return guarded([&] {
    Session& session = bindings::session(handle);
    Experiment changed = session.experiment();
    Options options("setFilters()", text);
    options.read("gradients", changed.inspection.gradients_filters);
    options.read("activations", changed.inspection.activations_filters);
    options.read("preAccumulated", changed.inspection.outfeed_pre_accumulated_gradients).done();
    if (!session.continue_as(changed)) {
      throw FailedPrecondition("\"" + changed.name +
                               "\" has no filters; \"inspect-keras\" and its like have");
    }
    return val::undefined();
  });
}

// The latest values, as tensors that have what outfed_json() says of them as `about`.
val outfed(int handle) {
  return guarded([&] {
    val list = val::array();
    for (const OutfedTensor& each : session(handle).observed().record().outfed) {
      val tensor = tensor_from(each.history.latest());
      tensor.set("about", outfed_json(each));
      list.call<void>("push", tensor);
    }
    return list;
  });
}

val session_experiment(int handle) {
  return guarded([&] { return val(experiment_json(session(handle).experiment())); });
}

val session_experiment_text(int handle) {
  return guarded([&] { return val(session(handle).experiment().to_json()); });
}

val session_data(int handle) {
  return guarded([&] { return val(data_json(session(handle).data())); });
}

val summary(int handle, bool with_accuracy) {
  return guarded([&] { return val(session(handle).summary(with_accuracy).to_json()); });
}

template <class T>
Array images_from(const val& pixels, const Shape& image_shape) {
  const auto length = pixels["length"].as<std::size_t>();
  const auto size = static_cast<std::size_t>(image_shape.num_elements());
  if (length % size != 0) {
    throw InvalidArgument("images must hold whole images of " + std::to_string(size) +
                          " pixels, but has " + std::to_string(length) + " elements");
  }
  Array images({dtype_of<T>(), image_shape.with_front(static_cast<std::int64_t>(length / size))});
  copy_in(pixels, images.data<T>(), length);
  return images;
}

// `pixels`: Float32Array in 0..1 when `is_float`, else Uint8Array. Gives [n, 10], flat.
val predict(int handle, val pixels, bool is_float) {
  return guarded([&] {
    Session& session = bindings::session(handle);
    const Shape shape = session.data().image_shape();
    const Array images =
        is_float ? images_from<float>(pixels, shape) : images_from<std::uint8_t>(pixels, shape);
    if (images.size() == 0) return typed_array<float>(nullptr, 0);
    const Array probabilities = session.evaluator().predict(images);
    return typed_array(probabilities.data<float>(), probabilities.size());
  });
}

// Measures test accuracy for about `microseconds`; begins anew when `restart`.
val evaluate(int handle, bool restart, double microseconds) {
  return guarded([&] {
    Session& session = bindings::session(handle);
    Evaluator& evaluator = session.evaluator();
    if (restart) evaluator.restart();
    val object = val::object();
    object.set("finished", evaluator.advance(microseconds));
    object.set("seen", static_cast<double>(evaluator.seen()));
    object.set("correct", static_cast<double>(evaluator.correct()));
    object.set("total", static_cast<double>(session.data().test_count()));
    object.set("accuracy", evaluator.accuracy());
    return object;
  });
}

val test_images(int handle, double begin, double end) {
  return guarded([&] {
    const LabelledImages part = session(handle).data().test(integer(begin), integer(end));
    val object = val::object();
    object.set("images", typed_array(part.images.data<std::uint8_t>(), part.images.size()));
    object.set("labels", typed_array(part.labels.data<std::uint8_t>(), part.labels.size()));
    return object;
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(pipette) {
  bind<&version>("version");
  bind<&describe_catalogue>("catalogue");
  bind<&describe_experiment>("describeExperiment");
  bind<&experiment_problems>("experimentProblems");
  bind<&write_model_code>("modelCode");
  bind<&read_idx_bytes>("readIdx");
  bind<&create_data>("createData");
  bind<&describe_data>("describeData");
  bind<&create_session>("createSession");
  bind<&resume_session>("resumeSession");
  bind<&checkpoint_of_session>("checkpoint");
  bind<&reset>("reset");
  bind<&step_back>("stepBack");
  bind<&stop_when>("stopWhen");
  bind<&stopped>("stopped");
  bind<&set_filters>("setFilters");
  bind<&outfed>("outfed");
  bind<&session_experiment>("experiment");
  bind<&session_experiment_text>("experimentText");
  bind<&session_data>("sessionData");
  bind<&summary>("summary");
  bind<&predict>("predict");
  bind<&evaluate>("evaluate");
  bind<&test_images>("testImages");
}

}  // namespace pipette::bindings
