// The page's own actions; those that cards and scenes ask for are in cards/actions.h.
#pragma once

#include "cards/actions.h"

namespace pipette::app::action {

inline constexpr char kRun[] = "run";
inline constexpr char kPause[] = "pause";
inline constexpr char kStepInstruction[] = "step-instruction";
inline constexpr char kStepTraining[] = "step-training";
inline constexpr char kStepEngineRun[] = "step-engine-run";
inline constexpr char kStepPhase[] = "step-phase";
inline constexpr char kStepBack[] = "step-back";                      // by a training step
inline constexpr char kStepEngineRunBack[] = "step-engine-run-back";  // by an engine run
inline constexpr char kTrainSlot[] = "train-slot";  // steps to the end of a slot of the schedule
inline constexpr char kReset[] = "reset";
inline constexpr char kSetSpeed[] = "set-speed";  // number: notch of kSpeeds
// text: catalogue name; number: 0 as the user left it, 1 the page's version, 2 the tutorial's
inline constexpr char kSelectExperiment[] = "select-experiment";
inline constexpr char kChooseExperiment[] = "choose-experiment";  // opens the catalogue
inline constexpr char kShowScene[] = "show-scene";                // text: name of a scene
inline constexpr char kUndo[] = "undo";
inline constexpr char kRedo[] = "redo";
inline constexpr char kSetTheme[] = "set-theme";          // number: 0 light, 1 dark
inline constexpr char kUseGenerated[] = "use-generated";  // data: generated digits
inline constexpr char kPickFiles[] = "pick-files";        // data: the browser's file dialog
inline constexpr char kLoadUrl[] = "load-url";            // data: text is an address
// Posted by the browser. number: 1 copied, 0 forbidden; text: what to announce.
inline constexpr char kCopied[] = "copied";
inline constexpr char kForgetError[] = "forget-error";  // closes the error that was read
inline constexpr char kCopyLink[] = "copy-link";        // copies a link to the experiment
inline constexpr char kOpenLink[] = "open-link";  // text: an address as JSON, "" for the default
inline constexpr char kStopWhen[] = "stop-when";  // text: a condition, "" for none
// text: the members of a teacher's task (page/task.h) as JSON, "" for none; kAskTask opens the
// dialog in which a task is made
inline constexpr char kSetTask[] = "set-task";
inline constexpr char kAskTask[] = "ask-task";
inline constexpr char kShowResult[] = "show-result";  // of a finished run, once more
inline constexpr char kTryAdvice[] = "try-advice";    // text: the changes, as JSON
inline constexpr char kTakeAdvice[] =
    "take-advice";  // the same; the page switches to the advised experiment
inline constexpr char kPresent[] = "present";
// text: a card that fills the page, "" for none; number: the zoom at which the page is drawn
inline constexpr char kShowCard[] = "show-card";
// name: a card; text: "svg", "png", "film", "weights", or "csv:" and the name of a table; number: 1
// for dark colours
inline constexpr char kSave[] = "save";
inline constexpr char kOpenLessons[] = "open-lessons";
inline constexpr char kOpenHelp[] = "open-help";
inline constexpr char kOpenCommands[] = "open-commands";  // the command palette
// name: a control of the panel, "" for none; text: its experiment, "" for the current one
inline constexpr char kShowControl[] = "show-control";

}  // namespace pipette::app::action
