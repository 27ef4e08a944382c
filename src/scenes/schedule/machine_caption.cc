#include "scenes/schedule/machine_caption.h"

#include <cctype>
#include <map>
#include <vector>

#include "core/item.h"
#include "scenes/schedule/machine_chip.h"
#include "ui/format.h"

namespace pipette::app::schedule_scene {
namespace {

constexpr std::size_t kMostNamed = 4;  // IPUs listed by name; more are only counted

std::string lower_case(std::string words) {
  if (!words.empty()) words[0] = static_cast<char>(std::tolower(words[0]));
  return words;
}

// "IPU 0, IPU 1 and IPU 3"
std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  }
  return text;
}

// Follows "stands still": ": ramp-up", or ", waiting for stage 1".
std::string because(const std::string& words) {
  const std::string waits = "waits ";
  return words.rfind(waits, 0) == 0 ? ", waiting " + words.substr(waits.size()) : ": " + words;
}

}  // namespace

std::string machine_caption(const PipelineInfo& info, const MachineModel& machine) {
  if (machine.updating) {
    return "Weight update: each stage adds up the gradients of " +
           format_count(info.table.num_mini_batches) + " mini-batches and applies them once";
  }
  std::vector<std::string> working;
  std::map<std::string, std::vector<std::string>> still;  // by reason
  for (std::size_t row = 0; row < machine.chips.size(); ++row) {
    const std::string ipu = "IPU " + std::to_string(info.table.devices[row]);
    const std::string words = lower_case(chip_words(info, machine, static_cast<int>(row)));
    if (machine.chips[row].box >= 0) {
      working.push_back(ipu + (working.empty() ? " computes " : " ") + words);
    } else if (!words.empty()) {
      still[words].push_back(ipu);
    }
  }
  std::string text = "Slot " + std::to_string(machine.slot) + " of " +
                     std::to_string(info.table.num_slots()) + ": ";
  if (working.size() > kMostNamed) {
    text += std::to_string(working.size()) + " of " + std::to_string(machine.chips.size()) +
            " IPUs compute";
  } else {
    text += working.empty() ? "no IPU computes" : joined(working);
  }
  for (const auto& [reason, ipus] : still) {
    const std::string who =
        ipus.size() > kMostNamed ? std::to_string(ipus.size()) + " IPUs" : joined(ipus);
    text += "; " + who + (ipus.size() == 1 ? " stands still" : " stand still") + because(reason);
  }
  return text;
}

}  // namespace pipette::app::schedule_scene
