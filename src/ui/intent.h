// What the user asked for, as plain data. Views return intents; only app.cc acts on them.
//
//   ui.intents.push_back({Intent::Kind::kSetParameter, "batch_size", 64});
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pipette::app {

struct Intent {
  enum class Kind : std::uint8_t {
    kRun,
    kPause,
    kStepInstruction,
    kStepTraining,
    kStepEngineRun,
    kReset,
    kSetSpeed,          // number: notch of SpeedScale
    kSelectExperiment,  // text: catalogue name
    kSetParameter,      // name: field; number or text: value
    kUndo,
    kRedo,
    kSelectRun,        // number: a RunKind (which run the queues show)
    kSetTheme,         // number: 0 light, 1 dark
    kUseGenerated,     // data source: generated digits
    kPickFiles,        // data source: open the browser's file dialog
    kLoadUrl,          // data source: text is the address of a folder or file
    kClassifyDrawing,  // pixels: 28 x 28, 0..1
    kCopyLink,         // experiment as a link to the clipboard
    kPlay,             // the schedule, without training; number: 0 pauses
    kStepPlace,        // number: slots to go on, or back
    kSeek,             // number: a place of slot_clock.h
    kSetPlaySpeed,     // number: notch of kPlaySpeeds
    kCompare,          // name: "0/stages", "1/count", ... of a setting; number: its value
    kTrainSlot,        // train until the end of this slot
    kInspect,          // text: queue and key of an outfed tensor, "gradients/dense1_grad"
    kInspectElement,   // number: which of its latest elements; negative: always the newest
    kCopyText,         // text: to the clipboard
    kOpenLessons,      // the pages of web/lessons
    kShowScene,        // text: name of one of scene.h
  };
  Kind kind;
  std::string name = {};
  double number = 0;
  std::string text = {};
  std::vector<float> pixels = {};
};

using Intents = std::vector<Intent>;

// "step-training" for kStepTraining: what JavaScript calls an intent. None for an unknown name, or
// for an intent that only the page itself can ask.
std::optional<Intent::Kind> intent_called(std::string_view name);

}  // namespace pipette::app
