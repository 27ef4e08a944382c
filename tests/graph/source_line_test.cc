// The lines of a program that nodes come from.
#include "graph/source_line.h"

#include <optional>
#include <string>
#include <vector>

#include "graph/gradient.h"
#include "ops_fixture.h"

namespace pipette {
namespace {

class SourceLines : public OpsFixture {
 protected:
  // Of the nodes with this phase, in their order; a line that comes several times in a row is told
  // once.
  std::vector<std::string> sources(Phase phase) const {
    std::vector<std::string> found;
    for (const Node& node : graph_.nodes()) {
      if (node.phase != phase || (!found.empty() && found.back() == node.source)) continue;
      found.push_back(node.source);
    }
    return found;
  }
};

TEST_F(SourceLines, NodesAndTheirGradientsBelongToTheInnermost) {
  const Tensor x = t({2, 2});
  std::optional<Tensor> y;
  {
    const SourceLine outer("a.py:1");
    y = x * x;
    {
      const SourceLine inner("a.py:2");
      y = relu(*y);
    }
    y = reduce_sum(*y);
  }
  EXPECT_EQ(SourceLine::current(), "");
  EXPECT_THAT(sources(Phase::forward), testing::ElementsAre("", "a.py:1", "a.py:2", "a.py:1"));
  const SourceLine tape("a.py:9");
  gradients(*y, {x});
  EXPECT_THAT(sources(Phase::backward),
              testing::ElementsAre("a.py:9", "a.py:1", "a.py:2", "a.py:1"));
}

}  // namespace
}  // namespace pipette
