// What can be watched, for web/pipette/watchable.mjs: sessions and models alike.
#include <emscripten/bind.h>

#include <string>

#include "bindings/js_objects.h"
#include "bindings/pipeline_view.h"
#include "bindings/trace_columns.h"
#include "bindings/views.h"
#include "profile/profile_json.h"

namespace pipette::bindings {

namespace {

void require_pipeline(int handle, const char* what) {
  if (watched(handle).pipeline() != nullptr) return;
  throw FailedPrecondition(
      std::string(what) +
      " is for a pipeline, and what runs here is none; go on by training steps");
}

val advance(int handle, double microseconds, double instructions, double slots, double steps,
            double cycle) {
  return guarded([&] {
    Budget budget;
    budget.real_us = microseconds;
    budget.instruction_count = limit(instructions);
    budget.slot_count = limit(slots);
    budget.step_count = limit(steps);
    budget.until_cycle = limit(cycle);
    if (budget.slot_count != Budget::kNoLimit) require_pipeline(handle, "advance({slots})");
    // A session may stop before the budget is spent.
    Session* session = find_session(handle);
    return val(session != nullptr ? session->advance(budget) : watched(handle).advance(budget));
  });
}

val step(int handle, const std::string& size) {
  return guarded([&] {
    Session* session = find_session(handle);
    const auto how_far = from_key<StepSize>("size", size);
    if (how_far == StepSize::slot) require_pipeline(handle, "step('slot')");
    return val(session != nullptr ? session->step(how_far) : watched(handle).step(how_far));
  });
}

val drain_events(int handle) {
  return guarded([&] { return val(events_json(watched(handle).record().events.drain())); });
}

val status(int handle) {
  return guarded([&] { return val(status_json(watched(handle).status())); });
}

val printed(int handle) {
  return guarded([&] { return val(watched(handle).record().printed); });
}

val describe_pipeline(int handle) {
  return guarded([&] {
    const ObservedRun& run = watched(handle);
    return val(pipeline_json(run.pipeline(), run.pipeline_position()));
  });
}

val losses(int handle, double from) {
  return guarded([&] { return loss_object(watched(handle).record().losses, from); });
}

val trace(int handle, double from, double count) {
  return guarded([&] {
    return trace_object(trace_columns(watched(handle).trace(), integer(from), limit(count)));
  });
}

val explain(int handle, double number) {
  return guarded([&] {
    const ObservedRun& run = watched(handle);
    return val(run.explain(span_numbered(run.trace(), integer(number))));
  });
}

val engine_options(int handle) {
  return guarded([&] {
    return val(engine_options_json(watched(handle).machine().device.config().engine_options));
  });
}

val profiles(int handle) {
  return guarded([&] {
    Json made = Json::array();
    for (const profile::Profile& each : watched(handle).profiles()) {
      made.push_back(profile_json(each));
    }
    return val(made.dump());
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(pipette_watch) {
  bind<&advance>("advance");
  bind<&step>("step");
  bind<&drain_events>("drainEvents");
  bind<&status>("status");
  bind<&printed>("printed");
  bind<&describe_pipeline>("pipeline");
  bind<&losses>("losses");
  bind<&trace>("trace");
  bind<&explain>("explain");
  bind<&profiles>("profiles");
  bind<&engine_options>("engineOptions");
}

}  // namespace pipette::bindings
