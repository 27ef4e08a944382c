// Instances that are threads of this process (program/instances.h), for tests.
//
//   run_instances(3, [&] { results[Instances::current()->index()] = train(); });
//
// Each thread runs the function as one instance. An exception of one of them ends the others too,
// with an InstanceFailed in their next exchange, and is thrown again.
#pragma once

#include <barrier>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include "program/instances.h"

namespace pipette::testing_support {

class ThreadInstances : public Instances {
 public:
  // What the threads of a group share.
  struct Group {
    explicit Group(int count) : barrier(count), members(static_cast<std::size_t>(count)) {}
    struct Member {
      const std::byte* parts = nullptr;
      std::vector<std::size_t> sizes;
      int exchange = 0;  // 1 for all_gather, 2 for all_to_all
      std::exception_ptr error;
    };
    std::barrier<> barrier;
    std::vector<Member> members;
  };

  ThreadInstances(Group& group, int index) : group_(group), index_(index) { set_current(this); }
  ~ThreadInstances() override { set_current(nullptr); }

  int count() const override { return static_cast<int>(group_.members.size()); }
  int index() const override { return index_; }

  void all_gather(std::byte* all, std::span<const std::size_t> sizes) override {
    meet(1, all, sizes);
    std::byte* to = all;
    for (int i = 0; i < count(); ++i) {
      const std::size_t bytes = sizes[static_cast<std::size_t>(i)];
      if (i != index_) copy(to, of(i).parts + (to - all), bytes);
      to += bytes;
    }
    group_.barrier.arrive_and_wait();
  }

  void all_to_all(const std::byte* parts, std::span<const std::size_t> sizes, std::byte* received,
                  std::span<const std::size_t> received_sizes) override {
    meet(2, parts, sizes);
    for (int i = 0; i < count(); ++i) {
      const auto me = static_cast<std::size_t>(index_);
      const std::byte* from = of(i).parts;
      for (std::size_t before = 0; before < me; ++before) from += of(i).sizes[before];
      const std::size_t bytes = received_sizes[static_cast<std::size_t>(i)];
      if (of(i).sizes[me] != bytes) throw std::logic_error("sizes do not agree");
      copy(received, from, bytes);
      received += bytes;
    }
    group_.barrier.arrive_and_wait();
  }

  // This thread comes no more.
  void fail(std::exception_ptr error) {
    of(index_).error = std::move(error);
    group_.barrier.arrive_and_drop();
  }

 private:
  Group::Member& of(int i) { return group_.members[static_cast<std::size_t>(i)]; }
  static void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
    if (bytes > 0) std::memcpy(to, from, bytes);
  }
  void meet(int exchange, const std::byte* parts, std::span<const std::size_t> sizes) {
    of(index_).parts = parts;
    of(index_).sizes.assign(sizes.begin(), sizes.end());
    of(index_).exchange = exchange;
    group_.barrier.arrive_and_wait();
    for (int i = 0; i < count(); ++i) {
      if (of(i).error != nullptr) throw InstanceFailed("another thread has failed", 5);
      if (of(i).exchange != exchange) throw std::logic_error("the instances have gone apart");
    }
  }

  Group& group_;
  int index_;
};

inline void run_instances(int count, const std::function<void()>& work) {
  ThreadInstances::Group group(count);
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&group, &work, i] {
      ThreadInstances instances(group, i);
      try {
        work();
      } catch (const InstanceFailed&) {
        group.barrier.arrive_and_drop();
      } catch (...) {
        instances.fail(std::current_exception());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& member : group.members) {
    if (member.error != nullptr) std::rethrow_exception(member.error);
  }
}

}  // namespace pipette::testing_support
