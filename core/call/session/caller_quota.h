#pragma once
// How many calls a minute may ring, and how many are reported one by one, by where they came from.
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "core/base/units/time.h"
#include "core/call/session/caller_origin.h"

namespace jitterscope {

/// Five of a host in a minute. In a shared network the addresses that one of its hosts makes up have twenty together,
/// so that one host that keeps to its address takes nothing from the others and one that does not is bounded. The last
/// 1024 calls are remembered.
class HostQuota {
 public:
  static constexpr std::ptrdiff_t kMostOfAHost = 5, kMostOfASharedNetwork = 20;

  bool full(const CallerOrigin&, Timestamp now);
  void note(const CallerOrigin&, Timestamp now);
  std::size_t calls(Timestamp now);              // of all networks
  bool has(const CallerOrigin&, Timestamp now);  // a call from this network

 private:
  struct Call {
    CallerOrigin from;
    Timestamp at;
  };
  void forget(Timestamp now);
  std::deque<Call> lately_;
};

/// Which calls in vain get a sentence, as each takes the place of a notice: five a minute of a host, twenty of all, the
/// last five of these of networks that had none. The others are reported as a number, once a minute.
class CallsInVain {
 public:
  /// True: report it by a sentence. False: it was counted.
  bool tells(const CallerOrigin&, Timestamp now);
  /// Counts it for rest() alone.
  void count(Timestamp now);
  /// "7 more called in vain.", when a minute has gone by since the first of them.
  std::optional<std::string> rest(Timestamp now);

 private:
  static constexpr std::size_t kMost = 20, kForOthers = 5;
  HostQuota told_;
  std::int64_t more_ = 0;
  Timestamp more_since_;
};

}  // namespace jitterscope
