// A function that is traced and compiled when it first runs, like Python's tf.function.
//
//   Function step("training_step", [&](const Nest<Tensor>& args) -> Nest<Tensor> {
//     return args[0].leaf() * 2.0;
//   });
//   Nest<Array> result = strategy.run(step, Nest<Array>::tuple({x}));
//
// The body may take the arguments (Nest<Tensor>) or nothing, and return a Nest<Tensor>, a Tensor or
// nothing. It is called once for every new structure, shape or dtype of arguments, while a graph is
// being traced; objects that it captures must outlive the Strategy that runs it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>

#include "graph/graph.h"

namespace pipette {

class Function {
 public:
  using Body = std::function<Nest<Tensor>(const Nest<Tensor>&)>;

  template <class F>
  Function(std::string name, F body)
      : name_(std::move(name)), uid_(next_uid()), body_(adapt(std::move(body))) {}

  const std::string& name() const { return name_; }
  // Shared by copies, because they do the same; never used twice in a process.
  std::uint64_t uid() const { return uid_; }
  Nest<Tensor> operator()(const Nest<Tensor>& arguments) const { return body_(arguments); }

 private:
  template <class F>
  static Body adapt(F body) {
    return [body = std::move(body)](const Nest<Tensor>& arguments) mutable -> Nest<Tensor> {
      const auto call = [&]() -> decltype(auto) {
        if constexpr (std::is_invocable_v<F&, const Nest<Tensor>&>)
          return body(arguments);
        else
          return body();
      };
      if constexpr (std::is_void_v<decltype(call())>) {
        call();
        return {};
      } else {
        return Nest<Tensor>(call());
      }
    };
  }

  static std::uint64_t next_uid();

  std::string name_;
  std::uint64_t uid_;
  Body body_;
};

}  // namespace pipette
