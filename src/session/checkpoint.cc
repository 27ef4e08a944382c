#include "session/checkpoint.h"

#include <fmt/format.h>

#include "core/hash.h"
#include "core/json_archive.h"
#include "core/printable.h"
#include "session/advised_experiment.h"

namespace pipette {

namespace {

constexpr const char* kWhat = "checkpoint";
constexpr const char* kFormat = "pipette-checkpoint";
constexpr const char* kVersion = "1";
constexpr const char* kState = "state";

// So that no checkpoint continues on other data without a word: how many images there are, their
// shape, and the first few.
std::string fingerprint(const ImageData& data) {
  Hash hash;
  const std::int64_t counts[] = {data.train_count(), data.test_count(), data.image_shape()[0],
                                 data.image_shape()[1]};
  hash.add(counts, sizeof(counts));
  const auto images = data.train().make_iterator();
  Element element;
  for (int i = 0; i < 16 && images->next(element); ++i) {
    for (const Array& leaf : element.flatten()) hash.add(leaf.bytes(), leaf.num_bytes());
  }
  return hash.hex();
}

Safetensors parsed(std::span<const std::byte> file) {
  Safetensors parsed = parse_safetensors(file, kWhat);
  if (parsed.metadata["format"] != kFormat) {
    throw InvalidArgument(
        "checkpoint: the file holds arrays, but no state of a session; weights alone are loaded with "
        "--load-weights, or loadWeights()");
  }
  if (parsed.metadata["version"] != kVersion) {
    throw InvalidArgument(
        fmt::format("checkpoint: it has version {}, but this Pipette reads version {}",
                    printable(parsed.metadata["version"]), kVersion));
  }
  return parsed;
}

void require_same(const Experiment& saved, const Experiment& wanted) {
  Experiment same = wanted;
  same.training.steps = saved.training.steps;
  const Json changes = changes_between(same, saved);
  if (changes.empty()) return;
  std::string all;
  for (const auto& [field, value] : changes.items()) {
    all += fmt::format("{}{} is {}", all.empty() ? "" : ", ", field, value.dump());
  }
  throw InvalidArgument(fmt::format(
      "the checkpoint is of another experiment: {} there; only the steps may differ", all));
}

}  // namespace

std::vector<std::byte> checkpoint(Session& session) {
  ArchiveWriter writer(kState);
  session.archive(writer);
  return encode_safetensors(writer.arrays(), {{"format", kFormat},
                                              {"version", kVersion},
                                              {"experiment", session.experiment().to_json()},
                                              {"data", fingerprint(session.data())},
                                              {kState, writer.json().dump()}});
}

Experiment experiment_of(std::span<const std::byte> file) {
  return Experiment::from_json(parsed(file).metadata["experiment"]);
}

Session resume(std::span<const std::byte> file, const Experiment& experiment, const ImageData& data,
               const SessionOptions& options) {
  Safetensors checkpoint = parsed(file);
  require_same(Experiment::from_json(checkpoint.metadata["experiment"]), experiment);
  Session session(experiment, data, options);
  if (checkpoint.metadata["data"] != fingerprint(data)) {
    throw InvalidArgument(fmt::format(
        "checkpoint: it was made with other \"{}\" than those given here: other images, or another "
        "number of them",
        data.name()));
  }
  Json state = parse_json(checkpoint.metadata[kState]);
  if (!state.is_object()) throw InvalidArgument("checkpoint: its state is no JSON object");
  ArchiveReader reader(kState, std::move(state), checkpoint.tensors);
  try {
    session.archive(reader);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("{}: {}", kWhat, error.what()));
  }
  return session;
}

Session resume(std::span<const std::byte> file, const ImageData& data,
               const SessionOptions& options) {
  return resume(file, experiment_of(file), data, options);
}

Session resume(std::span<const std::byte> file, const SessionOptions& options) {
  return resume(file, data_for(experiment_of(file)), options);
}

}  // namespace pipette
