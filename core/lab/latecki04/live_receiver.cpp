#include <algorithm>

#include "core/algorithms/rtp/rtcp.h"
#include "core/lab/latecki04/live_ends.h"

namespace jitterscope::latecki04 {
namespace {

constexpr Duration kPatience = Duration::ms(20);
constexpr std::size_t kMostFrames = 1'000'000;

template <typename Head>
std::optional<Head> head_of(std::span<const std::byte> packet) {
  Head head;
  if (packet.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, packet.data(), sizeof head);
  return head;
}

}  // namespace

LiveReceiver::LiveReceiver(const RateScenario& scenario, UdpSocket sound_socket, UdpSocket picture_socket,
                           std::optional<TcpMediaListener> listener)
    : scenario_(scenario),
      sound_(std::move(sound_socket)),
      picture_(std::move(picture_socket)),
      listener_(std::move(listener)),
      monitor_(scenario.control.trend) {}

void LiveReceiver::run(const RunClock& clock, const std::atomic<bool>& over) {
  std::vector<std::byte> buffer(kLargestPacket);
  while (!over) {
    UdpSocket* const sockets[] = {&sound_, &picture_};
    const int others[] = {caller_ ? caller_->socket.fd() : listener_ ? listener_->fd() : -1};
    wait_for_datagram(sockets, kPatience, others);
    while (const auto datagram = sound_.receive(buffer, Duration()))
      take_sound(std::span(buffer).first(datagram->size), *datagram, clock);
    while (const auto datagram = picture_.receive(buffer, Duration()))
      take_picture(std::span(buffer).first(datagram->size), static_cast<std::int32_t>(datagram->size),
                   clock.of(datagram->kernel.value_or(datagram->received)));
    if (listener_ && !caller_) caller_ = listener_->accept();
    if (caller_) take_stream(clock);
    if (pending_ && report_allowed_ <= clock.now()) report(clock.now());
  }
}

void LiveReceiver::take_sound(std::span<const std::byte> packet, const Datagram& about, const RunClock& clock) {
  const Timestamp now = clock.of(about.kernel.value_or(about.received));
  if (packet.size() != static_cast<std::size_t>(scenario_.sound.bytes)) {
    const auto compound = rtp::parse_rtcp({reinterpret_cast<const std::uint8_t*>(packet.data()), packet.size()});
    if (!compound || !compound->app) return;
    const auto message = rtp::parse_trend_message(*compound->app);
    if (message && message->judge_from) monitor_.judge_from(*message->judge_from);
    return;
  }
  const auto head = head_of<SoundHead>(packet);
  if (!head) return;
  sender_ = about.from;
  const auto sequence = static_cast<std::int64_t>(head->sequence);
  sound.push_back({sequence, now});
  monitor(sound_arrived(scenario_.sound, sequence, sequence, Timestamp::ns(head->sent_ns), now), now);
}

void LiveReceiver::take_picture(std::span<const std::byte> packet, std::int32_t size, Timestamp now) {
  const auto head = head_of<PacketHead>(packet);
  if (!head || head->frame >= kMostFrames) return;
  if (arrived_.size() <= head->frame) arrived_.resize(head->frame + 1);
  if (++arrived_[head->frame] == head->blocks) frames.push_back({head->frame, now});
  monitor(picture_arrived({head->sequence, head->frame, head->block, size}, now), now);
}

void LiveReceiver::take_stream(const RunClock& clock) {
  while (true) {
    const auto size = receive_stream(caller_->socket.fd(), framed_.room());
    if (!size) {
      caller_.reset();
      framed_.clear();
      return;
    }
    if (*size == 0) return;
    framed_.received(*size);
    while (const auto packet = framed_.next())
      take_picture(std::as_bytes(*packet), static_cast<std::int32_t>(packet->size()), clock.now());
  }
}

void LiveReceiver::monitor(const PacketArrived& packet, Timestamp now) {
  log.push_back(packet);
  monitor_.add(packet);
  if (const auto report = monitor_.take(now)) {
    measured.push_back(*report);
    log.push_back(*report);
    pending_ = report;
  }
}

void LiveReceiver::report(Timestamp now) {
  if (!sender_) return;
  report_allowed_ = now + scenario_.feedback_interval;
  std::array<std::uint8_t, rtp::kMostTrendBytes> message;
  const std::size_t size = rtp::write_trend_message(message, kSoundSsrc, {*pending_, std::nullopt});
  sound_.send(std::as_bytes(std::span(message).first(size)), *sender_);
  pending_.reset();
}

}  // namespace jitterscope::latecki04
