#pragma once
// Where the packets of pictures go: as datagrams, or over a connection, which may have no room.
#include "core/call/steps/packet_sink.h"
#include "core/events/rate_setting.h"

namespace jitterscope {

/// As a path of datagrams has it, where not overridden. send(): over a connection EAGAIN: there is no room, and nothing
/// was taken; any other error: it has ended.
class PictureSink : public PacketSink {
 public:
  /// Between pictures, and at least each idle_wait(): the way that is asked for.
  virtual void use(Transport, Timestamp /*now*/) {}
  virtual Duration idle_wait() const { return Duration::seconds(1); }
  /// As use() said last.
  virtual bool is_connection() const { return false; }
  /// Whether a picture may begin.
  virtual bool ready() { return true; }
  /// Everything taken has been handed over.
  virtual bool flushed() { return true; }
  /// Whether there will be room in the connection; asked each 5 ms while there is none.
  virtual bool is_worth_waiting(Timestamp /*now*/) { return false; }
  /// What is known of the connection, when it is time to say it.
  virtual void report(Timestamp /*now*/) {}
};

}  // namespace jitterscope
