// The same training with and without feeds, side by side: the data flow, both traces, test digits,
// and a pad for drawing a digit.
#pragma once

#include <memory>

#include "cards/trace_view.h"
#include "scenes/feeds/digits_view.h"
#include "scenes/feeds/feeds_layout.h"
#include "scenes/feeds/flow_view.h"
#include "scenes/feeds/pad_view.h"
#include "scenes/feeds/trace_comparison.h"
#include "scenes/feeds/trace_preview.h"
#include "scenes/scene.h"

namespace pipette::app::feeds_scene {

struct FeedsModel {
  FlowModel flow;
  TracePairModel traces;
  TestDigits digits;
  JudgedDrawing drawing;
};

class FeedsScene final : public Scene {
 public:
  const char* name() const override { return "feeds"; }
  const char* label() const override { return "Feeds"; }
  bool shows(const Runs& runs) const override { return runs.side_by_side(); }
  std::vector<EmbeddableCard> embeddable() const override {
    return {{"flow", "flow", "mnist-with-feeds"}, {"trace", "traces", "mnist-with-feeds"}};
  }

  void start(const Runs& runs) override;
  bool playing() const override { return preview_.busy(); }
  void advance(double elapsed_s) override;
  void update(const SceneInput& input, bool in_sight) override;
  PageFrame lay_out(Ui& ui, const FrameSize& size) override;
  void draw(Ui& ui) override;
  // "caption" is that of the traces; "trace_ahead": the traces show steps still to come;
  // "trace_view": the visible time range; "totals": the time of each run; "infeed": the fill of the
  // queue, and the IPU's wait for it if any.
  SceneState state() const override;
  std::vector<const char*> tables(const std::string& card) const override;
  std::string csv(const std::string& table) const override;
  bool moves(const std::string& card) const override { return card == "flow"; }
  std::string caption() const override { return model_.flow.caption; }

  // The content that draw() shows; tests fill it by hand.
  FeedsModel& model() { return model_; }

 private:
  void update_traces(const SceneInput& input, bool in_sight);
  // Pictures for the graphics card, made in the first frame because they need ImGui's context.
  struct Pictures {
    DigitTilesState digits;
    PadViewState pad;
  };

  FeedsModel model_;
  TraceComparison traces_, traces_ahead_;
  TracePreview preview_;
  FeedsLayout layout_;
  FlowViewState flow_view_;
  TraceViewState trace_view_;
  std::unique_ptr<Pictures> pictures_;
};

}  // namespace pipette::app::feeds_scene
