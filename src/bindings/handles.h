// Objects that JavaScript holds by number.
//
//   Handles<Session> sessions("session");
//   int handle = sessions.add(std::make_unique<Session>(experiment));
//   sessions.at(handle).reset();
//   sessions.remove(handle);
//
// Handles are never reused, so a stale handle finds nothing: at() then throws FailedPrecondition,
// and remove() of an unknown handle does nothing.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/error.h"

namespace pipette::bindings {

template <class T>
class Handles {
 public:
  explicit Handles(std::string what) : what_(std::move(what)) {}

  int add(std::unique_ptr<T> object) {
    objects_.emplace(next_, std::move(object));
    return next_++;
  }

  T& at(int handle) const {
    const auto found = objects_.find(handle);
    if (found == objects_.end()) {
      throw FailedPrecondition("there is no " + what_ + " number " + std::to_string(handle) +
                               "; it was destroyed, or never made");
    }
    return *found->second;
  }

  void remove(int handle) { objects_.erase(handle); }
  std::size_t size() const { return objects_.size(); }

 private:
  std::string what_;
  std::map<int, std::unique_ptr<T>> objects_;
  int next_ = 1;
};

}  // namespace pipette::bindings
