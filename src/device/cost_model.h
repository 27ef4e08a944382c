// The cost of each operator on one IPU: one estimator per operator, in cycles.
//
//   CostModel model(architecture("Mk2"));
//   Cost forward = model.matmul(32, 784, 128, DType::f32);
//   forward += model.elementwise(32 * 128, 2, DType::f32, OpClass::add);
//   forward.total_cycles();                      // a few thousand
//
// A superstep costs sync + exchange + layout change + compute of the slowest tile
// (docs/cost-model.md has all formulas). Every estimator returns whole cycles, rounded up once per
// phase. Sizes are in elements unless the name says bytes; a size of 0 costs nothing, a negative
// size throws InvalidArgument.
//
// Tensors are spread linearly over the tiles (memory.h), with at least 128 bytes per tile. A
// compute set on fewer bytes than all tiles would need uses fewer tiles.
//
// Threads: the model caches plans of products, so share a CostModel between threads only with a
// lock, or copy it; copies are independent. Results never depend on the cache.
//
// Inaccuracies: library vertices are modelled as PopLibs' own estimators do, on tiles that all hold
// the same share; operators are costed one by one, so fusion counts only if the caller merges the
// calls; gather, transpose and convolution are first estimates that no measurement has checked.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include "device/architecture.h"
#include "device/cost.h"
#include "device/host_options.h"
#include "device/links.h"
#include "device/matmul_plan.h"
#include "device/vertex_cycles.h"

namespace pipette {

struct CostOptions {
  bool layout_changes = true;  // off for teaching: the bare algorithm without rearrangement
  HostOptions host = {};       // only the data phase of stream copies is used
  Ladder ladder = {};          // which the IPUs form
};

enum class OptimizerKind { sgd, momentum, rmsprop, adam };

// [batch, height, width, in_channels] * [kernel_h, kernel_w, in_channels / groups, out_channels]
//   -> [batch, out_h, out_w, out_channels]
struct Conv2dSize {
  std::int64_t batch = 1, out_h = 1, out_w = 1;
  std::int64_t in_channels = 1, out_channels = 1;
  std::int64_t kernel_h = 1, kernel_w = 1, groups = 1;
};

class CostModel {
 public:
  explicit CostModel(const Architecture& arch, CostOptions options = {});

  const Architecture& arch() const { return arch_; }
  const CostOptions& options() const { return options_; }

  // [m, k] x [k, n]; f16 or f32.
  Cost matmul(std::int64_t m, std::int64_t k, std::int64_t n, DType dtype) const;
  const MatmulPlan& matmul_plan(std::int64_t m, std::int64_t k, std::int64_t n, DType dtype) const;
  // Costed as the product [out_channels, kernel * in_channels] x [.., batch * out_h * out_w], which
  // is how PopLibs plans a convolution on its matrix unit (matmul_plan.h lists the sources).
  // Inaccuracies: tiles are charged for gathering whole patches, kernel_h * kernel_w times the
  // image, although the library gathers parts of images with a border; padding counts as work.
  Cost conv2d(const Conv2dSize& size, DType dtype) const;

  // One output of `elements` from `inputs` operands of that size (broadcasting costs the same).
  Cost elementwise(std::int64_t elements, int inputs, DType dtype, OpClass op) const;
  // Several element-wise operators in one compute set: one pass over the data, one sync.
  Cost fused_elementwise(std::int64_t elements, int inputs, DType dtype, const OpClass* ops,
                         int num_ops) const;
  // [outer, reduced, inner] -> [outer, inner], a sum, maximum or mean.
  Cost reduce(std::int64_t outer, std::int64_t reduced, std::int64_t inner, DType dtype) const;
  Cost softmax(std::int64_t rows, std::int64_t classes, DType dtype) const;  // over the last axis
  // Probabilities [rows, classes] and labels [rows] -> loss [rows].
  Cost cross_entropy(std::int64_t rows, std::int64_t classes, DType dtype) const;
  Cost optimizer_update(std::int64_t elements, OptimizerKind kind, DType dtype) const;

  Cost copy(std::int64_t bytes) const;                           // within each tile
  Cost cast(std::int64_t elements, DType from, DType to) const;  // within each tile
  Cost exchange(std::int64_t bytes) const;  // `bytes` in total, evenly spread, to other tiles
  // `bytes` from the I/O tiles of an IPU, evenly spread, to its compute tiles, or back.
  Cost io_tile_copy(std::int64_t bytes) const;
  Cost transpose(std::int64_t elements, DType dtype) const;
  // Reads (or adds into) `rows` rows of `row_elements` of a table.
  Cost gather(std::int64_t rows, std::int64_t row_elements, DType dtype) const;

  // A barrier over the tiles of one IPU, or over n IPUs.
  Cost sync(int num_ipus = 1) const;
  // `bytes` from one IPU to its neighbour; n IPUs take part in the barrier.
  Cost global_exchange(int num_ipus, std::int64_t bytes) const;
  // Adds a copy of `bytes` from one of n IPUs to another to the copies that begin together
  // (links.h).
  void add_copy(Copies& copies, int num_ipus, int from, int to, std::int64_t bytes) const;
  // One such copy alone, and the barrier of the two IPUs.
  Cost inter_ipu_copy(int num_ipus, int from, int to, std::int64_t bytes) const;
  // Leaves every IPU with the sum of all n copies of `bytes`: a ring of 2(n-1) steps. n = 1 is
  // free.
  Cost allreduce(int num_ipus, std::int64_t bytes, DType dtype = DType::f32) const;
  // Leaves every IPU with all `bytes`, of which each of the n held a share: a ring of n-1 steps.
  Cost allgather(int num_ipus, std::int64_t bytes) const;
  // Only the data phase; the handshakes belong to the host (host_model.h).
  Cost stream_copy(std::int64_t bytes) const;
  // A transfer to or from streaming memory, while `num_ipus` IPUs of a machine do the same.
  Cost remote_transfer(std::int64_t bytes, int num_ipus = 1) const;

 private:
  using PlanKey = std::tuple<std::int64_t, std::int64_t, std::int64_t, DType>;

  // A superstep of `cycles` of compute per tile, with a sync; fills in tiles, flops and bytes.
  Cost compute_set(double cycles, int tiles, std::int64_t flops, std::int64_t bytes) const;

  Architecture arch_;
  CostOptions options_;
  mutable std::map<PlanKey, MatmulPlan> plans_;
};

}  // namespace pipette
