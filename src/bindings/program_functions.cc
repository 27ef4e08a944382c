// Strategies, functions, queues, loops and pipelines for web/pipette/; see js_objects.h for the
// conventions. Values of functions that are traced cross the border as JSON (traced_values.h).
#include <emscripten/bind.h>

#include <string>
#include <vector>

#include "bindings/js_callbacks.h"
#include "bindings/js_objects.h"

namespace pipette::bindings {

namespace {

// ---- strategies and functions ----

val create_strategy(int, const std::string& options, val) {
  return guarded([&] { return added(std::make_unique<HostedStrategy>(options)); });
}

val create_function(int handle, const std::string& name, val body) {
  return guarded(
      [&] { return val(strategy(handle).add_function(name, callback_from(body), tracing())); });
}

val destroy_function(int handle, const std::string&, val function) {
  return guarded([&] {
    strategy(handle).remove_function(function.as<int>());
    return val::undefined();
  });
}

// `structure` of `tensors`, the list of arguments; `extra`: {function, tensors}.
val start_function(int handle, const std::string& structure, val extra) {
  return guarded([&] {
    const Nest<Array> arguments =
        array_structure(json_of(structure), arrays_from(extra["tensors"]));
    strategy(handle).start(extra["function"].as<int>(), arguments);
    return val::undefined();
  });
}

val strategy_result(int handle, const std::string&, val) {
  return guarded([&] { return structure_from(strategy(handle).result()); });
}

val abandon_run(int handle, const std::string&, val) {
  return guarded([&] {
    strategy(handle).abandon();
    return val::undefined();
  });
}

// ---- queues ----

// `of`: the function of JavaScript's that the options belong to.
val create_infeed(int dataset, const std::string& text, val of) {
  return guarded([&] {
    InfeedOptions made;
    Options options(of.as<std::string>(), text);
    options.read("prefetchDepth", made.prefetch_depth).read("deviceOrdinal", made.device_ordinal);
    options.read("optimiseLatency", made.optimise_latency).read("graphMode", made.graph_mode);
    options.read("name", made.name).done();
    return added(std::make_shared<InfeedQueue>(object<Dataset>(dataset), made));
  });
}

val initialize_infeed(int handle, const std::string&, val) {
  return guarded([&] {
    object<InfeedPtr>(handle)->initialize();
    return val::undefined();
  });
}

val delete_infeed(int handle, const std::string&, val) {
  return guarded([&] {
    object<InfeedPtr>(handle)->destroy();
    return val::undefined();
  });
}

val infeed_next(int handle, const std::string&, val) {
  return guarded([&] {
    const InfeedPtr queue = object<InfeedPtr>(handle);
    tracing().use(queue);
    return text_of(values().added(queue->next()));
  });
}

val elements_read(int handle, const std::string&, val) {
  return guarded(
      [&] { return val(static_cast<double>(object<InfeedPtr>(handle)->elements_read())); });
}

val enqueue(int handle, const std::string& structure, val) {
  return guarded([&] {
    const QueuePtr& queue = object<QueuePtr>(handle);
    use_outfeed(queue);
    return operation_text(queue->queue().enqueue(values().structure(json_of(structure))));
  });
}

val trace_print_tensor(int, const std::string& label, val tensor) {
  return guarded([&] {
    return operation_text(print_tensor(values().tensor(json_of(tensor.as<std::string>())), label));
  });
}

val maybe_outfeed(int handle, const std::string& key, val tensor) {
  return guarded([&] {
    const QueuePtr& queue = object<QueuePtr>(handle);
    use_outfeed(queue);
    queue->maybe_outfeed(key, values().tensor(json_of(tensor.as<std::string>())));
    return val::undefined();
  });
}

// Null when nothing was kept.
val maybe_enqueue(int handle, const std::string&, val) {
  return guarded([&] {
    tracing().parts();  // throws where nothing is traced
    const std::optional<Operation> operation = object<QueuePtr>(handle)->maybe_enqueue();
    return operation ? operation_text(*operation) : val::null();
  });
}

val delete_outfeed(int handle, const std::string&, val) {
  return guarded([&] {
    object<QueuePtr>(handle)->queue().destroy();
    return val::undefined();
  });
}

// ---- loops, pipelines, scopes ----

InfeedQueue* infeed_of(int handle) {
  if (handle == 0) return nullptr;
  const InfeedPtr& queue = object<InfeedPtr>(handle);
  tracing().use(queue);
  return queue.get();
}

// `extra`: {inputs, body}
val trace_repeat(int infeed, const std::string& options, val extra) {
  return guarded([&] {
    return text_of(tracing().repeat(options, json_of(extra["inputs"].as<std::string>()),
                                    callback_from(extra["body"]), infeed_of(infeed)));
  });
}

// `extra`: {inputs, condition, body}
val trace_while_loop(int infeed, const std::string& options, val extra) {
  return guarded([&] {
    return text_of(tracing().while_loop(options, json_of(extra["inputs"].as<std::string>()),
                                        callback_from(extra["condition"]),
                                        callback_from(extra["body"]), infeed_of(infeed)));
  });
}

// `extra`: {trueBranch, falseBranch}
val trace_cond(int, const std::string& predicate, val extra) {
  return guarded([&] {
    return text_of(tracing().cond(json_of(predicate), callback_from(extra["trueBranch"]),
                                  callback_from(extra["falseBranch"])));
  });
}

// `extra`: {inputs, stages, names, outfeed, optimizer}: lists of members' functions by stage, and
// null or a function that gives {loss, optimizer, variables}.
val trace_pipeline(int infeed, const std::string& options, val extra) {
  return guarded([&] {
    Tracing::PipelineStages stages;
    const auto count = extra["stages"]["length"].as<int>();
    for (int stage = 0; stage < count; ++stage) {
      const val members = extra["stages"][stage];
      std::vector<Callback>& functions = stages.members.emplace_back();
      const auto size = members["length"].as<int>();
      for (int member = 0; member < size; ++member) {
        functions.push_back(callback_from(members[member]));
      }
      stages.names.push_back(extra["names"][stage].as<std::string>());
    }
    if (!extra["dtype"].isNull()) stages.dtype = dtype_function(callback_from(extra["dtype"]));
    OutfeedQueue* outfeed = nullptr;
    if (const int queue = extra["outfeed"].as<int>(); queue != 0) {
      use_outfeed(object<QueuePtr>(queue));
      outfeed = &object<QueuePtr>(queue)->queue();
    }
    Tracing::OptimizerFunction optimizer;
    if (!extra["optimizer"].isNull()) {
      const Callback function = callback_from(extra["optimizer"]);
      optimizer = [function](const Json& outputs) {
        const Json given = function(outputs);
        pipelining::OptimizerFunctionOutput output{
            object<OptimizerPtr>(given.at("optimizer").get<int>()),
            values().tensor(given.at("loss"))};
        for (const Json& variable : given.at("variables")) {
          output.variables.push_back(object<Variable>(variable.get<int>()));
        }
        if (const auto tape = given.at("tape").get<std::int64_t>(); tape != 0) {
          output.tape = &values().tape(tape);
        }
        if (const int queue = given.at("captured").get<int>(); queue != 0) {
          use_outfeed(object<QueuePtr>(queue));
          output.captured_gradient_outfeed = &object<QueuePtr>(queue)->queue();
        }
        return output;
      };
    }
    return text_of(tracing().pipeline(options, json_of(extra["inputs"].as<std::string>()), stages,
                                      infeed_of(infeed), outfeed, optimizer));
  });
}

val enter_scope(int index, const std::string& kind, const val& name) {
  return guarded([&] { return val(tracing().enter_scope(kind, index, name.as<std::string>())); });
}

val leave_scope(int number, const std::string&, const val&) {
  return guarded([&] {
    tracing().leave_scope(number);
    return val::undefined();
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(pipette_programs) {
  bind<&create_strategy>("createStrategy");
  bind<&create_function>("createFunction");
  bind<&destroy_function>("destroyFunction");
  bind<&start_function>("startFunction");
  bind<&strategy_result>("strategyResult");
  bind<&abandon_run>("abandonRun");
  bind<&create_infeed>("createInfeed");
  bind<&initialize_infeed>("initializeInfeed");
  bind<&delete_infeed>("deleteInfeed");
  bind<&infeed_next>("infeedNext");
  bind<&elements_read>("elementsRead");
  bind<&enqueue>("enqueue");
  bind<&trace_print_tensor>("printTensor");
  bind<&maybe_outfeed>("maybeOutfeed");
  bind<&maybe_enqueue>("maybeEnqueue");
  bind<&delete_outfeed>("deleteOutfeed");
  bind<&trace_repeat>("repeat");
  bind<&trace_while_loop>("whileLoop");
  bind<&trace_cond>("cond");
  bind<&trace_pipeline>("pipelineOf");
  bind<&enter_scope>("enterScope");
  bind<&leave_scope>("leaveScope");
}

}  // namespace pipette::bindings
