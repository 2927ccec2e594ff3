#pragma once
// UDP datagrams that IP carried in fragments (RFC 791 §3.2, RFC 8200 §4.5), put together again.
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <vector>

#include "core/base/units/time.h"
#include "core/record/datagrams/link_layer.h"

namespace jitterscope::trace {

/// Fragments in the order of the capture. A packet whose other fragments do not come within 30 s (as receivers wait),
/// or that more than kMost later ones began after, is given up: its first fragment then stands for it.
class IpFragments {
 public:
  static constexpr std::size_t kMost = 256;       // packets of which some fragments are held: at most 16 MB of bytes
  static constexpr std::size_t kMostParts = 512;  // fragments of a packet; further ones are ignored

  /// Gets each datagram, with the time of the fragment that completed it. Not `in_order`: it was given up, and has the
  /// time of its first fragment.
  using Deliver = std::function<void(Timestamp at, const UdpDatagram&, bool in_order)>;
  explicit IpFragments(Deliver deliver) : deliver_(std::move(deliver)) {}

  void add(Timestamp at, const UdpSegment& fragment);
  /// Gives up what is not whole: the capture is over.
  void finish();

  std::int64_t incomplete() const { return incomplete_; }        // datagrams of which the first fragment came alone
  std::int64_t without_first() const { return without_first_; }  // datagrams of which it did not come

 private:
  struct Key {
    IpAddress source, destination;
    std::uint32_t identification;
    auto operator<=>(const Key&) const = default;
  };
  /// A fragment ends there, and the file holds so much of it.
  struct Part {
    std::size_t end = 0, captured_end = 0;
  };
  struct Packet {
    Key key = {};
    bool outgoing = false;
    std::vector<std::uint8_t> bytes = {};
    std::map<std::size_t, Part> parts = {};  // by the offset
    std::size_t said = 0;                    // bytes of all parts, some of them more than once, maybe
    std::size_t size = 0;                    // 0: the last fragment has not come
    Timestamp began = {}, first_at = {};
    bool has_first = false;
    bool is_done = false;  // it was put together; what still comes for it is a copy
  };
  using Packets = std::list<Packet>;
  static bool is_whole(const Packet&);
  static bool begins_another(const Packet&, std::size_t offset, FrameBytes part);
  static std::size_t captured_on_end(const Packet&);  // of its first bytes
  void put(const Packet&, Timestamp at, bool in_order);
  void give_up(Packets::iterator);

  Deliver deliver_;
  Packets packets_;  // as they began
  std::map<Key, Packets::iterator> by_key_;
  std::int64_t incomplete_ = 0, without_first_ = 0;
};

}  // namespace jitterscope::trace
