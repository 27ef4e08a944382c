// A browser that remembers what it was asked for.
#pragma once

#include <string>

#include "ui/frontend.h"

namespace pipette::app {

class FakeHost final : public Host {
 public:
  void copy_text(const std::string& text) override { copied = text; }
  void copy_link(const std::string& json) override { link = json; }
  void pick_files() override { ++picked; }
  void fetch_data(const std::string& url) override { fetched = url; }
  void remember(const std::string&, const std::string&) override {}
  void open_lessons() override { ++lessons; }
  void announce(const std::string& text) override { said = text; }

  std::string copied, link, fetched, said;
  int picked = 0, lessons = 0;
};

}  // namespace pipette::app
