// The body of a loop, as a callable in any of the forms that are natural in C++.
//
//   [](Tensor v, Tensor x) { return v + x; }                // carried values, then infeed values
//   [](const LoopArguments& in) { return in[0] + in["x"]; } // by position, or by name from a dict
//   [] { outfeed.enqueue(next(iterator)); }                 // nothing carried
//   return LoopResults{v + x, outfeed.enqueue(v)};          // tensors first, then operations
//   return Nest<Tensor>::dict({{"x", x}, {"y", y}});        // a stage of a pipeline
//
// The parameters of a body given as a function of Tensors are checked: if their number differs from
// that of the carried and infeed values, the loop throws a TypeError that mentions both.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "graph/graph.h"

namespace pipette::loops {

// The arguments of a body: carried values and tuple elements by position, the entries of an infeed
// element that is a single dict with string keys by name.
struct LoopArguments {
  std::vector<Nest<Tensor>> positional = {};
  std::map<std::string, Nest<Tensor>> named = {};

  // Adds an infeed's element: the items of a tuple by position, those of a dict with string keys by
  // name, anything else as one argument.
  void add_element(const Nest<Tensor>& element);
  std::size_t size() const { return positional.size() + named.size(); }

  // These throw TypeError if there is no such argument or if it is a structure.
  Tensor operator[](std::size_t index) const;
  Tensor operator[](const std::string& name) const;
};

// The results of a body, in order: tensors, or structures of them, which the stages of a pipeline
// may return (pipeline/pipeline.h).
using LoopResults = std::vector<std::variant<Nest<Tensor>, Operation>>;
// The values among `results`. Throws ValueError if a value comes after an operation.
std::vector<Nest<Tensor>> values_of(const LoopResults& results);
// The same for a body that may return only tensors: a structure throws TypeError.
std::vector<Tensor> tensors_of(const LoopResults& results);

class LoopBody {
 public:
  template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, LoopBody>>>
  LoopBody(F body) : LoopBody(std::function(std::move(body)), Adapt{}) {}

  LoopResults operator()(const LoopArguments& arguments) const { return body_(arguments); }
  // The number of tensors that the body takes, if known.
  std::optional<std::size_t> arity() const { return arity_; }

 private:
  struct Adapt {};

  template <class R>
  LoopBody(std::function<R()> body, Adapt)
      : body_([body](const LoopArguments&) { return to_results<R>(body); }), arity_(0) {}
  template <class R>
  LoopBody(std::function<R(const LoopArguments&)> body, Adapt)
      : body_([body](const LoopArguments& in) { return to_results<R>([&] { return body(in); }); }) {
  }
  template <class R, class... Tensors>
  requires(sizeof...(Tensors) > 0 && (std::is_same_v<std::decay_t<Tensors>, Tensor> && ...))
      LoopBody(std::function<R(Tensors...)> body, Adapt)
      : arity_(sizeof...(Tensors)) {
    body_ = [body](const LoopArguments& in) {
      return call<R>(body, in, std::index_sequence_for<Tensors...>{});
    };
  }

  template <class R, class F, std::size_t... I>
  static LoopResults call(const F& body, const LoopArguments& in, std::index_sequence<I...>) {
    return to_results<R>([&] { return body(in[I]...); });
  }
  template <class R, class F>
  static LoopResults to_results(const F& call_body) {
    if constexpr (std::is_void_v<R>) {
      call_body();
      return {};
    } else if constexpr (std::is_same_v<R, LoopResults>) {
      return call_body();
    } else if constexpr (std::is_same_v<R, std::vector<Tensor>>) {
      const std::vector<Tensor> tensors = call_body();
      return LoopResults(tensors.begin(), tensors.end());
    } else if constexpr (std::is_same_v<R, Nest<Tensor>>) {
      return items_of(call_body());
    } else {
      return {call_body()};
    }
  }

  static LoopResults items_of(const Nest<Tensor>& result);

  std::function<LoopResults(const LoopArguments&)> body_;
  std::optional<std::size_t> arity_;
};

}  // namespace pipette::loops
