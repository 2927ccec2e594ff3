#pragma once
// Two call machines joined by a perfect wire in virtual time.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/algorithms/signalling/call_machine.h"
#include "tests/unit/algorithms/signalling/sample_messages.h"

namespace jitterscope {

class Conversation {
 public:
  explicit Conversation(CallMachineOptions caller_options = {}, CallMachineOptions callee_options = {})
      : caller(sample_description("Ann", 100), caller_options),
        callee(sample_description("Ben", 200), callee_options) {}

  /// Ann's connection to Ben is made and her offer arrives.
  void dial() {
    caller.call();
    caller.connected(now, caller_here);
    callee.connected(now, callee_here);
    exchange();
  }
  /// A call with both ends in it; the events so far are forgotten.
  void dial_and_accept() {
    dial();
    callee.accept(now);
    exchange();
    caller_events.clear();
    callee_events.clear();
  }
  /// Carries lines until nobody says anything any more.
  void exchange() {
    for (bool moved = true; moved;) {
      moved = carry(caller, callee, caller_reaches) | carry(callee, caller, callee_reaches);
      collect();
    }
  }
  /// Lets time pass in steps of 250 ms.
  void wait(Duration time) {
    for (const Timestamp until = now + time; now < until;) {
      now += Duration::ms(250);
      caller.tick(now);
      callee.tick(now);
      exchange();
    }
  }

  CallMachine caller, callee;
  std::vector<CallEvent> caller_events, callee_events;
  bool caller_reaches = true, callee_reaches = true;  // false: what this end says is lost
  bool caller_here = false, callee_here = false;      // the connection is one of this machine, as this end sees it
  std::size_t lines_carried = 0;
  Timestamp now = Timestamp::ns(1'000'000'000);

 private:
  bool carry(CallMachine& from, CallMachine& to, bool reaches) {
    const auto lines = from.take_lines();
    for (std::string line : lines) {
      line.pop_back();
      if (reaches) to.line(line, now);
    }
    lines_carried += lines.size();
    return !lines.empty();
  }
  void collect() {
    for (auto& event : caller.take_events()) caller_events.push_back(std::move(event));
    for (auto& event : callee.take_events()) callee_events.push_back(std::move(event));
  }
};

/// The events of one kind, in order.
template <typename T>
std::vector<T> of_kind(const std::vector<CallEvent>& events) {
  std::vector<T> found;
  for (const auto& event : events) {
    if (const T* match = std::get_if<T>(&event)) found.push_back(*match);
  }
  return found;
}

/// How the call ended there, once.
inline call_event::Ended ended(const std::vector<CallEvent>& events) {
  const auto endings = of_kind<call_event::Ended>(events);
  EXPECT_EQ(endings.size(), 1u);
  if (endings.empty()) return {};
  EXPECT_TRUE(std::holds_alternative<call_event::Ended>(events.back()));
  return endings.front();
}

}  // namespace jitterscope
