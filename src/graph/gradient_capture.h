// Captures the gradient with respect to a tensor on the way to the gradients of variables.
//
//   GradientCaptureTape tape;                                  // or, without a tape,
//   GradientCapture const Tensor p = capture_upstream_gradients(o, "tanh_grad");       // is o
//   const Tensor y = tanh(p);
//   tape.gradient(y, variables);
//   tape.captured_gradients().at("tanh_grad");                 // dy / dp: 1 - y^2
//
// A capture lasts as long as the object; if there are several, the innermost applies. Gradients of
// a loss taken meanwhile, by a tape or an optimizer, fill it with the gradients of the captured
// tensors that the loss depends on. The gradients of variables are the same with and without it.
//
// Errors: RuntimeError for capturing a tensor where there is no capture, ValueError for a tag that
// is already in use and for gradients that are taken twice.
//
// Not thread-safe: a capture belongs to the thread and the graph in which it was constructed.
//
// Inaccuracies: a tensor inside a loop or branch is captured only if gradients are taken in there.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graph/gradient.h"

namespace pipette {

// Returns the tensor; the gradient with respect to it is captured under `tag`.
Tensor capture_upstream_gradients(const Tensor& x, const std::string& tag);

class GradientCapture {
 public:
  GradientCapture();
  ~GradientCapture();
  GradientCapture(const GradientCapture&) = delete;
  GradientCapture& operator=(const GradientCapture&) = delete;

  // Gradients by tag, once they have been taken.
  const std::map<std::string, Tensor>& captured_gradients() const { return gradients_; }

  // ---- for gradients() ----
  static GradientCapture* current(const Graph& graph);  // null: there is none
  // The tensors to capture that `region` may use.
  std::vector<std::pair<std::string, Tensor>> tensors_in(RegionId region) const;
  void keep(const std::string& tag, const Tensor& gradient);

 private:
  friend Tensor capture_upstream_gradients(const Tensor& x, const std::string& tag);

  std::uint64_t uid_;  // identifies the graph, which the capture may outlive
  std::vector<std::pair<std::string, Tensor>> tensors_;
  std::map<std::string, Tensor> gradients_;
};

class GradientCaptureTape : public GradientTape {
 public:
  const std::map<std::string, Tensor>& captured_gradients() const {
    return capture_.captured_gradients();
  }
  const GradientCapture* capture() const override { return &capture_; }

 private:
  GradientCapture capture_;
};

}  // namespace pipette
