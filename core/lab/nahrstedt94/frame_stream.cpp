#include "core/lab/nahrstedt94/frame_stream.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/base/realtime/clock.h"

namespace jitterscope::nahrstedt94 {
namespace {

constexpr double kNewestShare = 0.25;                 // of the smoothed rate
constexpr Duration kPatience = Duration::seconds(1);  // for room in a datagram socket's buffer

template <typename Struct>
std::span<const std::byte> bytes_of(const Struct& sent) {
  return std::as_bytes(std::span(&sent, 1));
}

template <typename Struct>
bool receive_datagram(int fd, Struct& into) {
  return ::read(fd, &into, sizeof into) == static_cast<ssize_t>(sizeof into);
}

bool wait_writable(int fd, Duration timeout) {
  const Timestamp end = monotonic_now() + timeout;
  pollfd wait{fd, POLLOUT, 0};
  for (;;) {
    const int ready = ::poll(&wait, 1, static_cast<int>(std::max(end - monotonic_now(), Duration()).ms()));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

/// True: sent, or gone with an error of an earlier datagram (ICMP), or dropped on the way out: a datagram's fate.
bool went(int fd, std::span<const std::byte> datagram) {
  return ::write(fd, datagram.data(), datagram.size()) >= 0 || errno == ENOBUFS || errno == ECONNREFUSED ||
         errno == EINTR;
}

}  // namespace

bool send_frame(int fd, const StreamedFrame& frame, Duration timeout) {
  const Timestamp end = monotonic_now() + timeout;
  for (auto left = bytes_of(frame); !left.empty();) {
    const ssize_t count = ::write(fd, left.data(), left.size());
    if (count >= 0) left = left.subspan(static_cast<std::size_t>(count));
    if (count >= 0 || errno == EINTR) continue;
    if (errno != EAGAIN || !wait_writable(fd, end - monotonic_now())) return false;
  }
  return true;
}

void send_datagram(int fd, std::span<const std::byte> datagram) {
  went(fd, datagram);
}

FrameArrival FrameStreamReceiver::receive() {
  while (true) {
    const auto room = std::as_writable_bytes(std::span(frame_.get(), 1)).subspan(filled_);
    const ssize_t count = ::read(fd_, room.data(), room.size());
    if (count == 0) return FrameArrival::kEnd;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN ? FrameArrival::kNone : FrameArrival::kEnd;
    filled_ = (filled_ + static_cast<std::size_t>(count)) % sizeof *frame_;
    if (filled_ == 0) return FrameArrival::kFrame;
  }
}

bool FragmentReassembler::take(const FrameFragment& fragment) {
  if (fragment.index >= kFragments || fragment.number < frame_->number) return false;
  if (fragment.number > frame_->number) {
    if (have_.any() && !have_.all()) ++incomplete_;
    have_.reset();
    frame_->number = fragment.number;
    frame_->loaded = fragment.loaded;
  }
  if (have_[fragment.index]) return false;
  have_.set(fragment.index);
  std::ranges::copy(fragment.bytes, &frame_->bytes[fragment.index * kFragmentBytes]);
  return have_.all();
}

void ReceiverRate::frame_handled(Duration busy) {
  if (busy.ns() <= 0) return;
  const double newest = (DataSize::bytes(kFrameBytes) / busy).bits_per_second();
  bps_ = bps_ ? *bps_ + kNewestShare * (newest - *bps_) : newest;
}

void ReceiverRate::frame_lost() {
  bps_ = bps_.value_or(kFirst.bits_per_second() / kShare) / 2;
}

DataRate ReceiverRate::announced() const {
  if (!bps_) return kFirst;
  return std::clamp(DataRate::bits_per_second(kShare * *bps_), kLowest, kHighest);
}

bool FrameFragmentSender::send_fragment(const StreamedFrame& frame, std::size_t index) {
  FrameFragment fragment{frame.number, index, frame.loaded, {}};
  std::ranges::copy(std::span(frame.bytes).subspan(index * kFragmentBytes, kFragmentBytes), fragment.bytes.begin());
  if (went(fd_, bytes_of(fragment))) return true;
  return errno == EAGAIN && wait_writable(fd_, kPatience) && went(fd_, bytes_of(fragment));
}

bool FrameFragmentSender::send(const StreamedFrame& frame) {
  for (DataRate told; receive_datagram(fd_, told);) announced_ = told;
  const Duration spacing =
      pause_.value_or(Duration::from_seconds(static_cast<double>(kFragmentBytes) * 8 / announced_.bits_per_second()));
  Timestamp next = monotonic_now();
  for (std::size_t index = 0; index < kFragments; ++index) {
    if (index > 0) sleep_until(next);
    if (!send_fragment(frame, index)) return false;
    next = (pause_ ? monotonic_now() : next) + spacing;
  }
  return true;
}

FrameArrival FrameFragmentReceiver::receive() {
  FrameFragment fragment;
  const Timestamp began = monotonic_now();
  const std::uint64_t incomplete = fragments_.incomplete();
  bool complete = false;
  while (!complete && receive_datagram(fd_, fragment)) complete = fragments_.take(fragment);
  completed_ = monotonic_now();
  busy_ += completed_ - began;
  if (fragments_.incomplete() > incomplete) rate_.frame_lost();
  return complete ? FrameArrival::kFrame : FrameArrival::kNone;
}

void FrameFragmentReceiver::displayed(Timestamp now) {
  rate_.frame_handled(busy_ + (now - completed_));
  busy_ = {};
  const DataRate told = announced();
  send_datagram(fd_, bytes_of(told));
}

}  // namespace jitterscope::nahrstedt94
