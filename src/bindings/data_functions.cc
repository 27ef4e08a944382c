// Datasets, queues, layers and optimizers for web/pipette/; see js_objects.h for the conventions.
#include <emscripten/bind.h>

#include <string>
#include <vector>

#include "bindings/dataset_builder.h"
#include "bindings/js_callbacks.h"
#include "bindings/js_objects.h"
#include "bindings/views.h"
#include "core/json.h"
#include "feeds/infeed_benchmark.h"
#include "graph/ops.h"

namespace pipette::bindings {

namespace {

// The table of names (JSON text) and tensors.
val describe_statistics(int, const std::string& text, val tensors) {
  return guarded([&] {
    const Json names = Json::parse(text);
    std::vector<inspect::NamedStatistics> rows;
    Json list = Json::array();
    for (const Array& array : arrays_from(tensors)) {
      rows.emplace_back(names.at(rows.size()).get<std::string>(), inspect::statistics(array));
      list.push_back(statistics_object(rows.back().first, array.shape(), rows.back().second));
    }
    return val(Json{{"text", inspect::statistics_table(rows)}, {"rows", list}}.dump());
  });
}

// ---- datasets ----

val create_dataset(int, const std::string& structure, val tensors) {
  return guarded([&] { return added(dataset_from_slices(structure, arrays_from(tensors))); });
}

val create_digits(int, const std::string& options, val) {
  return guarded([&] { return added(generated_digits(options)); });
}

val apply_to_dataset(int handle, const std::string& options, val operation) {
  return guarded([&] {
    return added(derive_dataset(operation.as<std::string>(), options, object<Dataset>(handle)));
  });
}

val describe_dataset(int handle, const std::string&, val) {
  return guarded([&] { return val(dataset_json(object<Dataset>(handle))); });
}

// A structure of tensors that JavaScript gives: {structure, tensors}. What its function throws is
// kept there (core.mjs).
Element element_from(const val& given) {
  if (given.isNull()) throw RuntimeError("a function of JavaScript threw an error");
  return array_structure(json_of(given["structure"].as<std::string>()),
                         arrays_from(given["tensors"]));
}

val map_dataset(int handle, const std::string&, val function) {
  return guarded([&] {
    return added(object<Dataset>(handle).map([function](const Element& element) {
      return element_from(function(structure_from(element)));
    }));
  });
}

// The first element gives the spec of all. `generators` makes an iterator: a function that gives
// {structure, tensors}, or false at the end.
val generate_dataset(int, const std::string&, val generators) {
  return guarded([&] {
    const auto make = [generators]() -> Dataset::Generator {
      const val next = generators();
      if (next.isNull()) throw RuntimeError("a function of JavaScript threw an error");
      return [next](Element& element) {
        const val given = next();
        if (given.isFalse()) return false;
        element = element_from(given);
        return true;
      };
    };
    Element first;
    if (!make()(first)) {
      throw InvalidArgument("fromGenerator() wants a generator that gives an element at least");
    }
    return added(
        Dataset::from_generator(first.map([](const Array& array) { return array.spec(); }), make));
  });
}

// `which`: "train" or "test", with pixels from 0 to 1 and i32 labels, as generated digits have
// them.
val create_from_images(int handle, const std::string& which, val) {
  return guarded([&] {
    const ImageData& data = object<ImageData>(handle);
    const auto train = [&] { return data.train(); };
    const auto test = [&] {
      const LabelledImages all = data.test(0, data.test_count());
      return Dataset::from_tensor_slices(Element::tuple({all.images, all.labels}));
    };
    return added((which == "train" ? train() : test()).map(to_training_dtypes));
  });
}

val iterate_dataset(int handle, const std::string&, val) {
  return guarded([&] { return added(object<Dataset>(handle).make_iterator()); });
}

// The next element as {structure, tensors}; null after the last.
val next_element(int handle, const std::string&, val) {
  return guarded([&] {
    Element element;
    const bool more = object<std::unique_ptr<DatasetIterator>>(handle)->next(element);
    return more ? structure_from(element) : val::null();
  });
}

// Of a dataset, or of that of an infeed queue.
val create_benchmark(int handle, const std::string& text, val) {
  return guarded([&] {
    BenchmarkOptions made;
    made.print_stats = false;
    Options options("datasetBenchmark()", text);
    options.read("numberOfEpochs", made.number_of_epochs);
    options.read("elementsPerEpochs", made.elements_per_epochs);
    options.read("doMemcpy", made.do_memcpy).done();
    const auto* queue = std::get_if<InfeedPtr>(&objects().at(handle));
    return added(std::make_unique<DatasetBenchmark>(
        queue != nullptr ? infeed_benchmark(**queue, made)
                         : DatasetBenchmark(object<Dataset>(handle), made)));
  });
}

// JSON text when the benchmark has ended, else null.
val advance_benchmark(int handle, const std::string&, val microseconds) {
  return guarded([&] {
    DatasetBenchmark& benchmark = *object<std::unique_ptr<DatasetBenchmark>>(handle);
    return benchmark.advance(microseconds.as<double>()) ? val(benchmark.to_json()) : val::null();
  });
}

// ---- queues, layers, optimizers ----

val create_queue(int, const std::string& options, val) {
  return guarded([&] { return added(make_queue(options)); });
}

// {structure, tensors}; null before anything was enqueued.
val dequeue(int handle, const std::string&, val) {
  return guarded([&] {
    if (tracing().active()) {
      throw FailedPrecondition(
          "dequeue() takes what is there now, while the function is traced and has not run; call it "
          "after the run");
    }
    const QueuePtr& queue = object<QueuePtr>(handle);
    // Of a queue that keeps the last element, one that has none says so.
    if (queue->queue().mode() == OutfeedMode::last) return structure_from(queue->queue().dequeue());
    const auto element = queue->maybe_dequeue();
    return element ? structure_from(*element) : val::null();
  });
}

// The oldest element likewise; null when none is pending.
val pop(int handle, const std::string&, val) {
  return guarded([&] {
    const auto element = object<QueuePtr>(handle)->queue().pop();
    return element ? structure_from(*element) : val::null();
  });
}

val pending(int handle, const std::string&, val) {
  return guarded(
      [&] { return val(static_cast<double>(object<QueuePtr>(handle)->queue().pending())); });
}

// `extra`: {type, queue}
val create_layer(int, const std::string& options, val extra) {
  return guarded([&] {
    const int queue = extra["queue"].as<int>();
    return added(make_layer(extra["type"].as<std::string>(), options,
                            queue == 0 ? nullptr : object<QueuePtr>(queue)));
  });
}

// `extra`: {type, variable, tensor}: the learning rate is a variable's (0: none), or a tensor of
// the function being traced, as JSON text (null: none).
val create_optimizer(int, const std::string& options, val extra) {
  return guarded([&] {
    std::optional<LearningRate> rate;
    if (const int variable = extra["variable"].as<int>(); variable != 0) {
      rate = LearningRate::Source([rate_of = object<Variable>(variable)] { return read(rate_of); });
    } else if (const val tensor = extra["tensor"]; !tensor.isNull()) {
      rate = LearningRate::Source(
          [json = json_of(tensor.as<std::string>())] { return values().tensor(json); });
    }
    return added(make_optimizer(extra["type"].as<std::string>(), options, rate));
  });
}

val create_input(int, const std::string& text, val) {
  return guarded([&] {
    std::vector<std::int64_t> shape;
    std::optional<std::int64_t> batch_size;
    std::string dtype = "float32", name;
    Options options("input()", text);
    options.require("shape", shape).read("batchSize", batch_size).read("dtype", dtype);
    options.read("name", name).done();
    return added(keras::input(Shape(shape), batch_size, parse_dtype(dtype), name));
  });
}

val apply_layer(int handle, const std::string&, val tensors) {
  return guarded(
      [&] { return added(object<LayerPtr>(handle)(objects_in<SymbolicTensor>(tensors))); });
}

void destroy_object(int handle) { objects().remove(handle); }

}  // namespace

EMSCRIPTEN_BINDINGS(pipette_data) {
  bind<&describe_statistics>("statistics");
  bind<&create_dataset>("createDataset");
  bind<&create_digits>("createDigits");
  bind<&apply_to_dataset>("applyToDataset");
  bind<&describe_dataset>("describeDataset");
  bind<&map_dataset>("mapDataset");
  bind<&generate_dataset>("generateDataset");
  bind<&create_from_images>("createFromImages");
  bind<&iterate_dataset>("iterateDataset");
  bind<&next_element>("nextElement");
  bind<&create_benchmark>("createBenchmark");
  bind<&advance_benchmark>("advanceBenchmark");
  bind<&create_queue>("createQueue");
  bind<&dequeue>("dequeue");
  bind<&pop>("pop");
  bind<&pending>("pending");
  bind<&create_layer>("createLayer");
  bind<&create_optimizer>("createOptimizer");
  bind<&create_input>("createInput");
  bind<&apply_layer>("applyLayer");
  bind<&destroy_object>("destroyObject");
}

}  // namespace pipette::bindings
