#include "scenes/toy/toy_scene.h"

#include "core/format_count.h"
#include "ui/widgets.h"

namespace pipette::app::toy_scene {

void ToyScene::update(const SceneInput& input, bool) {
  steps_ = input.runs.leader().session().status().step;
}

PageFrame ToyScene::lay_out(Ui&, const FrameSize& size) {
  PageFrame frame;
  float spare = 0;
  card_ = begin_desktop(&frame, size, 480, &spare);
  keep_only(size, &frame, {{"toy", &card_}});
  return frame;
}

void ToyScene::draw(Ui& ui) {
  const Rect content = card(ui, "toy", card_.moved(0, -ui.page_scroll), "Steps");
  text_wrapped(ui, content, format_count(steps_), ui.colors().text_dim);
}

}  // namespace pipette::app::toy_scene
