#include "page/first_place.h"

#include "ui/format.h"

namespace pipette::app {
namespace {

constexpr double kLongestWay = 5;  // seconds

}  // namespace

void FirstPlace::begin(std::int64_t step) {
  step_ = step;
  since_s_ = -1;
}

std::string FirstPlace::wait(Pacing* pacing, double now_s) {
  if (step_ == 0 || !pacing->running()) return {};
  if (since_s_ < 0) since_s_ = now_s;
  if (now_s - since_s_ < kLongestWay) return {};
  pacing->pause();
  return "This link leads to step " + format_count(step_) +
         ", which takes a while: press Run to go on to it";
}

void FirstPlace::run(Pacing* pacing, Runs& runs) {
  pacing->run(runs);
  pacing->run_to(runs, step_);  // no effect once reached
  begin(0);
}

}  // namespace pipette::app
