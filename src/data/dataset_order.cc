// The stages that choose which elements come when, and touch none: cache, shuffle, repeat, take,
// skip.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "core/random.h"
#include "data/dataset_node.h"

namespace pipette {

namespace {

class CacheNode : public UnaryNode {
 public:
  using UnaryNode::UnaryNode;
  std::unique_ptr<RefIterator> iterate() const override {
    return std::make_unique<Iterator>(*this);
  }

 private:
  using Elements = std::shared_ptr<const std::vector<ElementRef>>;

  class Iterator : public UnaryIterator<CacheNode> {
   public:
    explicit Iterator(const CacheNode& node) : UnaryIterator(node), complete_(node.complete()) {}
    bool next(ElementRef* ref) override {
      if (complete_ != nullptr) {
        if (index_ >= complete_->size()) return false;
        if (ref != nullptr) *ref = (*complete_)[index_];
        ++index_;
        return true;
      }
      ElementRef incoming;
      if (!input_->next(&incoming)) {
        complete_ = node_.publish(std::move(gathered_));
        index_ = complete_->size();
        return false;
      }
      if (ref != nullptr) *ref = incoming;
      gathered_.push_back(std::move(incoming));
      return true;
    }
    void rewind() override {
      index_ = 0;
      gathered_.clear();
      if (complete_ == nullptr) complete_ = node_.complete();
      if (complete_ == nullptr) input_->rewind();
    }

   private:
    Elements complete_;
    std::vector<ElementRef> gathered_;
    std::size_t index_ = 0;
  };

  Elements complete() const {
    const std::lock_guard lock(mutex_);
    return complete_;
  }
  // The first complete pass wins; a second iterator that was filling too replays the first one's.
  Elements publish(std::vector<ElementRef> elements) const {
    const std::lock_guard lock(mutex_);
    if (complete_ == nullptr) {
      complete_ = std::make_shared<const std::vector<ElementRef>>(std::move(elements));
    }
    return complete_;
  }

  mutable std::mutex mutex_;
  mutable Elements complete_;
};

class ShuffleNode : public UnaryNode {
 public:
  ShuffleNode(std::shared_ptr<const DatasetNode> input, std::int64_t buffer_size,
              std::uint64_t seed, bool reshuffle)
      : UnaryNode(std::move(input)),
        buffer_size_(static_cast<std::size_t>(buffer_size)),
        seed_(seed),
        reshuffle_(reshuffle) {}
  std::unique_ptr<RefIterator> iterate() const override {
    return std::make_unique<Iterator>(*this);
  }

 private:
  class Iterator : public UnaryIterator<ShuffleNode> {
   public:
    explicit Iterator(const ShuffleNode& node)
        : UnaryIterator(node), random_(node.seed_, "shuffle", 0) {
      // What the input will surely fill, not what a huge buffer_size or cardinality merely claims.
      const std::int64_t known = std::clamp<std::int64_t>(node.cardinality(), 0, 1 << 20);
      buffer_.reserve(std::min(node.buffer_size_, static_cast<std::size_t>(known)));
    }
    bool next(ElementRef* ref) override {
      ElementRef incoming;
      while (!input_ended_ && buffer_.size() < node_.buffer_size_) {
        if (input_->next(&incoming)) {
          buffer_.push_back(std::move(incoming));
        } else {
          input_ended_ = true;
        }
      }
      if (buffer_.empty()) return false;
      const std::size_t picked = random_.uniform_int(static_cast<std::uint32_t>(buffer_.size()));
      if (ref != nullptr) *ref = std::move(buffer_[picked]);
      if (picked + 1 != buffer_.size()) buffer_[picked] = std::move(buffer_.back());
      buffer_.pop_back();
      return true;
    }
    void rewind() override {
      input_->rewind();
      buffer_.clear();
      input_ended_ = false;
      ++epoch_;
      random_ = RandomStream(node_.seed_, "shuffle", node_.reshuffle_ ? epoch_ : 0);
    }

   private:
    RandomStream random_;
    std::vector<ElementRef> buffer_;
    std::uint64_t epoch_ = 0;
    bool input_ended_ = false;
  };

  std::size_t buffer_size_;
  std::uint64_t seed_;
  bool reshuffle_;
};

class RepeatNode : public UnaryNode {
 public:
  RepeatNode(std::shared_ptr<const DatasetNode> input, std::int64_t count)
      : UnaryNode(std::move(input)), count_(count) {}
  std::int64_t cardinality() const override {
    const std::int64_t n = input().cardinality();
    if (count_ == 0 || n == 0) return 0;
    if (count_ < 0) return Dataset::kInfinite;
    if (n < 0) return n;
    std::int64_t product = 0;
    return __builtin_mul_overflow(n, count_, &product) ? Dataset::kInfinite : product;
  }
  std::unique_ptr<RefIterator> iterate() const override {
    return std::make_unique<Iterator>(*this);
  }

 private:
  class Iterator : public UnaryIterator<RepeatNode> {
   public:
    using UnaryIterator::UnaryIterator;
    bool next(ElementRef* ref) override {
      while (epoch_ != node_.count_) {
        if (input_->next(ref)) {
          empty_ = false;
          return true;
        }
        if (empty_) return false;  // so will the others be, however many are to come
        ++epoch_;
        if (epoch_ == node_.count_) break;
        empty_ = true;
        input_->rewind();
      }
      return false;
    }
    void rewind() override {
      epoch_ = 0;
      empty_ = true;
      input_->rewind();
    }

   private:
    std::int64_t epoch_ = 0;
    bool empty_ = true;  // nothing came in this epoch yet
  };

  std::int64_t count_;  // -1: for ever
};

class TakeNode : public UnaryNode {
 public:
  TakeNode(std::shared_ptr<const DatasetNode> input, std::int64_t count)
      : UnaryNode(std::move(input)), count_(count) {}
  std::int64_t cardinality() const override {
    const std::int64_t n = input().cardinality();
    if (count_ < 0 || n == Dataset::kUnknown) return n;
    return n == Dataset::kInfinite ? count_ : std::min(n, count_);
  }
  std::unique_ptr<RefIterator> iterate() const override {
    return std::make_unique<Iterator>(*this);
  }

 private:
  class Iterator : public UnaryIterator<TakeNode> {
   public:
    using UnaryIterator::UnaryIterator;
    bool next(ElementRef* ref) override {
      if (taken_ == node_.count_ || !input_->next(ref)) return false;
      ++taken_;
      return true;
    }
    void rewind() override {
      taken_ = 0;
      input_->rewind();
    }

   private:
    std::int64_t taken_ = 0;
  };

  std::int64_t count_;  // negative: all
};

class SkipNode : public UnaryNode {
 public:
  SkipNode(std::shared_ptr<const DatasetNode> input, std::int64_t count)
      : UnaryNode(std::move(input)), count_(count) {}
  std::int64_t cardinality() const override {
    const std::int64_t n = input().cardinality();
    if (count_ < 0) return 0;
    return n < 0 ? n : std::max<std::int64_t>(n - count_, 0);
  }
  std::unique_ptr<RefIterator> iterate() const override {
    return std::make_unique<Iterator>(*this);
  }

 private:
  class Iterator : public UnaryIterator<SkipNode> {
   public:
    using UnaryIterator::UnaryIterator;
    bool next(ElementRef* ref) override {
      if (node_.count_ < 0) return false;
      for (; skipped_ < node_.count_; ++skipped_) {
        ElementRef skipped;  // made, as upstream
        if (!input_->next(&skipped)) return false;
      }
      return input_->next(ref);
    }
    void rewind() override {
      skipped_ = 0;
      input_->rewind();
    }

   private:
    std::int64_t skipped_ = 0;
  };

  std::int64_t count_;  // negative: all
};

}  // namespace

using NodePtr = std::shared_ptr<const DatasetNode>;

NodePtr cache_node(NodePtr input) { return std::make_shared<CacheNode>(std::move(input)); }

NodePtr shuffle_node(NodePtr input, std::int64_t buffer_size, std::uint64_t seed,
                     bool reshuffle_each_iteration) {
  return std::make_shared<ShuffleNode>(std::move(input), buffer_size, seed,
                                       reshuffle_each_iteration);
}

NodePtr repeat_node(NodePtr input, std::int64_t count) {
  return std::make_shared<RepeatNode>(std::move(input), count);
}

NodePtr take_node(NodePtr input, std::int64_t count) {
  return std::make_shared<TakeNode>(std::move(input), count);
}

NodePtr skip_node(NodePtr input, std::int64_t count) {
  return std::make_shared<SkipNode>(std::move(input), count);
}

}  // namespace pipette
