#pragma once
// A stream that brings pictures over the emulated link in one direction, sans-IO: a modelled TCP sends its bytes as
// segments and listens to acknowledgements, both packets of the link.
#include <optional>
#include <span>
#include <string>

#include "core/algorithms/link/tcp_flow.h"

namespace jitterscope {

class PictureFlow {
 public:
  /// Bytes that would leave at once. More are not to be added: who sends has to feel that the window is full.
  std::int64_t room() const;
  void add(std::span<const char> bytes);
  /// What leaves now; call until nullopt after each of the other functions.
  std::optional<link::TcpSegment> next_segment(Timestamp now) { return sender_.next_segment(now); }

  /// A segment has come over the link: what is in order now goes to the end of `out`. The answer goes back.
  link::TcpAcknowledgement arrived(const link::TcpSegment& segment, std::string& out);
  void acknowledged(const link::TcpAcknowledgement& acknowledgement, Timestamp now) {
    sender_.acknowledged(acknowledgement, now);
  }
  std::optional<Timestamp> next_event() const { return sender_.next_event(); }
  void advance(Timestamp now) { sender_.advance(now); }

  /// All has arrived.
  bool empty() const { return bytes_.empty(); }
  /// What has not arrived goes to the end of `out`, as if it had; a connection as new goes on. Its segments and
  /// acknowledgements on the link must not come back.
  void flush(std::string& out);

  const link::TcpSender& sender() const { return sender_; }

 private:
  link::TcpSender sender_;
  link::TcpReceiver receiver_;
  std::string bytes_;           // written and not yet handed on
  std::int64_t handed_on_ = 0;  // position of their first
};

}  // namespace jitterscope
