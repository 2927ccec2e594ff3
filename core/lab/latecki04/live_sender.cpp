#include <fmt/format.h>

#include <algorithm>

#include "core/algorithms/link/network.h"
#include "core/algorithms/link/tcp_flow.h"
#include "core/algorithms/rtp/rtcp.h"
#include "core/base/realtime/clock.h"
#include "core/call/path/tcp_reported.h"
#include "core/lab/latecki04/live_ends.h"

namespace jitterscope::latecki04 {
namespace {

constexpr Duration kRetry = Duration::ms(5), kShortestWait = Duration::ms(1), kConnectionLook = Duration::seconds(1);

template <typename Head>
std::vector<std::byte> packet_with(const Head& head, std::int32_t bytes) {
  std::vector<std::byte> packet(std::max(static_cast<std::size_t>(bytes), sizeof head));
  std::memcpy(packet.data(), &head, sizeof head);
  return packet;
}

}  // namespace

Timestamp RunClock::now() const {
  return of(monotonic_now());
}

LiveSender::LiveSender(const RateScenario& scenario, std::uint64_t seed, UdpSocket socket, const SocketAddress& far,
                       std::optional<TcpChoice> tcp, std::unique_ptr<RateController> controller)
    : scenario_(scenario),
      socket_(std::move(socket)),
      far_(far),
      tcp_(tcp),
      control_(scenario, std::move(controller)),
      sound_(Timestamp(), Timestamp() + scenario.length(), scenario.sound.period, scenario.jitter, {seed, 2}),
      picture_(Timestamp() + scenario.alone_before, Timestamp() + scenario.alone_before + scenario.with_picture,
               scenario.picture.period, scenario.jitter, {seed, 3}),
      sizes_(scenario.picture, packet_header_bytes(tcp ? Transport::kTcp : Transport::kUdp), {seed, 5}) {}

void LiveSender::connect() {
  if (!tcp_) return;
  connection_.emplace(kLargestPacket);
  connection_->connect(far_.with_port(kPicturePort));
}

void LiveSender::run(const RunClock& clock, std::atomic<bool>& stopped) {
  const Timestamp end = Timestamp() + scenario_.length();
  std::vector<std::byte> buffer(kLargestPacket);
  for (Timestamp now = clock.now(); now < end && !stopped; now = clock.now()) {
    const Duration wait = next_time(now) - now;
    if (wait > Duration())
      if (const auto datagram = socket_.receive(buffer, std::min(wait, kAnalysisRound)))
        take_report(std::span(buffer).first(datagram->size), clock.now());
    step(clock.now());
    if (!fault.empty()) stopped = true;
  }
}

Timestamp LiveSender::next_time(Timestamp now) const {
  Timestamp next = now + kAnalysisRound;
  for (const auto& at : {sound_.next(), picture_.next(), control_.ask_due()})
    if (at) next = std::min(next, *at);
  if (const auto at = control_.next_step()) next = std::min(next, std::max(*at, now + kShortestWait));
  if (!waiting_.empty()) next = std::min(next, now + kRetry);
  return next;
}

void LiveSender::step(Timestamp now) {
  if (sound_.next() && *sound_.next() <= now) send_sound(now);
  if (picture_.next() && *picture_.next() <= now) begin_picture(now);
  decide(now);
  if (control_.ask_due() && *control_.ask_due() <= now) ask(now);
  if (!connection_) return;
  if (connection_->state() == TcpMediaSender::State::kClosed)
    fault = fmt::format("The picture's TCP connection failed ({}).", std::strerror(connection_->error()));
  feed_connection();
  if (report_due_ > now) return;
  report_due_ = now + kConnectionLook;
  if (const auto info = connection_->info()) {
    connection.push_back(tcp_reported(*info, now));
    note(connection.back());
  }
}

void LiveSender::note(const Event& event) {
  log.push_back(event);
  control_.add(event);
}

void LiveSender::send_sound(Timestamp now) {
  sound_.advance();
  const auto sequence = static_cast<std::int64_t>(sound.size());
  sound.push_back({sequence, now, std::nullopt});
  const SoundHead head{static_cast<std::uint64_t>(sequence), now.ns()};
  socket_.send(packet_with(head, scenario_.sound.bytes), far_.with_port(kSoundPort));
  note(sound_sent(scenario_.sound, sequence, now));
}

void LiveSender::begin_picture(Timestamp now) {
  picture_.advance();
  FrameFate fate{static_cast<std::int64_t>(frames.size()), now, 0, std::nullopt, std::nullopt};
  const auto packets = control_.sending() ? sizes_.next(control_.target()) : std::nullopt;
  if (packets) fate.bytes = static_cast<std::int32_t>(sizes_.on_link(*packets));
  if (!control_.sending())
    fate.omitted = OmitReason::kBreak;
  else if (!packets)
    fate.omitted = OmitReason::kTarget;
  else if (obsolete(*packets))
    fate.omitted = OmitReason::kObsolete;
  frames.push_back(fate);
  if (!fate.omitted) {
    for (std::size_t i = 0; i < packets->size(); ++i) send_packet(fate.frame, i, packets->size(), (*packets)[i], now);
  } else {
    note(picture_omitted(fate.frame, *fate.omitted, now));
  }
}

void LiveSender::send_packet(std::int64_t frame, std::size_t block, std::size_t blocks, std::int32_t bytes,
                             Timestamp now) {
  const PacketHead head{picture_sequence_++, static_cast<std::uint32_t>(frame), static_cast<std::uint16_t>(block),
                        static_cast<std::uint16_t>(blocks)};
  std::vector<std::byte> packet = packet_with(head, bytes);
  note(picture_sent({head.sequence, frame, head.block, bytes, block + 1 == blocks}, now));
  if (!tcp_) {
    socket_.send(packet, far_.with_port(kPicturePort));
    return;
  }
  const auto framing = rtp::framing_of(packet.size());
  packet.insert(packet.begin(), reinterpret_cast<const std::byte*>(framing.data()),
                reinterpret_cast<const std::byte*>(framing.data() + framing.size()));
  waiting_bytes_ += static_cast<std::int64_t>(packet.size());
  waiting_.push_back(std::move(packet));
  feed_connection();
}

/// The kernel takes only a few KB that are not sent: what a larger buffer would hold of them waits in this program.
bool LiveSender::obsolete(const std::vector<std::int32_t>& packets) const {
  if (!connection_) return false;
  if (tcp_->watch_unsent) return waiting_bytes_ + connection_->unsent() > 0;
  std::int64_t bytes = 0;
  for (const std::int32_t packet : packets) bytes += packet + kFramingBytes;
  return waiting_bytes_ + connection_->unacknowledged() + bytes > tcp_->send_buffer;
}

void LiveSender::feed_connection() {
  while (!waiting_.empty()) {
    const iovec part{waiting_.front().data(), waiting_.front().size()};
    if (connection_->send(std::span(&part, 1)) != TcpMediaSender::Taken::kWhole) return;
    waiting_bytes_ -= static_cast<std::int64_t>(waiting_.front().size());
    waiting_.pop_front();
  }
  connection_->flush();
}

void LiveSender::take_report(std::span<const std::byte> datagram, Timestamp now) {
  const auto compound = rtp::parse_rtcp({reinterpret_cast<const std::uint8_t*>(datagram.data()), datagram.size()});
  if (!compound || !compound->app) return;
  auto message = rtp::parse_trend_message(*compound->app);
  if (!message || !message->report) return;
  message->report->at = now;
  received.push_back(*message->report);
  log.push_back(*message->report);
  control_.receive(*message->report);
}

void LiveSender::decide(Timestamp now) {
  const auto decision = control_.decide(now);
  if (!decision) return;
  decisions.push_back(*decision);
  log.push_back(*decision);
  if (decision->judge_from) ask(now);
}

void LiveSender::ask(Timestamp now) {
  const auto from = static_cast<std::uint32_t>(control_.ask(now));
  std::array<std::uint8_t, rtp::kMostTrendBytes> message;
  const std::size_t size = rtp::write_trend_message(message, kSoundSsrc, {std::nullopt, from});
  socket_.send(std::as_bytes(std::span(message).first(size)), far_.with_port(kSoundPort));
}

}  // namespace jitterscope::latecki04
