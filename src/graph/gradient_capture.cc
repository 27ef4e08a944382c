#include "graph/gradient_capture.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"

namespace pipette {

namespace {

thread_local std::vector<GradientCapture*> captures;  // the innermost last

}  // namespace

Tensor capture_upstream_gradients(const Tensor& x, const std::string& tag) {
  Graph& graph = x.graph();
  GradientCapture* const capture = GradientCapture::current(graph);
  if (capture == nullptr) {
    throw RuntimeError(
        fmt::format("capture_upstream_gradients(\"{}\") may only be used within the context of a "
                    "GradientCapture or a GradientCaptureTape; make one before",
                    tag));
  }
  const bool known = std::any_of(capture->tensors_.begin(), capture->tensors_.end(),
                                 [&](const auto& entry) { return entry.first == tag; });
  if (known) {
    throw ValueError(fmt::format(
        "capture_upstream_gradients: the tag \"{}\" is in use; each tensor needs its own", tag));
  }
  const Tensor same =
      graph.output(graph.add(OpKind::reshape, ViewAttributes{}, {x}, {x.spec()}, "capture/" + tag));
  capture->tensors_.emplace_back(tag, same);
  return same;
}

GradientCapture::GradientCapture() : uid_(Graph::current().uid()) { captures.push_back(this); }

GradientCapture::~GradientCapture() { std::erase(captures, this); }

GradientCapture* GradientCapture::current(const Graph& graph) {
  const auto found = std::find_if(captures.rbegin(), captures.rend(), [&](const auto* capture) {
    return capture->uid_ == graph.uid();
  });
  return found == captures.rend() ? nullptr : *found;
}

std::vector<std::pair<std::string, Tensor>> GradientCapture::tensors_in(RegionId region) const {
  std::vector<std::pair<std::string, Tensor>> usable;
  for (const auto& [tag, tensor] : tensors_) {
    const Graph& graph = tensor.graph();
    const Node* made_by = graph.producer(tensor.id());
    if (graph.encloses(made_by->region, region)) usable.emplace_back(tag, tensor);
  }
  return usable;
}

void GradientCapture::keep(const std::string& tag, const Tensor& gradient) {
  if (gradients_.emplace(tag, gradient).second) return;
  throw ValueError(
      fmt::format("the gradient captured under \"{}\" exists already: gradients are taken twice "
                  "within one capture; make another one for each",
                  tag));
}

}  // namespace pipette
