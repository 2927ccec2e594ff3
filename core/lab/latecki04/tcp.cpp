#include "core/lab/latecki04/tcp.h"

#include <deque>
#include <map>
#include <utility>
#include <variant>

namespace jitterscope {
namespace {

class TcpCarrier : public PictureCarrier {
 public:
  explicit TcpCarrier(const TcpPicture& picture) : picture_(picture), sender_(picture.tcp) {}

  int header_bytes() const override { return packet_header_bytes(Transport::kTcp); }

  bool holds_obsolete(Timestamp) const override {
    if (picture_.watch_unsent) return sender_.unsent_bytes() > 0 || waiting_ > 0;
    return sender_.room() < frame_bytes_;
  }

  void send(std::int64_t frame, std::int32_t block, std::int32_t bytes, Timestamp now) override {
    if (block == 0) frame_bytes_ = 0;
    frame_bytes_ += bytes + kFramingBytes;
    waiting_ += bytes + kFramingBytes;
    end_ += bytes + kFramingBytes;
    packets_.push_back({end_, {frame, block, bytes, now}});
    go_on(now);
  }

  void arrived(std::uint64_t tag, LinkWay, Timestamp now) override {
    const auto found = under_way_.find(tag);
    if (found == under_way_.end()) return;
    const auto what = found->second;
    under_way_.erase(found);
    if (const auto* segment = std::get_if<link::TcpSegment>(&what)) {
      put_on_link(LinkWay::kDown, kTcpHeaderBytes, receiver_.arrived(*segment));
      take(now);
    } else {
      sender_.acknowledged(std::get<link::TcpAcknowledgement>(what), now);
      go_on(now);
    }
  }

  std::optional<Timestamp> next_event() const override { return sender_.next_event(); }
  void advance(Timestamp now) override {
    sender_.advance(now);
    go_on(now);
  }

 private:
  using Message = std::variant<link::TcpSegment, link::TcpAcknowledgement>;
  struct Packet {
    std::int64_t end = 0;  // position in the stream
    Taken taken;
  };

  void go_on(Timestamp now) {
    waiting_ -= sender_.write(waiting_);
    while (const auto segment = sender_.next_segment(now)) put_on_link(LinkWay::kUp, segment->on_link(), *segment);
  }

  void put_on_link(LinkWay way, std::int32_t bytes, const Message& message) {
    under_way_.emplace(next_tag_, message);
    to_link.push_back({next_tag_++, way, bytes});
  }

  void take(Timestamp now) {
    while (!packets_.empty() && packets_.front().end <= receiver_.in_order()) {
      taken.push_back(packets_.front().taken);
      taken.back().at = now;
      packets_.pop_front();
    }
  }

  TcpPicture picture_;
  link::TcpSender sender_;
  link::TcpReceiver receiver_;
  std::deque<Packet> packets_;    // not yet taken, by position
  std::int64_t end_ = 0;          // of what the program has made
  std::int64_t waiting_ = 0;      // of it, not yet in the socket
  std::int64_t frame_bytes_ = 0;  // of the frame sent last
  std::map<std::uint64_t, Message> under_way_;
  std::uint64_t next_tag_ = 1;
};

}  // namespace

std::unique_ptr<PictureCarrier> make_tcp_carrier(const TcpPicture& picture) {
  return std::make_unique<TcpCarrier>(picture);
}

}  // namespace jitterscope
