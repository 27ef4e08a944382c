// What the tests of Dataset share: a dataset's elements as plain numbers, and sources that count
// how often they are asked.
//
//   EXPECT_THAT(values(Dataset::range(9).skip(7)), ElementsAre(7, 8));
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "core/error.h"
#include "data/dataset.h"
#include "message_of.h"

namespace pipette::dataset_fixture {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::message_of;

using Values = std::vector<std::int64_t>;

// What the dataset gives, `limit` elements at most: every i64 leaf's values in one row per element.
inline std::vector<Values> rows(const Dataset& dataset, std::size_t limit = 1000) {
  std::vector<Values> result;
  const auto iterator = dataset.make_iterator();
  Element element;
  while (result.size() < limit && iterator->next(element)) {
    Values row;
    for (const Array& leaf : element.flatten()) {
      for (const std::int64_t value : leaf.span<std::int64_t>()) row.push_back(value);
    }
    result.push_back(row);
  }
  return result;
}

inline Values values(const Dataset& dataset, std::size_t limit = 1000) {
  Values flat;
  for (const Values& row : rows(dataset, limit)) flat.insert(flat.end(), row.begin(), row.end());
  return flat;
}

inline Values iota(std::int64_t count) {
  Values result(static_cast<std::size_t>(count));
  std::iota(result.begin(), result.end(), 0);
  return result;
}

// Counts how often elements are made.
class CountingSource : public ElementSource {
 public:
  explicit CountingSource(std::int64_t size) : size_(size) {}
  std::int64_t size() const override { return size_; }
  const ElementSpec& spec() const override { return spec_; }
  void read(std::int64_t index, std::span<std::byte* const> leaves) const override {
    ++reads;
    std::memcpy(leaves[0], &index, sizeof index);
  }
  mutable int reads = 0;

 private:
  std::int64_t size_;
  ElementSpec spec_ = ArraySpec{DType::i64, Shape{}};
};

// 0, 1, ..., size - 1; `passes` counts how often it was started.
inline Dataset counting_generator(std::shared_ptr<int> passes, std::int64_t size) {
  return Dataset::from_generator(ArraySpec{DType::i64, Shape{}}, [passes, size] {
    ++*passes;
    auto position = std::make_shared<std::int64_t>(0);
    return [position, size](Element& element) {
      if (*position == size) return false;
      element = Array::scalar<std::int64_t>((*position)++);
      return true;
    };
  });
}

}  // namespace pipette::dataset_fixture
