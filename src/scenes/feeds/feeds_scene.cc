#include "scenes/feeds/feeds_scene.h"

#include <algorithm>

#include "ui/json_writer.h"

namespace pipette::app::feeds_scene {
namespace {

constexpr int kReadableSpeed = 2;    // the notch of one step a second
constexpr double kPreviewUs = 6000;  // of a frame, for steps computed ahead

bool has_begun(const Runs& runs) {
  return std::any_of(runs.all().begin(), runs.all().end(), [](const auto& run) {
    return run->session().observed().machine().device.now() > 0;
  });
}

}  // namespace

void FeedsScene::start(const Runs&) {
  traces_.clear();
  traces_ahead_.clear();
  preview_.forget();
  model_ = {};
}

void FeedsScene::advance(double) { preview_.advance(kPreviewUs); }

// An empty card teaches nothing: until there is a trace, it previews the first one.
void FeedsScene::update_traces(const SceneInput& input, bool in_sight) {
  traces_.update(input.runs, input.running, input.speed, input.now_s);
  model_.traces = traces_.model();
  if (!model_.traces.tracks.empty()) {
    traces_ahead_.clear();
    preview_.forget();
    return;
  }
  if (input.running && preview_.busy()) preview_.forget();  // it would only take time from the run
  if (const Runs* ahead = preview_.runs()) {
    traces_ahead_.update(*ahead, false, 0, input.now_s);
    model_.traces = traces_ahead_.model();
    model_.traces.ahead = true;
  } else if (in_sight && !input.running && !has_begun(input.runs)) {
    preview_.prepare(input.runs);
  }
}

void FeedsScene::update(const SceneInput& input, bool in_sight) {
  model_.flow = flow_of(input.runs, input.running, input.running && input.speed > kReadableSpeed);
  update_traces(input, in_sight);
  model_.digits = input.evaluation.digits();
  model_.drawing = input.evaluation.drawing();
}

PageFrame FeedsScene::lay_out(Ui&, const FrameSize& size) {
  layout_ = lay_out_feeds(size, traces_height(model_.traces));
  keep_only(size, &layout_.frame,
            {{"flow", &layout_.flow},
             {"traces", &layout_.traces},
             {"digits", &layout_.digits},
             {"pad", &layout_.pad}});
  return layout_.frame;
}

void FeedsScene::draw(Ui& ui) {
  if (pictures_ == nullptr) pictures_ = std::make_unique<Pictures>();
  const float up = -ui.page_scroll;
  draw_flow(ui, model_.flow, &flow_view_, layout_.flow.moved(0, up));
  draw_traces(ui, model_.traces, &trace_view_, layout_.traces.moved(0, up));
  draw_digits(ui, model_.digits, &pictures_->digits, layout_.digits.moved(0, up));
  draw_pad(ui, model_.drawing, &pictures_->pad, layout_.pad.moved(0, up));
}

SceneState FeedsScene::state() const {
  JsonWriter view;
  view.add("start_us", trace_view_.view.start_us).add("end_us", trace_view_.view.end_us);
  std::string totals;
  for (const RunTotal& total : model_.traces.totals) {
    JsonWriter json;
    json.add("title", total.title).add("steps", total.steps);
    json.add("modelled_seconds", total.modelled_seconds).add("real_seconds", total.real_seconds);
    totals += (totals.empty() ? "" : ",") + json.text();
  }
  const QueueModel& infeed = model_.flow.infeed;
  JsonWriter queue;
  queue.add("filled", infeed.filled).add("capacity", infeed.capacity).add("stall", infeed.stall);
  return {{"caption", JsonWriter::quoted(model_.traces.caption)},
          {"trace_ahead", model_.traces.ahead ? "true" : "false"},
          {"infeed", queue.text()},
          {"trace_view", view.text()},
          {"totals", "[" + totals + "]"}};
}

}  // namespace pipette::app::feeds_scene
