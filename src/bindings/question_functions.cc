// What is worked out without a run: schedules and costs.
#include <emscripten/bind.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bindings/js_values.h"
#include "bindings/options.h"
#include "core/camel_case.h"
#include "device/matmul_report.h"
#include "pipeline/schedule_request.h"
#include "pipeline/schedule_text.h"

namespace pipette::bindings {

namespace {

using emscripten::val;

// Gives {json, svg}; the picture is empty unless it is asked for.
val schedule(const std::string& text) {
  return guarded([&] {
    pipelining::ScheduleRequest request;
    Options options("schedule()", text);
    options.read("kind", request.kind).require("stages", request.stages);
    options.require("miniBatches", request.mini_batches).read("inference", request.inference);
    std::vector<std::int64_t> mapping;
    options.read("deviceMapping", mapping);
    for (const std::int64_t ipu : mapping) {
      // Out of range of an int is out of range of every machine.
      request.device_mapping.push_back(
          {static_cast<int>(std::clamp<std::int64_t>(ipu, -1, 1 << 20))});
    }
    options.read("forwardCycles", request.forward_cycles);
    options.read("backwardCycles", request.backward_cycles);
    options.read("updateCycles", request.update_cycles);
    options.read("recompute", request.recompute);
    options.read("overlappedIo", request.overlapped_io);
    options.read("transferCycles", request.transfer_cycles);
    options.read("exchangeCycles", request.exchange_cycles);
    options.read("syncCycles", request.sync_cycles);
    bool svg = false;
    options.read("svg", svg).done();
    request.spelled = camel_case;
    const pipelining::ComputedSchedule made = pipelining::compute_schedule(request);
    val object = val::object();
    object.set("json", pipelining::schedule_json(made));
    object.set("svg", svg ? pipelining::schedule_svg(made.table, made.timing) : std::string());
    return object;
  });
}

val matmul_cost(const std::string& text) {
  return guarded([&] {
    MatmulQuestion question;
    Options options("matmulCost()", text);
    options.require("m", question.m).require("k", question.k).require("n", question.n);
    options.read("dtype", question.dtype).read("architecture", question.architecture);
    options.read("layoutChanges", question.layout_changes).done();
    return val(MatmulReport(question).to_json());
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(pipette_questions) {
  bind<&schedule>("schedule");
  bind<&matmul_cost>("matmulCost");
}

}  // namespace pipette::bindings
