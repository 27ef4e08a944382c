// Options from JavaScript as JSON text. Each is read once; an option that is never read is a
// mistake of the caller.
//
//   Options options("dense()", R"({"units": 128, "useBias": false})");
//   options.require("units", units).read("useBias", use_bias);
//   options.done();          // InvalidArgument: dense() has no option "usebias"; it has units, ...
//
// Names are camelCase, as in JavaScript. read() leaves its target alone if the option is absent.
// Values of the wrong type throw InvalidArgument (experiment/json_values.h).
#pragma once

#include <string>
#include <vector>

#include "experiment/json_values.h"
#include "training/gradient_accumulation.h"

namespace pipette::bindings {

class Options {
 public:
  // Throws InvalidArgument unless `text` is a JSON object.
  Options(std::string what, const std::string& text);

  template <class T>
  Options& read(const std::string& name, T& to) {
    if (const Json* value = find(name)) read_field(name, *value, to);
    return *this;
  }
  template <class T>
  Options& require(const std::string& name, T& to) {
    if (find(name) == nullptr) missing(name);
    return read(name, to);
  }
  // The options inside an option; empty if it is absent.
  Options inner(const std::string& name);
  bool has(const std::string& name) { return find(name) != nullptr; }
  bool has_object(const std::string& name);
  bool has_null(const std::string& name);
  // Throws InvalidArgument for an option that was not read; `beside` are those that JavaScript has
  // taken itself.
  void done(const std::vector<std::string>& beside = {}) const;

 private:
  Options() = default;
  const Json* find(const std::string& name);
  [[noreturn]] void missing(const std::string& name) const;

  std::string what_;
  Json object_;
  std::vector<std::string> known_;
};

// A reduction of gradients by name; null means Python's None (gradient_accumulation.h).
void read_reduction(Options& options, const std::string& name, Reduction& to);

// An axis in the type that operators take; an axis that no tensor has stays invalid.
int narrow_axis(std::int64_t axis);

}  // namespace pipette::bindings
