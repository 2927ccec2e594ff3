#pragma once
// What this machine dropped in a call, counted, noted where it changes, and told where measurements suffer from it.
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "core/base/net/socket_overflow.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/path/media_sockets.h"

namespace jitterscope {

/// Session thread. References outlive it.
class DropCounts {
 public:
  using Counts = std::map<std::string, std::int64_t>;

  /// `lasting`: counted by what outlives the call; what it gives now is of before.
  DropCounts(EventRings& rings, const MediaSockets& sockets, std::function<Counts()> lasting);

  /// So many of it were dropped in the call so far.
  void count(const std::string& name, std::int64_t dropped, Timestamp now);
  /// Counts those of rings, sockets and what outlives the call, and tells of full buffers, each at most once in 10 s.
  void look(Timestamp now);
  /// A trace that begins now has what was dropped of what came until now, and all that comes.
  void begin_trace(Timestamp now);

 private:
  void note(const Event& event) { rings_.of(ThreadRole::kSession).push(event); }
  void tell_of_overflow(Timestamp now);
  void tell_of_own_drops(Timestamp now);

  EventRings& rings_;
  SocketOverflow audio_socket_, video_socket_;
  const std::function<Counts()> lasting_;
  const Counts before_;  // the call, of those
  Counts known_;
  std::int64_t told_overflow_ = 0, told_own_ = 0;
  Timestamp next_overflow_notice_, next_own_notice_;
};

}  // namespace jitterscope
