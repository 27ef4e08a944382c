// What Perfetto's importer of Chrome JSON traces would not take, or would drop without a word, by
// its source (google/perfetto, src/trace_processor/importers/json and importers/common). Every
// trace that a test writes is held to it:
//
//   EXPECT_THAT(perfetto_faults(parse_json(text)), testing::IsEmpty());
//
// tests/web/perfetto_rules.mjs has the same rules for the traces that JavaScript writes.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"

namespace pipette {

class PerfettoRules {
 public:
  explicit PerfettoRules(const Json& trace) : trace_(trace) {
    if (!trace.is_array()) fault("a cut object cannot be opened", trace);
    for (const Json& event : trace_) check(event);
    check_nesting();
    check_arrows();
  }
  std::vector<std::string> faults() { return std::move(faults_); }

 private:
  using Thread = std::pair<std::int64_t, std::int64_t>;
  struct Slice {
    std::int64_t begin, end;
    std::int64_t latest;  // end of those before it and of itself
  };
  struct Arrow {
    std::int64_t time;
    std::string phase;
    const Json* event;
  };

  void fault(const char* what, const Json& event) {
    faults_.push_back(fmt::format("{}: {}", what, event.dump().substr(0, 200)));
  }
  void require(bool good, const char* what, const Json& event) {
    if (!good) fault(what, event);
  }
  static bool is_word(const Json& event, const char* key) {
    return event.contains(key) && event[key].is_string() && !event[key].get<std::string>().empty();
  }
  static bool is_uint32(const Json& event, const char* key) {
    return event.contains(key) && event[key].is_number_unsigned() &&
           event[key].get<std::uint64_t>() <= std::numeric_limits<std::uint32_t>::max();
  }
  static std::int64_t nanoseconds(const Json& value) {
    return std::llround(value.get<double>() * 1000);
  }
  static Thread thread_of(const Json& event) { return {event["pid"], event.value("tid", 0)}; }

  // A number, or a text that is one hexadecimal number and nothing else.
  static bool is_flow_id(const Json& event) {
    if (!event.contains("id")) return false;
    const Json& id = event["id"];
    if (id.is_number_unsigned()) return true;
    if (!id.is_string()) return false;
    std::string digits = id.get<std::string>();
    if (digits.starts_with("0x")) digits.erase(0, 2);
    return !digits.empty() && digits.size() <= 16 &&
           digits.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
  }

  void check(const Json& event) {
    if (!event.is_object() || !is_word(event, "ph") || !is_word(event, "name")) {
      return fault("no event with a phase and a name", event);
    }
    const std::string phase = event["ph"];
    require(is_uint32(event, "pid"), "pid", event);
    require(!event.contains("tid") || is_uint32(event, "tid"), "tid", event);
    if (phase == "M") return check_metadata(event);
    if (!event.contains("ts") || !event["ts"].is_number() || event["ts"].get<double>() < 0) {
      return fault("ts", event);
    }
    if (phase == "X") {
      check_slice(event);
    } else if (phase == "C") {
      require(event.contains("args") && event["args"].is_object() && !event["args"].empty() &&
                  std::all_of(event["args"].begin(), event["args"].end(),
                              [](const Json& value) { return value.is_number(); }),
              "a counter has numbers", event);
    } else if (phase == "I" || phase == "i") {
      const std::string scope = event.value("s", "t");
      require(scope == "g" || scope == "p" || (scope == "t" && event.contains("tid")), "scope",
              event);
    } else if (phase == "s" || phase == "t" || phase == "f") {
      if (!is_flow_id(event)) return fault("flow id", event);
      const std::string id = event["id"].dump() + event.value("cat", "") + "/";
      arrows_[id + event["name"].get<std::string>()].push_back(
          {nanoseconds(event["ts"]), phase, &event});
    } else {
      fault("phase", event);
    }
  }
  void check_metadata(const Json& event) {
    const std::string name = event["name"];
    if (name.ends_with("_name")) require(is_word(event["args"], "name"), "a name", event);
    if (name.ends_with("_sort_index")) {
      require(event["args"]["sort_index"].is_number(), "a sort index", event);
    }
  }
  void check_slice(const Json& event) {
    if (!event.contains("dur") || !event["dur"].is_number() || event["dur"].get<double>() < 0) {
      return fault("dur", event);
    }
    const std::int64_t begin = nanoseconds(event["ts"]);
    slices_[thread_of(event)].push_back({begin, begin + nanoseconds(event["dur"]), 0});
  }
  // A slice that begins within another and ends behind it is dropped.
  void check_nesting() {
    for (auto& [thread, slices] : slices_) {
      std::stable_sort(slices.begin(), slices.end(), [](const Slice& a, const Slice& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
      });
      std::vector<Slice> open;
      std::int64_t latest = 0;
      for (Slice& slice : slices) {
        slice.latest = latest = std::max(latest, slice.end);
        while (!open.empty() && open.back().end <= slice.begin) open.pop_back();
        require(open.empty() || slice.end <= open.back().end, "overlaps",
                Json{thread.first, thread.second, slice.begin, slice.end});
        open.push_back(slice);
      }
    }
  }
  // An arrow begins once, before its other ends, and each end needs a slice to bind to.
  void check_arrows() {
    for (auto& [id, ends] : arrows_) {
      std::stable_sort(ends.begin(), ends.end(),
                       [](const Arrow& a, const Arrow& b) { return a.time < b.time; });
      for (const Arrow& end : ends) {
        const Json& event = *end.event;
        const bool is_first = &end == &ends.front();
        require((end.phase == "s") == is_first, "an arrow begins once, and first", event);
        require(end.phase != "f" || event.value("bp", "") == "e", "binds to the next slice", event);
        const std::vector<Slice>& slices = slices_[thread_of(event)];
        const auto later =
            std::upper_bound(slices.begin(), slices.end(), end.time,
                             [](std::int64_t t, const Slice& slice) { return t < slice.begin; });
        require(later != slices.begin() && (later - 1)->latest >= end.time, "no slice for an arrow",
                event);
      }
    }
  }

  const Json& trace_;
  std::vector<std::string> faults_;
  std::map<Thread, std::vector<Slice>> slices_;
  std::map<std::string, std::vector<Arrow>> arrows_;
};

inline std::vector<std::string> perfetto_faults(const Json& trace) {
  return PerfettoRules(trace).faults();
}

}  // namespace pipette
