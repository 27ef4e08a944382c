// The page's frontend: steers the runs of one experiment and shows them in scenes.
//
//   App app(platform.host());
//   platform.run(app);
//
// Requests made since the last frame, by the user or from outside, are handled before the next
// frame is drawn, so whatever a frame draws lives until the frame is done. Changing a parameter
// changes all runs and starts them again; a refused value leaves the last good runs as they are,
// and its error appears beside the field.
//
// An exception from a run stops it and appears in the transport bar. One thread.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/json_fwd.h"
#include "experiment/experiment.h"
#include "page/address_bar.h"
#include "page/data_source.h"
#include "page/edits.h"
#include "page/given_task.h"
#include "page/run_control.h"
#include "page/run_end.h"
#include "page/run_profiles.h"
#include "page/scene_menu.h"
#include "page/shell_view.h"
#include "page/shown_programs.h"
#include "page/transport_state.h"
#include "ui/frontend.h"

namespace pipette::app {

class App final : public Frontend {
 public:
  // `shared` is an address as JSON (page/address.h); empty for the default. When a link is refused,
  // the page shows its error and starts the default. `embedded` names the only card to show
  // (Scene::embeddable); empty for the whole page.
  explicit App(Host& host, const std::string& shared = {}, const std::string& embedded = {})
      : App(host, first_link(shared, embedded)) {}
  ~App() override;

  Pace pace() const override;
  void advance(double now_s, double budget_us) override;
  void draw(Ui& ui, const Rect& page) override;
  std::string state_json() override;
  std::string html_json(const std::string& name) override {
    return name == "profile" ? profiles_json(control_.runs(), control_.trials()) : "";
  }
  std::string html_version(const std::string& name) const override {
    return name == "profile" ? profiles_version(control_.runs(), control_.trials()) : "";
  }
  std::string csv(const std::string& table) const override;
  std::vector<std::byte> weights() const override;
  void receive_file(const std::string& name, std::span<const std::byte> bytes) override;
  void download_progress(double fraction, const std::string& text,
                         const std::string& error) override;
  bool takes(const std::string& action) const override;
  void post(Intent intent) override { asked_.push_back(std::move(intent)); }

 private:
  struct Action;  // an action of the page and its handler (app_actions.cc)
  static const std::vector<Action>& actions();

  // The address with which the page begins, and the error if that is not the link's.
  struct FirstLink {
    Address address;
    std::optional<EmbeddedCard> card = std::nullopt;
    std::string error = {};
  };
  App(Host& host, const FirstLink& first);
  static FirstLink first_link(const std::string& shared, const std::string& embedded);

  // Makes the runs of the current experiment; on an exception the earlier ones stay.
  void begin();
  void begin_again() {
    begin();
    control_.propose_speed(first_speed(edits_.current()));
  }
  // Filters take effect at the current step. Any other change starts training again, running if it
  // was running, and keeps the previous curve behind the new one.
  void go_on_or_replace();
  const ImageData& data_of(const Experiment& experiment);
  void on_other_runs(std::int64_t step);
  // Calls `work`; an exception stops the runs and is shown.
  template <class Work>
  void guarded(Work work);
  void fail(const std::string& text);

  void act_on_what_was_asked(Ui& ui);
  void act(Ui& ui, const Intent& intent);
  bool refuse(const std::string& why);  // true if there is a reason
  void move_in_history(bool (Edits::*move)(), bool (Edits::*back)());
  void step(StepSize size) { control_.step(size); }
  void step_back(StepSize size);
  template <auto kStep, StepSize kSize>  // an action: step() or step_back() by a size
  static void by(App& app, Ui&, const Intent&) {
    (app.*kStep)(kSize);
  }
  void change_parameter(const Intent& intent);
  void change_experiment(const std::string& name, Version version = Version::left);
  void change_to(const Experiment& other, void (App::*make_runs)());  // one of the two above
  void take_advice(const Json& changes);
  void show_control(Ui& ui, const Intent& intent);
  Address address() const;
  void open_link(const std::string& json);
  void show(const Address& link);
  void show_card();
  void use_data(ImageData data);

  Scene& chosen_scene() const { return scenes_.chosen(control_.runs()); }
  void update(double now_s);
  void update_scenes(double now_s, std::vector<ParameterField> filters);
  void update_transport();
  void announce_where();

  Host& host_;
  std::string error_;
  AddressBar address_bar_;
  std::optional<EmbeddedCard> card_;  // none: the whole page
  Edits edits_;
  DataSource data_;
  SceneMenu scenes_;
  RunControl control_;
  GivenTask task_;
  TransportState transport_;
  std::string alone_;  // the card that is presented; empty for the whole page
  RunEnd end_;
  bool say_where_ = false;  // once the scenes are up to date
  ShellModel model_;
  ShellView view_;
  Intents asked_;
};

template <class Work>
void App::guarded(Work work) {
  try {
    work();
  } catch (const Error& error) {
    fail(std::string(error.name()) + ": " + error.what());
  } catch (const std::bad_alloc&) {
    fail("This page has run out of memory: reset starts the experiment again");
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

}  // namespace pipette::app
