// The whole page: every view in its place, scrolling, keyboard, help.
//
//   Page page;                        // after the ImGui context exists
//   page.draw(ui, model, {0, 0, width, height});
//   for (const Intent& intent : std::exchange(ui.intents, {})) act(intent);
//
// Knows nothing of emulators: app.cc fills the model and acts on the intents. One thread.
#pragma once

#include "cards/loss_view.h"
#include "cards/trace_view.h"
#include "page/layout.h"
#include "page/page_model.h"
#include "scenes/builder/builder_view.h"
#include "scenes/feeds/digits_view.h"
#include "scenes/feeds/flow_view.h"
#include "scenes/feeds/pad_view.h"
#include "scenes/inspector/inspector_view.h"
#include "scenes/pipeline/schedule_view.h"
#include "ui/ui.h"

namespace pipette::app {

class Page {
 public:
  void draw(Ui& ui, const PageModel& model, const Rect& page);
  const TimeView& trace_view() const { return traces_.view; }
  const PipelineViewState& pipeline_view() const { return pipeline_; }

 private:
  void draw_cards(Ui& ui, const PageModel& model, const PageLayout& layout);
  PageLayout layout_of(Ui& ui, const PageModel& model, const Rect& page) const;
  void draw_pipeline_cards(Ui& ui, const PageModel& model, const PageLayout& layout);
  void draw_inspector_cards(Ui& ui, const InspectorModel& model, const PageLayout& layout);
  void scroll(Ui& ui, const PageLayout& layout);

  FlowViewState flow_;
  TraceViewState traces_;
  LossViewState loss_;
  DigitsViewState digits_;
  PadViewState pad_;
  PipelineViewState pipeline_;
  InspectorViewState inspector_;
  BuilderViewState builder_;
  bool help_open_ = false;
};

}  // namespace pipette::app
