// How the page shows the programs of the catalogue: two side by side, or one alone.
//
//   std::unique_ptr<Runs> runs = runs_of(e, data);   // one, or the same training twice
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiment/problems.h"
#include "runs/run_kind.h"
#include "runs/runs.h"

namespace pipette::app {

// Which of two runs side by side executes the experiment; none if the program stands alone.
std::optional<RunKind> run_of(const std::string& experiment_name);
// The programs that stand alone: a pipeline, whose schedule is shown, or an inspection, which shows
// outfed tensors and printed text.
bool is_pipelined(const Experiment& experiment);
bool is_inspection(const Experiment& experiment);

// The problems of an experiment, including those that only keep the page from showing it. For two
// programs side by side, those of either one.
std::vector<Problem> problems_on_page(const Experiment& experiment);

// The experiment that the page keeps: for two side by side, the one with a loop on the device.
Experiment for_page(const Experiment& experiment);
// The version of a program that the page shows when the user chooses the program by name. Programs
// about feeds have a version for the page, with a balanced, uneven host, so that the queue visibly
// fills and drains. With the measured host of the tutorial and the catalogue the queue is always
// empty.
enum class Version : std::uint8_t { left, page, tutorial };  // left: as the user left it
Experiment version_of(const std::string& name, Version version);
bool has_versions(const std::string& name);
inline Experiment first_shown(const std::string& name) { return version_of(name, Version::page); }
// The speed until the user chooses one. If results are read only after an engine run, the first
// ones come within a few seconds.
int first_speed(const Experiment& experiment);
// The program beside it: the same training, with a call for every mini-batch.
Experiment twin_of(const Experiment& experiment);

// The experiment at its first step, with its twin if it has one. Throws what sessions throw.
std::unique_ptr<Runs> runs_of(const Experiment& experiment, const ImageData& data);

}  // namespace pipette::app
