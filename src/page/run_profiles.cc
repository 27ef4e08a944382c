#include "page/run_profiles.h"

#include "profile/profile_json.h"

namespace pipette::app {

namespace {

Json profiles_of(const Session& session) {
  Json made = Json::array();
  for (const profile::Profile& each : session.profiles()) made.push_back(profile_json(each));
  return made;
}

// Grows with every record.
std::int64_t recorded(const Session& session) {
  std::int64_t count = 0;
  for (const profile::RecordedProgram& program : session.observed().recorder().programs()) {
    count += 1 + static_cast<std::int64_t>(program.spans.size() + program.runs.size()) +
             program.runs_left_out + program.spans_left_out;
  }
  return count;
}

}  // namespace

std::string profiles_json(const Runs& runs, const AdviceTrials& trials) {
  const Session& leader = runs.leader().session();
  Json made = {{"experiment", leader.experiment().fingerprint()},
               {"profile", profiles_of(leader)},
               {"tried", trials.to_json()}};
  const Run& other = runs.follower();
  Json twin = runs.side_by_side() ? profiles_of(other.session()) : Json::array();
  if (!twin.empty()) {
    made["twin"] = {{"profile", std::move(twin)},
                    {"names", Json::array({runs.leader().title(), other.title()})}};
  }
  return made.dump();
}

std::string profiles_version(const Runs& runs, const AdviceTrials& trials) {
  const Session& leader = runs.leader().session();
  return leader.experiment().fingerprint() + "," + std::to_string(recorded(leader)) + "," +
         std::to_string(trials.version());
}

}  // namespace pipette::app
