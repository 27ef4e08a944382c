#include "page/asked_of_browser.h"

#include "cards/actions.h"
#include "page/actions.h"
#include "page/experiment_panel.h"
#include "page/run_tables.h"

namespace pipette::app {
namespace {

struct Wish {
  const char* name;
  bool from_outside;  // JavaScript may ask for it too
  void (*ask)(Host& host, const Experiment& running, const Intent& intent);
};

constexpr Wish kWishes[] = {
    {action::kChooseExperiment, true,
     [](Host& host, const Experiment& running, const Intent&) {
       host.open("catalogue", experiments_json(running.name));
     }},
    {action::kAskTask, true,
     [](Host& host, const Experiment&, const Intent&) { host.open("class", ""); }},
    {action::kPresent, true,
     [](Host& host, const Experiment&, const Intent&) { host.open("presentation", ""); }},
    {action::kOpenLessons, true,
     [](Host& host, const Experiment&, const Intent&) { host.open("lessons", ""); }},
    {action::kOpenPython, true,
     [](Host& host, const Experiment&, const Intent& intent) { host.open("python", intent.text); }},
    {action::kSave, true,
     [](Host& host, const Experiment& running, const Intent& intent) {
       host.save(saving_json(running.name, intent));
     }},
    {action::kPickFiles, false,
     [](Host& host, const Experiment&, const Intent&) { host.pick_files(); }},
    {action::kLoadUrl, false,
     [](Host& host, const Experiment&, const Intent& intent) { host.fetch_data(intent.text); }},
    {action::kCopyText, false,
     [](Host& host, const Experiment&, const Intent& intent) { host.copy_text(intent.text); }},
    {kSayIntent, false,
     [](Host& host, const Experiment&, const Intent& intent) { host.announce(intent.text); }},
};

const Wish* wish_called(const std::string& action) {
  for (const Wish& wish : kWishes) {
    if (action == wish.name) return &wish;
  }
  return nullptr;
}

}  // namespace

bool ask_browser(Host& host, const Experiment& running, const Intent& intent) {
  const Wish* wish = wish_called(intent.action);
  if (wish != nullptr) wish->ask(host, running, intent);
  return wish != nullptr;
}

bool browser_takes(const std::string& action) {
  const Wish* wish = wish_called(action);
  return wish != nullptr && wish->from_outside;
}

}  // namespace pipette::app
