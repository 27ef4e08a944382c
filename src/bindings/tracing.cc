#include "bindings/tracing.h"

#include <fmt/format.h>

#include <algorithm>

#include "bindings/options.h"
#include "core/item.h"
#include "device/device.h"
#include "graph/shard.h"
#include "graph/source_line.h"
#include "keras/symbolic.h"
#include "loops/cond.h"
#include "loops/loops.h"

namespace pipette::bindings {

namespace {

// Puts another value into a place for as long as it lives.
template <class T>
class Replaced {
 public:
  Replaced(T& place, T value) : place_(place), before_(place) { place_ = value; }
  ~Replaced() { place_ = before_; }
  Replaced(const Replaced&) = delete;
  Replaced& operator=(const Replaced&) = delete;

 private:
  T& place_;
  T before_;
};

// A device for each stage, or a list for a group: [0, 1, [2, 3]].
std::vector<pipelining::StageDevices> devices_from(const Json& list) {
  const auto device = [](const Json& number) {
    std::int64_t ipu = 0;
    read_field("deviceMapping", number, ipu);
    // Out of range of an int is out of range of the machine, which the pipeline checks.
    return static_cast<int>(std::clamp<std::int64_t>(ipu, -1, DeviceConfig::kMaxIpus));
  };
  if (!list.is_array()) wrong_type("deviceMapping", "a list", list);
  std::vector<pipelining::StageDevices> devices;
  for (const Json& stage : list) {
    if (!stage.is_array()) {
      devices.emplace_back(device(stage));
      continue;
    }
    std::vector<int> members;
    for (const Json& member : stage) members.push_back(device(member));
    devices.emplace_back(std::move(members));
  }
  return devices;
}

void read_dtype(Options& options, const char* name, AccumulationDType& to) {
  std::optional<std::string> dtype;
  options.read(name, dtype);
  if (dtype) to = parse_dtype(*dtype);
}

void read_options(Options& options, pipelining::PipelineOptions& to) {
  std::optional<std::string> schedule, recomputation;
  options.read("pipelineSchedule", schedule).read("recomputationMode", recomputation);
  read_reduction(options, "reductionMethod", to.reduction_method);
  if (schedule) to.pipeline_schedule = pipelining::parse_schedule(*schedule);
  if (recomputation) to.recomputation_mode = pipelining::parse_recomputation_mode(*recomputation);
  read_dtype(options, "gradientAccumulationDtype", to.gradient_accumulation_dtype);
  read_dtype(options, "accumulateOutfeedDtype", to.accumulate_outfeed_dtype);
  options.read("repeatCount", to.repeat_count);
  options.read("batchSerializationIterations", to.batch_serialization_iterations);
  options.read("allowRecompute", to.allow_recompute);
  options.read("offloadWeightUpdateVariables", to.offload_weight_update_variables);
  options.read("replicatedOptimizerStateSharding", to.replicated_optimizer_state_sharding);
  options.read("offloadGradientAccumulationBuffers", to.offload_gradient_accumulation_buffers);
  options.read("offloadActivations", to.offload_activations);
  options.read("offloadWeights", to.offload_weights);
  options.read("replicatedWeightSharding", to.replicated_weight_sharding);
  options.read("continuousWeightUpdates", to.continuous_weight_updates);
  options.read("gradientAccumulationForCapturedGrads", to.gradient_accumulation_for_captured_grads);
  options.read("outfeedLoss", to.outfeed_loss).read("accumulateOutfeed", to.accumulate_outfeed);
  options.read("name", to.name);
}

}  // namespace

AccumulationDType dtype_function(const Callback& callback) {
  return [callback](const Variable& variable) {
    std::string dtype;
    read_field("the dtype of an accumulator", callback(variable.name()), dtype);
    return parse_dtype(dtype);
  };
}

Function Tracing::function(const std::string& name, const Callback& body, TracedParts& parts) {
  return {name, [this, body, &parts](const Nest<Tensor>& arguments) {
            const TracedValues::Tracing tracing(values_);
            const Replaced<TracedParts*> noting(parts_, &parts);
            const Replaced<bool> whole(unfinished_, false);
            const Json result = called(body, values_.added(arguments));
            if (unfinished_) {
              throw FailedPrecondition(
                  "an error was caught in the middle of a traced loop or pipeline, which is "
                  "unfinished now; let the error leave the function");
            }
            return values_.structure(result);
          }};
}

TracedParts& Tracing::parts() {
  Graph::current();  // throws where nothing is traced
  if (parts_ == nullptr) throw RuntimeError("no function of JavaScript is being traced");
  return *parts_;
}

void Tracing::use(const std::shared_ptr<InfeedQueue>& queue) {
  parts().queues.push_back(queue);
  if (parts().infeed == nullptr) parts().infeed = queue.get();
}

void Tracing::use(const std::shared_ptr<void>& owner, const OutfeedQueue& queue) {
  parts().queues.push_back(owner);
  if (parts().outfeed == nullptr) parts().outfeed = &queue;
}

template <class F>
auto Tracing::guarded(const F& trace) {
  try {
    return trace();
  } catch (...) {
    unfinished_ = true;
    throw;
  }
}

loops::LoopBody Tracing::body_of(const Callback& callback) {
  return std::function<loops::LoopResults(const loops::LoopArguments&)>(
      [this, callback](const loops::LoopArguments& arguments) {
        return values_.results(called(callback, values_.added(arguments)));
      });
}

Json Tracing::repeat(const std::string& text, const Json& inputs, const Callback& body,
                     InfeedQueue* infeed) {
  const Json options = parse_json(text);
  const Json count = options.is_object() && options.contains("count") ? options["count"] : Json();
  const std::vector<Tensor> carried = values_.tensors(inputs);
  return guarded([&] {
    std::vector<Tensor> results;
    if (count.is_object()) {
      results = loops::repeat(values_.tensor(count), body_of(body), carried, infeed);
    } else {
      std::int64_t times = 0;
      read_field("count", count, times);
      results = loops::repeat(times, body_of(body), carried, infeed);
    }
    Json list = Json::array();
    for (const Tensor& result : results) list.push_back(values_.added(result));
    return list;
  });
}

Json Tracing::while_loop(const std::string& text, const Json& inputs, const Callback& condition,
                         const Callback& body, InfeedQueue* infeed) {
  std::int64_t maximum_iterations = -1;
  Options options("whileLoop()", text);
  options.read("maximumIterations", maximum_iterations).done();
  const std::vector<Tensor> carried = values_.tensors(inputs);
  return guarded([&] {
    Json list = Json::array();
    for (const Tensor& result : loops::while_loop(body_of(condition), body_of(body), carried,
                                                  infeed, maximum_iterations)) {
      list.push_back(values_.added(result));
    }
    return list;
  });
}

Json Tracing::cond(const Json& predicate, const Callback& true_branch,
                   const Callback& false_branch) {
  const Tensor choice = values_.tensor(predicate);
  return guarded([&] {
    Json list = Json::array();
    for (const Tensor& result : loops::cond(choice, body_of(true_branch), body_of(false_branch))) {
      list.push_back(values_.added(result));
    }
    return list;
  });
}

Json Tracing::pipeline(const std::string& text, const Json& inputs, const PipelineStages& stages,
                       InfeedQueue* infeed, OutfeedQueue* outfeed,
                       const OptimizerFunction& optimizer) {
  const Json given = parse_json(text);
  pipelining::PipelineOptions options;
  TracedParts::Pipeline outline{pipelining::PipelineSchedule::grouped, {}, stages.names, 1};
  Options named("pipeline()", text);
  read_options(named, options);
  if (named.has("gradientAccumulationCount")) {
    const Json& count = given["gradientAccumulationCount"];
    if (count.is_object()) {
      options.gradient_accumulation_count = values_.tensor(count);
    } else {
      read_field("gradientAccumulationCount", count, outline.gradient_accumulation_count);
      options.gradient_accumulation_count = outline.gradient_accumulation_count;
    }
  }
  if (named.has("deviceMapping")) options.device_mapping = devices_from(given["deviceMapping"]);
  if (named.has("outfeedMask")) {
    if (!given["outfeedMask"].is_array()) {
      wrong_type("outfeedMask", "a list of true and false", given["outfeedMask"]);
    }
    for (const Json& hidden : given["outfeedMask"]) {
      bool hides = false;
      read_field("outfeedMask", hidden, hides);
      options.outfeed_mask.push_back(hides);
    }
  }
  named.done({"inputs", "infeedQueue", "outfeedQueue", "optimizerFunction"});
  if (stages.dtype.index() != 0) options.gradient_accumulation_dtype = stages.dtype;
  options.inputs = values_.tensors(inputs);
  options.infeed_queue = infeed;
  options.outfeed_queue = outfeed;
  if (optimizer) {
    options.optimizer_function = [&](const loops::LoopArguments& outputs) {
      return optimizer(values_.added(outputs));
    };
  }
  std::vector<pipelining::Stage> traced;
  for (const std::vector<Callback>& members : stages.members) {
    std::vector<pipelining::StageFunction> functions;
    for (const Callback& member : members) functions.push_back(body_of(member));
    traced.emplace_back(std::move(functions));
  }
  return guarded([&] {
    const Operation operation = pipelining::pipeline(traced, options);
    if (options.pipeline_schedule) outline.schedule = *options.pipeline_schedule;
    outline.stage_devices = pipelining::default_device_mapping(to_int(traced.size()));
    for (std::size_t s = 0; options.device_mapping && s < traced.size(); ++s) {
      outline.stage_devices[s] = (*options.device_mapping)[s].devices;
    }
    if (!parts().pipeline) parts().pipeline = std::move(outline);
    return Json{{"operation", operation.node}};
  });
}

Json Tracing::called(const Callback& program, const Json& arguments) {
  const std::size_t before = scopes_.size();
  const auto end_scopes = [&] {
    while (scopes_.size() > before) scopes_.pop_back();
  };
  Json result;
  try {
    result = program(arguments);
  } catch (...) {
    end_scopes();
    throw;
  }
  if (scopes_.size() > before) {
    end_scopes();
    throw RuntimeError("a scope that the function has entered is still open at its end: close it");
  }
  return result;
}

int Tracing::enter_scope(const std::string& kind, int index, const std::string& name) {
  if (kind == "shard") {
    scopes_.push_back(std::make_shared<Shard>(index));
  } else if (kind == "name") {
    scopes_.push_back(std::make_shared<Graph::NameScope>(name));
  } else if (kind == "source line") {
    scopes_.push_back(std::make_shared<SourceLine>(name));
  } else if (kind == "pipeline stage") {
    scopes_.push_back(std::make_shared<keras::PipelineStage>(index));
  } else {
    throw InvalidArgument(fmt::format("there is no scope \"{}\"", kind));
  }
  return to_int(scopes_.size());
}

void Tracing::leave_scope(int number) {
  if (number != to_int(scopes_.size())) {
    throw RuntimeError("scopes end in the reverse order of their beginnings, each once");
  }
  scopes_.pop_back();
}

}  // namespace pipette::bindings
