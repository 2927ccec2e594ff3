#pragma once
// Frames over connected sockets: local and TCP streams, datagrams paced in fragments. One thread each.
#include <optional>
#include <string>

#include "core/base/net/frame_stream_format.h"

namespace jitterscope {

enum class FrameTransport { kIpc, kTcp, kUdp };  // Unix stream socket, TCP, UDP (both on the loopback interface)

/// A descriptor of its own; closed by the destructor.
class OwnedSocket {
 public:
  explicit OwnedSocket(int fd = -1) : fd_(fd) {}
  OwnedSocket(OwnedSocket&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  OwnedSocket& operator=(OwnedSocket&&) noexcept;
  ~OwnedSocket();
  int fd() const { return fd_; }

 private:
  int fd_ = -1;
};

struct SocketPair {
  OwnedSocket source, display;  // connected to each other and to nobody else; not inherited by children unasked
};
/// nullopt: `error` says why in one sentence.
std::optional<SocketPair> connected_pair(FrameTransport transport, std::string& error);

/// Of a stream socket. Blocks until all is with the kernel, at most `timeout`. False: the other end is gone, or slow.
bool send_frame(int fd, const FrameHeader& header, std::span<const std::byte> bytes, Duration timeout);

/// Of a datagram socket; never blocks. What the kernel does not take is lost.
void send_datagram(int fd, std::span<const std::byte> datagram);
/// Bytes of the next datagram; nullopt: there is none.
std::optional<std::size_t> receive_datagram(int fd, std::span<std::byte> room);

enum class FrameArrival { kNone, kFrame, kEnd };  // nothing more at the moment; a whole frame; nothing ever again

/// Of a stream socket, for a loop around poll: never blocks.
class FrameStreamReceiver {
 public:
  explicit FrameStreamReceiver(int fd) : fd_(fd) {}
  FrameArrival receive();
  const StreamedFrame& frame() const { return reader_.frame(); }  // until the next receive

 private:
  int fd_;
  FrameStreamReader reader_;
};

/// Of a datagram socket: 4 KB fragments, spaced by the receiver's rate, or by a fixed pause as in the paper.
class FrameFragmentSender {
 public:
  explicit FrameFragmentSender(int fd, std::optional<Duration> pause = {}) : fd_(fd), pause_(pause) {}
  /// Sleeps between the fragments. False: the socket failed; a datagram that the kernel drops is no failure.
  bool send(const FrameHeader& header, std::span<const std::byte> bytes);
  /// One fragment, at once.
  bool send_fragment(const FrameHeader& header, std::span<const std::byte> bytes, std::uint32_t index);
  /// The announced one, or that of the pause.
  DataRate rate() const;

 private:
  void read_announcements();
  int fd_;
  std::optional<Duration> pause_;
  DataRate announced_ = ReceiverRate::kFirst;
};

/// Of a datagram socket, for a loop around poll: never blocks.
class FrameFragmentReceiver {
 public:
  explicit FrameFragmentReceiver(int fd) : fd_(fd) {}
  /// kFrame: displayed() must follow once it is. Never kEnd.
  FrameArrival receive();
  const StreamedFrame& frame() const { return fragments_.frame(); }
  /// The frame was displayed: measures what this receiver can take, and tells the sender.
  void displayed(Timestamp now);
  DataRate announced() const { return rate_.announced(); }
  std::uint64_t incomplete() const { return fragments_.incomplete(); }

 private:
  int fd_;
  FragmentReassembler fragments_;
  ReceiverRate rate_;
  Duration busy_;  // with this frame's fragments
  Timestamp completed_;
};

}  // namespace jitterscope
