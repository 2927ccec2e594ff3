#pragma once
// A stream that brings pictures over the emulated link in one direction, sans-IO: a modelled TCP sends its bytes as
// segments and listens to acknowledgements, both packets of the link.
#include <algorithm>
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

 private:
  link::TcpSender sender_;
  link::TcpReceiver receiver_;
  std::string bytes_;           // written and not yet handed on
  std::int64_t handed_on_ = 0;  // position of their first
};

inline std::int64_t PictureFlow::room() const {
  const std::int64_t segments = sender_.congestion_window() - sender_.unacknowledged();
  if (sender_.unsent_bytes() > 0) return 0;
  return std::clamp<std::int64_t>(segments * kTcpSegmentBytes, 0, sender_.room());
}

inline void PictureFlow::add(std::span<const char> bytes) {
  const auto taken = static_cast<std::size_t>(sender_.write(static_cast<std::int64_t>(bytes.size())));
  bytes_.append(bytes.data(), taken);
}

inline link::TcpAcknowledgement PictureFlow::arrived(const link::TcpSegment& segment, std::string& out) {
  const link::TcpAcknowledgement answer = receiver_.arrived(segment);
  const auto in_order = static_cast<std::size_t>(receiver_.in_order() - handed_on_);
  out.append(bytes_, 0, in_order);
  bytes_.erase(0, in_order);
  handed_on_ = receiver_.in_order();
  return answer;
}

inline void PictureFlow::flush(std::string& out) {
  out += bytes_;
  *this = PictureFlow();
}

}  // namespace jitterscope
