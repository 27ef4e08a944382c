// A browser that remembers what it was asked for.
#pragma once

#include <string>
#include <vector>

#include "ui/frontend.h"

namespace pipette::app {

class FakeHost final : public Host {
 public:
  void copy_text(const std::string& text) override { copied = text; }
  void copy_link(const std::string& json, const std::string& said_of_it) override {
    link = json;
    link_said = said_of_it;
  }
  void show_address(const std::string& json, bool push) override {
    addresses.push_back({json, push});
  }
  void pick_files() override { ++picked; }
  void fetch_data(const std::string& url) override { fetched = url; }
  void remember(const std::string&, const std::string&) override {}
  void open(const std::string& what, const std::string& json) override {
    opened.push_back(what);
    opened_json = json;
  }
  void save(const std::string& json) override { saved = json; }
  void announce(const std::string& text) override { said = text; }

  void show(const std::string& what, const std::string& json) override {
    (what == "task" ? task : result) = json;
  }

  std::string copied, saved, link, link_said, fetched, said, result, task, opened_json;
  std::vector<std::string> opened;
  struct Shown {
    std::string json;
    bool push;
  };
  std::vector<Shown> addresses;
  int picked = 0;
};

}  // namespace pipette::app
