// Which programs of the catalogue the page shows, and how: two side by side, or one that stands
// alone.
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

// Which of the two runs side by side shows the experiment; none when it stands alone.
std::optional<RunKind> run_of(const std::string& experiment_name);
// The programs that stand alone: a pipeline, of which the schedule is shown, or an inspection, of
// which outfed tensors and printed text are.
bool is_pipelined(const Experiment& experiment);
bool is_inspection(const Experiment& experiment);

// What is wrong with an experiment, or keeps the page from showing it. With two programs side by
// side it is what is wrong with either.
std::vector<Problem> problems_on_page(const Experiment& experiment);

// An experiment as the page keeps it: for two side by side, the one with a loop on the device.
Experiment for_page(const Experiment& experiment);
// What the page shows of a program that is chosen by its name. Where feeds are the subject there is
// a version of its own for the page, with a balanced, uneven host: its queue fills and drains
// before one's eyes. With the measured host of the tutorial, and of the catalogue, it is always
// empty.
enum class Version : std::uint8_t { left, page, tutorial };  // left: as somebody has changed it
Experiment version_of(const std::string& name, Version version);
bool has_versions(const std::string& name);
inline Experiment first_shown(const std::string& name) { return version_of(name, Version::page); }
// How fast it is shown until somebody chooses a speed: what is read after an engine run is there
// within a few seconds.
int first_speed(const Experiment& experiment);
// The program beside that one: the same training, with a call for every batch.
Experiment twin_of(const Experiment& experiment);

// The experiment at its first step, with its twin where it has one. Throws what sessions throw.
std::unique_ptr<Runs> runs_of(const Experiment& experiment, const ImageData& data);

}  // namespace pipette::app
