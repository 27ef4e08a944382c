#include "core/shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "core/random.h"

namespace pipette {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Shape, KnowsRankSizesAndElements) {
  const Shape s{32, 28, 28};
  EXPECT_EQ(s.rank(), 3);
  EXPECT_EQ(s.num_elements(), 32 * 28 * 28);
  EXPECT_EQ(s.to_string(), "[32, 28, 28]");
  EXPECT_EQ(s[0], 32);
  EXPECT_EQ(s[-1], 28);
  EXPECT_EQ(s[-3], 32);
  EXPECT_TRUE(s.is_fully_defined());
  EXPECT_FALSE(s.has_zero_size());
}

TEST(Shape, AScalarHasNoAxesAndOneElement) {
  const Shape s;
  EXPECT_EQ(s.rank(), 0);
  EXPECT_EQ(s.num_elements(), 1);
  EXPECT_EQ(s.to_string(), "[]");
  EXPECT_THROW(s[0], OutOfRange);
  EXPECT_THROW(s.without_front(), OutOfRange);
  EXPECT_EQ(s.with_front(3), (Shape{3}));
}

TEST(Shape, AnUnknownSizeIsNotFullyDefined) {
  const Shape s{Shape::kUnknown, 28};
  EXPECT_FALSE(s.is_fully_defined());
  EXPECT_EQ(s.to_string(), "[?, 28]");
  EXPECT_FALSE(s == (Shape{1, 28}));
}

TEST(Shape, AxesOutsideAreErrorsThatNameTheShape) {
  const Shape s{4, 5};
  for (const int axis : {2, -3, 100}) {
    try {
      s[axis];
      FAIL() << axis;
    } catch (const OutOfRange& error) {
      EXPECT_THAT(error.what(), HasSubstr(std::to_string(axis)));
      EXPECT_THAT(error.what(), HasSubstr("[4, 5]"));
    }
  }
}

TEST(Shape, RejectsNegativeSizesAndCountsThatDoNotFit) {
  EXPECT_THROW((Shape{2, -2}), ValueError);
  EXPECT_THROW((Shape{std::int64_t{1} << 32, std::int64_t{1} << 32}), ValueError);
  EXPECT_EQ((Shape{std::int64_t{1} << 31, std::int64_t{1} << 31}).num_elements(),
            std::int64_t{1} << 62);
  EXPECT_TRUE((Shape{3, 0, 5}).has_zero_size());
}

TEST(Shape, FrontAxisComesAndGoes) {
  EXPECT_EQ((Shape{2, 3}).with_front(7), (Shape{7, 2, 3}));
  EXPECT_EQ((Shape{7, 2, 3}).without_front(), (Shape{2, 3}));
}

TEST(Shape, BroadcastsAsNumpyDoes) {
  struct Case {
    Shape a, b, result;
  };
  const Case cases[] = {{{}, {}, {}},
                        {{3}, {}, {3}},
                        {{2, 3}, {3}, {2, 3}},
                        {{2, 1}, {1, 4}, {2, 4}},
                        {{5, 1, 3}, {4, 1}, {5, 4, 3}},
                        {{0}, {1}, {0}},
                        {{1, 1}, {2, 2, 2}, {2, 2, 2}}};
  for (const Case& c : cases) {
    EXPECT_EQ(broadcast(c.a, c.b), c.result) << c.a.to_string() << c.b.to_string();
    EXPECT_EQ(broadcast(c.b, c.a), c.result) << c.a.to_string() << c.b.to_string();
  }
}

TEST(Shape, ShapesThatDoNotFitAreBothNamed) {
  try {
    broadcast(Shape{2, 3}, Shape{2, 4});
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_THAT(error.what(), HasSubstr("[2, 3]"));
    EXPECT_THAT(error.what(), HasSubstr("[2, 4]"));
  }
  EXPECT_THROW(broadcast(Shape{2}, Shape{0}), InvalidArgument);
}

TEST(Shape, BroadcastingIsAssociativeOnRandomShapes) {
  RandomStream random(3, "shapes");
  for (int i = 0; i < 500; ++i) {
    std::vector<std::int64_t> full;
    for (std::uint32_t r = random.uniform_int(4); r > 0; --r) {
      full.push_back(1 + static_cast<std::int64_t>(random.uniform_int(4)));
    }
    Shape parts[3];
    for (Shape& part : parts) {
      const auto skipped = static_cast<std::ptrdiff_t>(
          random.uniform_int(static_cast<std::uint32_t>(full.size()) + 1));
      std::vector<std::int64_t> sizes(full.begin() + skipped, full.end());
      for (std::int64_t& size : sizes) {
        if (random.uniform_int(2) == 0) size = 1;
      }
      part = Shape(sizes);
    }
    EXPECT_EQ(broadcast(broadcast(parts[0], parts[1]), parts[2]),
              broadcast(parts[0], broadcast(parts[1], parts[2])));
  }
}

}  // namespace
}  // namespace pipette
