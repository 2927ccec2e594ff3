#pragma once
// A setting on its way from the session thread to the thread that acts on it, which says in the log when it has taken
// it over: a setting is in force from then on, not when it was asked for.
#include <array>
#include <atomic>
#include <cstdint>
#include <utility>

#include "core/base/realtime/latest_value.h"
#include "core/base/units/time.h"
#include "core/events/event.h"

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

/// Tells whether both are changes of one setting. Any thread may ask.
bool are_of_one_setting(const Event& one, const Event& other);

/// The marks of settings that wait for one thread, the newest of each setting: they travel with the value that they are
/// of.
struct WaitingMarks {
  struct Numbered {
    std::int64_t number = 0;
    Event mark;  // a SettingChanged; its `at`: when it was asked for
  };
  static constexpr std::size_t kMost = 4;  // settings whose values travel together
  std::array<Numbered, kMost> marks;
  std::size_t count = 0;
  std::int64_t newest = 0;  // number of the last mark ever put
};

/// Both sides of them. What a later mark of the same setting replaces before it is taken over never was in force.
class SettingMarks {
 public:
  /// Session thread, before the value is published: what has to travel with it. `mark`: null: nothing new.
  const WaitingMarks& put(const SettingChanged* mark);
  /// Session thread: what waits was replaced.
  void forget() { waiting_.count = 0; }
  /// Of the mark that was put last.
  TakenOver handle() const { return {taken_, waiting_.newest}; }

  /// The acting thread, which never blocks and allocates nothing: what travelled with the value is in force from `now`.
  template <typename Push>
  void take(const WaitingMarks& waiting, Timestamp now, Push&& push) {
    const std::int64_t taken = taken_.load(std::memory_order_relaxed);
    std::int64_t marked = 0;
    for (std::size_t i = 0; i < waiting.count; ++i) {
      if (waiting.marks[i].number <= taken) continue;
      push(in_force(waiting.marks[i].mark, now));
      ++marked;
    }
    replaced_ += std::max<std::int64_t>(waiting.newest - taken - marked, 0);
    taken_.store(waiting.newest, std::memory_order_release);
    if (replaced_ == 0 || now < next_notice_) return;
    push(replaced_notice(std::exchange(replaced_, 0), now));
    next_notice_ = now + kNoticePeriod;
  }

 private:
  static constexpr Duration kNoticePeriod = Duration::seconds(2);  // a remote may ask often
  static Event in_force(Event mark, Timestamp now);
  static Event replaced_notice(std::int64_t count, Timestamp now);

  WaitingMarks waiting_;                // session thread
  std::atomic<std::int64_t> taken_{0};  // the acting thread's
  std::int64_t replaced_ = 0;           // not told of yet; the acting thread's, as
  Timestamp next_notice_;
};

/// One value with its marks. One writer: the session thread; one reader: the acting one.
template <typename Value>
class SettingHandover {
 public:
  explicit SettingHandover(const Value& first) : value_(first) {}

  /// Session thread. `mark`: what the log is to say of it; null: nothing.
  TakenOver put(const Value& value, const SettingChanged* mark) {
    handed_.put({value, marks_.put(mark)});
    return mark ? marks_.handle() : TakenOver();
  }

  /// The same of a value that is in force at once, by the caller's word: what waits of it is not said any more.
  void put_at_once(const Value& value) {
    marks_.forget();
    put(value, nullptr);
  }

  /// The acting thread: true when value() is another one, in force from `now` on. push(Event) gets what the log is to
  /// say.
  template <typename Push>
  bool take(Timestamp now, Push&& push) {
    if (!handed_.update()) return false;
    value_ = handed_.front().value;
    marks_.take(handed_.front().waiting, now, push);
    return true;
  }
  const Value& value() const { return value_; }

 private:
  struct Handed {
    Value value{};
    WaitingMarks waiting;
  };
  SettingMarks marks_;
  LatestValue<Handed> handed_;
  Value value_;  // the acting thread's
};

}  // namespace jitterscope
