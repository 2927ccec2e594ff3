#pragma once
// A first-in first-out of values that grows by doubling and never shrinks: no allocation per element.
#include <cstddef>
#include <vector>

namespace jitterscope::link {

template <typename T>
class Ring {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const T& front() const { return slots_[first_]; }
  const T& back() const { return slots_[(first_ + size_ - 1) & (slots_.size() - 1)]; }
  void push(const T& value) {
    if (size_ == slots_.size()) grow();
    slots_[(first_ + size_++) & (slots_.size() - 1)] = value;
  }
  void pop() {
    first_ = (first_ + 1) & (slots_.size() - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<T> wider(slots_.empty() ? 16 : 2 * slots_.size());
    for (std::size_t i = 0; i < size_; ++i) wider[i] = slots_[(first_ + i) & (slots_.size() - 1)];
    slots_.swap(wider);
    first_ = 0;
  }

  std::vector<T> slots_;  // a power of two of them
  std::size_t first_ = 0, size_ = 0;
};

}  // namespace jitterscope::link
