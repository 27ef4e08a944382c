#include "scenes/profile/profile_scene.h"

#include "experiment/catalogue.h"
#include "ui/sizes.h"
#include "ui/widgets.h"

namespace pipette::app::profile_scene {

namespace {

constexpr float kLeast = 480, kPhoneHeight = 560, kCharts = 116;

}  // namespace

bool ProfileScene::shows(const Runs& runs) const {
  return catalogue_entry(runs.leader().session().experiment().name).kind != ProgramKind::benchmark;
}

void ProfileScene::update(const SceneInput& input, bool) {
  has_run_ = !input.runs.leader().session().observed().recorder().programs().empty();
}

PageFrame ProfileScene::lay_out(Ui&, const FrameSize& size) {
  PageFrame frame;
  if (size.width < sizes::kPhoneWidth) {
    Rect column = begin_phone(&frame, size);
    panel_ = column.cut_top(kPhoneHeight, sizes::kGap);
    end_phone(&frame, size, column);
    keep_only(size, &frame, {{"profile", &panel_}});
    return frame;
  }
  float spare = 0;
  const float charts = charts_height(size, kCharts);
  panel_ = begin_desktop(&frame, size, kLeast + charts + 3 * sizes::kGap, &spare);
  cut_charts(&frame, size, charts + std::min(60.0f, 0.15f * spare), &panel_);
  keep_only(size, &frame, {{"profile", &panel_}});
  return frame;
}

void ProfileScene::draw(Ui& ui) {
  const Rect content = card(ui, "profile", panel_.moved(0, -ui.page_scroll), "Profile");
  if (has_run_) {
    ui.rects.keep_for_html("profile", content);
  } else {
    text_wrapped(ui, content, "Run the program, or a step of it: its profile appears here.",
                 ui.colors().text_dim);
  }
}

}  // namespace pipette::app::profile_scene
