#include "scenes/model/model_scene.h"

#include "experiment/catalogue.h"

namespace pipette::app::model_scene {

bool ModelScene::shows(const Runs& runs) const {
  const Experiment& experiment = runs.leader().session().experiment();
  return catalogue_entry(experiment.name).kind == ProgramKind::keras;
}

// Rebuilt only after a change: it constructs the layers to see whether they fit.
void ModelScene::update(const SceneInput& input, bool in_sight) {
  if (!in_sight) return;
  if (edit_ != input.edit) model_ = builder_of(input.experiment);
  edit_ = input.edit;
  model_.draft = input.draft;
  for (std::size_t i = 0; i <= model_.rows.size(); ++i) {
    const bool end = i == model_.rows.size();
    FieldProblem problem = input.problem_at("layers/" + std::to_string(i));
    (end ? model_.end_error : model_.rows[i].error) = std::move(problem.text);
    (end ? model_.end_suggestions : model_.rows[i].suggestions) = std::move(problem.suggestions);
  }
}

Commands ModelScene::commands() const {
  return {
      {.keys = "Up, Down", .help = "Another layer; Alt moves it"},
      {.keys = "Delete", .help = "Remove the layer"},
  };
}

PageFrame ModelScene::lay_out(Ui& ui, const FrameSize& size) {
  layout_ = lay_out_builder(size, builder_height(ui, model_, view_));
  keep_only(size, &layout_.frame, {{"builder", &layout_.builder}, {"code", &layout_.code}});
  return layout_.frame;
}

void ModelScene::draw(Ui& ui) {
  const float up = -ui.page_scroll;
  handle_builder_keys(ui, model_, &view_);
  draw_builder(ui, model_, &view_, layout_.builder.moved(0, up));
  static const CodeModel kNone;
  draw_code(ui, model_.draft ? kNone : model_.code, &view_.language, layout_.code.moved(0, up));
}

}  // namespace pipette::app::model_scene
