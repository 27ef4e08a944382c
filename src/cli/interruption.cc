#include "cli/interruption.h"

namespace pipette::cli {
namespace {

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t asked_for = 0;

void ask(int signal) {
  asked_for = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

Interruption::Interruption() {
  asked_for = 0;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    before_[i] = std::signal(kSignals[i], ask);
    // One who starts programs that nobody shall interrupt (nohup) has said so.
    if (before_[i] == SIG_IGN) std::signal(kSignals[i], SIG_IGN);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) std::signal(kSignals[i], before_[i]);
}

bool Interruption::asked() const { return asked_for != 0; }

}  // namespace pipette::cli
