// Checkpoints: a session between two engine runs as a file, from which another continues with the
// same bits: in another process, on another instruction set, in a browser's tab.
//
//   session.step(StepSize::engine_run);
//   write(checkpoint(session));
//   Session later = resume(read_file("run.ckpt"), data);
//   later.advance(Budget::unlimited());
//
// A checkpoint holds the experiment, the variables of the program with the optimizer's, the
// positions in the data, what waits in the queues, losses, printed text, tensors that were sent to
// the host, and the clocks of the modelled machine. It does not hold the data: it has their
// fingerprint, and resuming draws as many batches as had been read and drops them. Nor does it hold
// the execution trace and the records for profiles, which begin again. Conditions
// (Session::stop_when) are not part of it.
//
// The file is in the safetensors format: variables are arrays named "state/variables/...", of
// several replicas with an axis for them in front; the rest is JSON in the metadata.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "session/session.h"

namespace pipette {

// Throws FailedPrecondition while an engine run is under way, as on the device: the host reads the
// variables between runs. The same for programs that measure this computer.
std::vector<std::byte> checkpoint(Session& session);

// The experiment that a checkpoint was made of. Throws what resume() throws.
Experiment experiment_of(std::span<const std::byte> file);

// Continues where the checkpoint was made. `data` is that which the session had; without it, only
// experiments with generated digits continue. Throws InvalidArgument for bytes that are no
// checkpoint, for a format of a later version and for other data, what the experiment's validation
// throws, and what the data throw when they are read.
Session resume(std::span<const std::byte> file, const ImageData& data,
               const SessionOptions& options = {});
Session resume(std::span<const std::byte> file, const SessionOptions& options = {});
// The same with more steps than the checkpoint's experiment has, or fewer, but no fewer than were
// done. Throws InvalidArgument if `experiment` differs in anything else.
Session resume(std::span<const std::byte> file, const Experiment& experiment, const ImageData& data,
               const SessionOptions& options = {});

}  // namespace pipette
