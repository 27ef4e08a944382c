#include "report/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/convert.h"
#include "core/error.h"
#include "core/format_count.h"
#include "core/format_quantity.h"
#include "core/json.h"
#include "core/printable.h"
#include "core/whole_number.h"
#include "profile/units.h"

namespace pipette::report {

namespace {

using profile::percent;

constexpr std::size_t kListedOperations = 20;
constexpr std::size_t kNameWidth = 48;  // at least

std::int64_t whole(const Json& json, const char* key) { return whole_number(json.at(key), key); }
std::string text_of(const Json& json, const char* key) {
  return printable(json.at(key).get<std::string>());
}
void add(std::int64_t& sum, std::int64_t value) {
  if (!__builtin_add_overflow(sum, value, &sum)) return;
  throw InvalidArgument("the report is damaged: its numbers are too large to be added up");
}
const char* plural(std::int64_t count) { return count == 1 ? "" : "s"; }

void add_target(const Json& compilation, std::string& text) {
  const Json& t = compilation.at("target");
  text += fmt::format("target        {}, {} IPU{} of {} tiles at {:.3f} GHz, {} a tile\n",
                      text_of(t, "architecture"), whole(t, "numIpus"), plural(whole(t, "numIpus")),
                      format_count(whole(t, "tilesPerIpu")), t.at("clockHz").get<double>() / 1e9,
                      format_bytes(whole(t, "bytesPerTile")));
  text += fmt::format("replicas      {} of {} IPU{}\n", whole(t, "numReplicas"),
                      whole(t, "ipusPerReplica"), plural(whole(t, "ipusPerReplica")));
  const Json& g = compilation.at("graph");
  text += fmt::format(
      "graph         {}: {} compute sets, {} vertices, {} variables, {} constants (fingerprint "
      "{})\n",
      text_of(g, "name"), whole(g, "numComputeSets"), format_count(whole(g, "numVertices")),
      whole(g, "numVars"), whole(g, "numConstants"), text_of(g, "fingerprint"));
}

void add_memory(const Json& compilation, std::string& text) {
  for (const Json& m : compilation.at("ipus")) {
    text += fmt::format(
        "memory IPU {:<2} {} always live + {} at the peak, {:.2f} % of the IPU; fullest tile {} with "
        "{}{}\n",
        whole(m, "ipu"), format_bytes(whole(m, "alwaysLiveBytes")),
        format_bytes(whole(m, "peakNotAlwaysLiveBytes")),
        percent(whole(m, "totalBytes"), whole(m, "limitBytes")), whole(m, "largestTile"),
        format_bytes(whole(m, "largestTileBytes")),
        m.at("fits").get<bool>() ? "" : ": it does not fit");
  }
}

void add_lanes(const Json& p, std::string& text) {
  const Json& e = p.at("execution");
  const std::int64_t cycles = whole(e, "profiledCycles");
  std::int64_t runs = whole(e, "runsLeftOut");
  add(runs, static_cast<std::int64_t>(e.at("runs").size()));
  text += fmt::format("profiled      the first {} of {} engine runs, {} cycles ({:.3f} ms)\n",
                      whole(e, "profiledRuns"), runs, format_count(cycles),
                      1e3 * static_cast<double>(cycles) /
                          p.at("compilation").at("target").at("clockHz").get<double>());
  for (const Json& lane : e.at("lanes")) {
    const auto share = [&](std::initializer_list<const char*> kinds) {
      std::int64_t sum = 0;
      for (const char* kind : kinds) {
        if (lane.at("cycles").contains(kind)) add(sum, whole(lane.at("cycles"), kind));
      }
      return percent(sum, cycles);
    };
    text += fmt::format(
        "{:<13} compute {:.1f} %, exchange {:.1f} %, sync {:.1f} %, streams {:.1f} %, remote {:.1f} "
        "%, idle {:.1f} %\n",
        text_of(lane, "name"), share({"compute", "layout"}), share({"exchange"}), share({"sync"}),
        share({"streamBegin", "streamMid", "streamEnd"}), share({"remoteLoad", "remoteStore"}),
        percent(whole(lane, "idleCycles"), cycles));
  }
}

std::string grouped_number(const Json& json, const char* key) {
  return format_count(float_to_integer<std::int64_t>(std::round(json.at(key).get<double>())));
}

// What it would change, how, and what comes of it where that has been tried.
void add_advice(const Json& advice, std::string& text) {
  const Json& promise = advice.at("promise");
  const std::string unit = text_of(promise, "unit");
  text += fmt::format("  * {}\n    promises {} of {} instead of {} {}\n", text_of(advice, "text"),
                      text_of(promise, "label"), grouped_number(promise, "to"),
                      grouped_number(promise, "from"), unit);
  if (advice.contains("came")) {
    text += fmt::format("    came     {} {}: {}\n", grouped_number(advice, "came"), unit,
                        advice.at("kept").get<bool>() ? "kept" : "not kept");
  }
  if (advice.contains("failed"))
    text += fmt::format("    failed   {}\n", text_of(advice, "failed"));
  if (advice.contains("command")) text += fmt::format("    {}\n", text_of(advice, "command"));
}

void add_insights(const Json& p, std::string& text) {
  for (const Json& insight : p.at("insights")) {
    text += fmt::format("\n{}\n  {}\n", text_of(insight, "title"), text_of(insight, "text"));
    for (const Json& advice : insight.value("advice", Json::array())) add_advice(advice, text);
  }
}

// The Operations Summary by TensorFlow's layers: what was done for each, with its optimizer and its
// accumulation of gradients.
void add_layers(const Json& p, std::string& text) {
  struct Layer {
    std::string name;
    std::int64_t operations = 0, cycles = 0, flops = 0;
  };
  std::vector<Layer> layers;
  Layer all{"in all"};
  for (const Json& o : p.at("operations")) {
    const std::string name =
        text_of(o, o.contains("tensorflowLayer") ? "tensorflowLayer" : "layer");
    auto at =
        std::find_if(layers.begin(), layers.end(), [&](const Layer& l) { return l.name == name; });
    if (at == layers.end()) at = layers.insert(at, Layer{name});
    for (Layer* layer : {&*at, &all}) {
      ++layer->operations;
      add(layer->cycles, whole(o, "cycles"));
      add(layer->flops, whole(o, "flops"));
    }
  }
  std::stable_sort(layers.begin(), layers.end(),
                   [](const Layer& a, const Layer& b) { return a.cycles > b.cycles; });
  layers.push_back(all);
  std::size_t width = kNameWidth;
  for (const Layer& layer : layers) width = std::max(width, layer.name.size());
  text += fmt::format("\n{:<{}} {:>10} {:>15} {:>7} {:>17}\n", "TensorFlow layer", width,
                      "operations", "cycles", "share", "FLOPs");
  for (const Layer& layer : layers) {
    text += fmt::format("{:<{}} {:>10} {:>15} {:>5.1f} % {:>17}\n", layer.name, width,
                        layer.operations, format_count(layer.cycles),
                        percent(layer.cycles, all.cycles), format_count(layer.flops));
  }
}

void add_operations(const Json& p, std::string& text) {
  const Json& operations = p.at("operations");
  std::int64_t all = 0;
  for (const Json& o : operations) add(all, whole(o, "cycles"));
  const std::size_t listed = std::min(kListedOperations, operations.size());
  std::size_t width = kNameWidth;
  for (std::size_t i = 0; i < listed; ++i) {
    width = std::max(width, text_of(operations[i], "name").size());
  }
  text += fmt::format("\n{:<{}} {:<14} {:>8} {:>12} {:>7} {:>9} {:>6}\n", "operation", width,
                      "phase", "calls", "cycles", "share", "FLOP/cyc", "tiles");
  for (std::size_t i = 0; i < listed; ++i) {
    const Json& o = operations[i];
    const std::string phase = text_of(o, "phase");
    text += fmt::format("{:<{}} {:<14} {:>8} {:>12} {:>5.1f} % {:>9.0f} {:>6}\n",
                        text_of(o, "name"), width, phase == "none" ? "" : phase, whole(o, "calls"),
                        whole(o, "cycles"), percent(whole(o, "cycles"), all),
                        o.at("flopsPerCycle").get<double>(), whole(o, "tiles"));
  }
  if (listed < operations.size()) {
    text += fmt::format("... and {} more; --json has them all\n", operations.size() - listed);
  }
}

}  // namespace

std::string report_text(const Json& report) {
  std::string text;
  try {
    for (const Json& p : report.at("profiles")) {
      if (!text.empty()) text += "\n\n";
      add_target(p.at("compilation"), text);
      add_memory(p.at("compilation"), text);
      add_lanes(p, text);
      add_insights(p, text);
      add_layers(p, text);
      add_operations(p, text);
    }
  } catch (const Json::exception& error) {
    throw InvalidArgument(fmt::format("the report is damaged: {}", error.what()));
  }
  return text;
}

}  // namespace pipette::report
