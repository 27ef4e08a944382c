#include "cli/lockstep.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/error.h"
#include "core/files.h"
#include "core/hash.h"
#include "core/item.h"

namespace pipette::cli {

namespace {

constexpr std::int64_t kMostSteps = 1 << 20;  // of a slice

// A value of each instance, by instance.
template <class T>
std::vector<T> gather(Instances& instances, const T& own) {
  std::vector<T> all(static_cast<std::size_t>(instances.count()));
  item(all, instances.index()) = own;
  const std::vector<std::size_t> sizes(all.size(), sizeof(T));
  instances.all_gather(reinterpret_cast<std::byte*>(all.data()), sizes);
  return all;
}

}  // namespace

void require_same(const std::string& what, std::string_view bytes) {
  Instances* const instances = Instances::current();
  if (instances == nullptr) return;
  Hash hash;
  hash.add(bytes.data(), bytes.size());
  const std::vector<std::uint64_t> all = gather(*instances, hash.value());
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i] == all[0]) continue;
    throw FailedPrecondition(fmt::format(
        "{} of instance {} is another than that of instance 0: all must be given the same", what,
        i));
  }
}

std::vector<std::byte> read_together(const std::string& path, std::size_t most) {
  Instances* const instances = Instances::current();
  std::vector<std::byte> bytes;
  if (Instances::speaks()) bytes = read_file(path, most);
  if (instances == nullptr) return bytes;
  const std::vector<std::size_t> sizes = gather(*instances, bytes.size());
  bytes.resize(sizes[0]);
  instances->all_gather(bytes.data(), sizes);
  return bytes;
}

bool Lockstep::interrupted(bool asked, Budget& slice) {
  if (instances_ == nullptr) return asked;
  struct Wish {
    std::int64_t end, steps, until_run;
  };
  const auto now = std::chrono::steady_clock::now();
  const double taken = std::chrono::duration<double, std::micro>(now - begin_).count();
  if (taken < slice.real_us / 2) steps_ = std::min(steps_ * 2, kMostSteps);
  if (taken > slice.real_us * 2) steps_ = std::max<std::int64_t>(1, steps_ / 2);
  begin_ = now;
  const std::int64_t steps = std::min(steps_, slice.step_count);
  const std::vector<Wish> all = gather(*instances_, Wish{asked ? 1 : 0, steps, slice.until_run});
  slice.real_us = std::numeric_limits<double>::infinity();
  slice.step_count = all[0].steps;
  slice.until_run = all[0].until_run;
  return std::any_of(all.begin(), all.end(), [](const Wish& wish) { return wish.end != 0; });
}

}  // namespace pipette::cli
