#pragma once
// A setting on its way from the session thread to the thread that acts on it, which says in the log when it has taken
// it over: a setting is in force from then on, not when it was asked for.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "core/base/realtime/latest_value.h"
#include "core/base/realtime/spsc_ring.h"
#include "core/events/events.h"

namespace jitterscope {

/// Whether a thread has taken over what was handed to it. Default: it was handed to nobody. Any thread, as long as
/// the acting thread's owner lives.
class TakenOver {
 public:
  TakenOver() = default;
  TakenOver(const std::atomic<std::int64_t>& taken, std::int64_t number) : taken_(&taken), number_(number) {}
  /// A thread takes it over and says so itself, or has already.
  bool is_handed() const { return taken_ != nullptr; }
  bool waits() const { return taken_ && taken_->load(std::memory_order_acquire) < number_; }

 private:
  const std::atomic<std::int64_t>* taken_ = nullptr;
  std::int64_t number_ = 0;
};

/// The marks of settings handed to one thread, in their order. The value itself travels beside them and names the last
/// mark that it is the result of.
class SettingMarks {
 public:
  /// Session thread, before the value is published. `mark.at`: when it was asked for. Its number; 0: too many wait, and
  /// the mark is not taken.
  std::int64_t put(const SettingChanged& mark) { return marks_.push(mark) ? ++put_ : 0; }
  TakenOver handle(std::int64_t number) const { return number ? TakenOver(taken_, number) : TakenOver(); }

  /// The acting thread, which never blocks and allocates nothing: what was handed to it up to this number is in force
  /// from `now` on. What something later of the same setting replaced before it was in force gets a Notice in its
  /// place.
  template <typename Push>
  void take(std::int64_t number, Timestamp now, Push&& push) {
    std::array<SettingChanged, kMost> marks;
    std::size_t count = 0;
    for (; count < kMost && taken_.load(std::memory_order_relaxed) + static_cast<std::int64_t>(count) < number; ++count)
      if (!marks_.pop(marks[count])) break;
    for (std::size_t i = 0; i < count; ++i) {
      SettingChanged& mark = marks[i];
      mark.asked = mark.at;
      mark.at = now;
      const auto is_it = [&](const SettingChanged& later) { return later.name == mark.name; };
      if (std::any_of(marks.begin() + i + 1, marks.begin() + count, is_it))
        push(Event(replaced(mark)));
      else
        push(Event(mark));
    }
    taken_.fetch_add(static_cast<std::int64_t>(count), std::memory_order_release);
  }

 private:
  static constexpr std::size_t kMost = 16;
  static Notice replaced(const SettingChanged& mark);

  SpscRing<SettingChanged> marks_{"setting marks", kMost};
  std::int64_t put_ = 0;                // session thread
  std::atomic<std::int64_t> taken_{0};  // the acting thread's
};

/// One value with its marks. One writer: the session thread; one reader: the acting one.
template <typename Value>
class SettingHandover {
 public:
  explicit SettingHandover(const Value& first) : value_(first) {}

  /// Session thread. `mark`: what the log is to say of it; null: nothing.
  TakenOver put(const Value& value, const SettingChanged* mark) {
    const std::int64_t number = mark ? marks_.put(*mark) : 0;
    if (number) last_put_ = number;
    handed_.put({value, last_put_});
    return marks_.handle(number);
  }

  /// The acting thread: true when value() is another one, in force from `now` on. push(Event) gets what the log is to
  /// say.
  template <typename Push>
  bool take(Timestamp now, Push&& push) {
    if (!handed_.update()) return false;
    value_ = handed_.front().value;
    marks_.take(handed_.front().number, now, push);
    return true;
  }
  const Value& value() const { return value_; }

 private:
  struct Handed {
    Value value{};
    std::int64_t number = 0;
  };
  SettingMarks marks_;
  LatestValue<Handed> handed_;
  std::int64_t last_put_ = 0;  // session thread
  Value value_;                // the acting thread's
};

}  // namespace jitterscope
