// Runs what a test traces, on a machine of its own.
//
//   RunFunction f([](const std::vector<Tensor>& in) { return Values{in[0] + in[1]}; });
//   std::vector<Array> sums = f({a, b});       // compiled once for these shapes
#pragma once

#include <functional>
#include <vector>

#include "program/strategy.h"

namespace pipette::testing_support {

class RunFunction {
 public:
  using Body = std::function<std::vector<Tensor>(const std::vector<Tensor>&)>;

  explicit RunFunction(Body body)
      : strategy_(machine_),
        function_("test", [body = std::move(body)](const Nest<Tensor>& arguments) {
          std::vector<Nest<Tensor>> results;
          for (const Tensor& result : body(arguments.flatten())) results.emplace_back(result);
          return Nest<Tensor>::tuple(std::move(results));
        }) {}

  std::vector<Array> operator()(const std::vector<Array>& arguments = {}) {
    return strategy_.run(function_, tuple(arguments)).flatten();
  }
  const Executable& compiled(const std::vector<Array>& arguments = {}) {
    const auto spec = [](const Array& a) { return a.spec(); };
    return strategy_.compiled(function_, tuple(arguments).map(spec));
  }

 private:
  static Nest<Array> tuple(const std::vector<Array>& arguments) {
    return Nest<Array>::tuple({arguments.begin(), arguments.end()});
  }

  Machine machine_;
  Strategy strategy_;
  Function function_;
};

inline std::vector<Array> run_function(const RunFunction::Body& body,
                                       const std::vector<Array>& arguments = {}) {
  return RunFunction(body)(arguments);
}

}  // namespace pipette::testing_support
