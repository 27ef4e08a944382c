#include "ui/intent.h"

namespace pipette::app {

std::optional<Intent::Kind> intent_called(std::string_view name) {
  using Kind = Intent::Kind;
  constexpr struct {
    std::string_view name;
    Kind kind;
  } kNames[] = {{"run", Kind::kRun},
                {"pause", Kind::kPause},
                {"step-instruction", Kind::kStepInstruction},
                {"step-training", Kind::kStepTraining},
                {"step-engine-run", Kind::kStepEngineRun},
                {"reset", Kind::kReset},
                {"set-speed", Kind::kSetSpeed},
                {"select-experiment", Kind::kSelectExperiment},
                {"set-parameter", Kind::kSetParameter},
                {"undo", Kind::kUndo},
                {"redo", Kind::kRedo},
                {"select-run", Kind::kSelectRun},
                {"set-theme", Kind::kSetTheme},
                {"play", Kind::kPlay},
                {"step-place", Kind::kStepPlace},
                {"seek", Kind::kSeek},
                {"set-play-speed", Kind::kSetPlaySpeed},
                {"compare", Kind::kCompare},
                {"train-slot", Kind::kTrainSlot},
                {"inspect", Kind::kInspect},
                {"inspect-element", Kind::kInspectElement},
                {"show-scene", Kind::kShowScene},
                {"open-lessons", Kind::kOpenLessons}};
  for (const auto& entry : kNames) {
    if (entry.name == name) return entry.kind;
  }
  return std::nullopt;
}

}  // namespace pipette::app
