#pragma once
// The newest samples of a stream, exactly, by number.
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/units/time.h"

namespace jitterscope {

/// A packet and the time since the one before it.
struct IntervalSample {
  Timestamp at;       // local
  Duration interval;  // not negative
  std::optional<Duration> delay() const {
    return delay_ns == kNone ? std::nullopt : std::optional(Duration::ns(delay_ns));
  }
  static constexpr std::int64_t kNone = INT64_MIN;
  std::int64_t delay_ns = kNone;  // one-way
};

/// Numbers count from 0 since the stream began; [first, end) are held. Memory grows with what is held and never
/// shrinks.
class SampleRing {
 public:
  std::uint64_t first() const { return first_; }
  std::uint64_t end() const { return end_; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - first_); }
  bool empty() const { return first_ == end_; }
  const IntervalSample& operator[](std::uint64_t number) const { return slots_[number & (slots_.size() - 1)]; }
  const IntervalSample& front() const { return (*this)[first_]; }
  const IntervalSample& back() const { return (*this)[end_ - 1]; }

  void push(const IntervalSample& sample) {
    if (size() == slots_.size()) grow();
    slots_[end_++ & (slots_.size() - 1)] = sample;
  }
  void pop() { ++first_; }
  /// The first held sample that is not earlier than `at`, or end().
  std::uint64_t lower_bound(Timestamp at) const;

 private:
  void grow();
  std::vector<IntervalSample> slots_;  // a power of two of them
  std::uint64_t first_ = 0, end_ = 0;
};

}  // namespace jitterscope
