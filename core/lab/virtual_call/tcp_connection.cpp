#include "core/lab/virtual_call/tcp_connection.h"

#include <cerrno>
#include <cstring>

namespace jitterscope::virtual_call {
namespace {

std::vector<std::uint8_t> bytes_of_tag(std::uint32_t tag) {
  std::vector<std::uint8_t> bytes(sizeof tag);
  std::memcpy(bytes.data(), &tag, sizeof tag);
  return bytes;
}

/// What was put under way with this tag, once.
template <typename Message>
std::optional<Message> take_out(std::map<std::uint32_t, Message>& under_way, rtp::ConstBytes bytes) {
  std::uint32_t tag = 0;
  std::memcpy(&tag, bytes.data(), sizeof tag);
  const auto found = under_way.extract(tag);
  return found ? std::optional(found.mapped()) : std::nullopt;
}

}  // namespace

bool TcpConnection::begin_picture() {
  const bool obsolete =
      setup_.watch_unsent ? sender_.unsent_bytes() > 0 || waiting_ > 0 : sender_.room() < picture_bytes_;
  if (!obsolete) picture_bytes_ = 0;
  return !obsolete;
}

bool TcpConnection::write(std::vector<std::uint8_t> packet) {
  if (waiting_ > 0 || sender_.room() <= 0) return false;
  const auto bytes = static_cast<std::int64_t>(packet.size()) + kFramingBytes;
  picture_bytes_ += bytes;
  waiting_ += bytes;
  packets_.push_back({end_ += bytes, std::move(packet)});
  go_on(network_.now());
  return true;
}

void TcpConnection::go_on(Timestamp now) {
  waiting_ -= sender_.write(waiting_);
  while (const auto segment = sender_.next_segment(now)) {
    segments_.emplace(next_tag_, *segment);
    network_.send(from_, Channel::kTcpSegment, bytes_of_tag(next_tag_++), segment->on_link());
  }
}

std::vector<std::vector<std::uint8_t>> TcpConnection::take_segment(rtp::ConstBytes tag, Timestamp) {
  std::vector<std::vector<std::uint8_t>> whole;
  const auto segment = take_out(segments_, tag);
  if (!segment) return whole;
  acknowledgements_.emplace(next_tag_, receiver_.arrived(*segment));
  network_.send(1 - from_, Channel::kTcpAcknowledgement, bytes_of_tag(next_tag_++), kTcpHeaderBytes);
  for (; !packets_.empty() && packets_.front().end <= receiver_.in_order(); packets_.pop_front())
    whole.push_back(std::move(packets_.front().bytes));
  return whole;
}

void TcpConnection::take_acknowledgement(rtp::ConstBytes tag, Timestamp now) {
  const auto acknowledgement = take_out(acknowledgements_, tag);
  if (!acknowledgement) return;
  sender_.acknowledged(*acknowledgement, now);
  go_on(now);
}

void TcpConnection::advance(Timestamp now) {
  sender_.advance(now);
  go_on(now);
}

int TcpSink::send(const OutgoingPacket& packet) {
  if (!in_use_) return NetworkSink::send(packet);
  std::vector<std::uint8_t> bytes(packet.head.begin(), packet.head.end());
  bytes.insert(bytes.end(), packet.body.begin(), packet.body.end());
  return connection_.write(std::move(bytes)) ? 0 : EAGAIN;
}

}  // namespace jitterscope::virtual_call
