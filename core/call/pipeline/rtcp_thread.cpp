#include "core/call/pipeline/rtcp_thread.h"

#include <algorithm>
#include <cmath>

#include "core/algorithms/rtp/rtcp.h"
#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr Duration kRtcpWait = Duration::ms(100), kFeedbackWait = Duration::ms(20);
constexpr Duration kByePeriod = Duration::seconds(10);  // of its notices, for one who ends and begins all the time
constexpr std::size_t kLargestCompound = 1500;

}  // namespace

RtcpThread::RtcpThread(const std::array<RtcpMedium, 2>& media, const ConferenceClock& agreed, CallClock& clock,
                       std::string cname, LatestValue<ReceptionReports>& reports, PlayoutBoard& board, RateBoard& rates,
                       const rtp::FeedbackTimerConfig& feedback, EventRings& rings)
    : media_(media),
      reports_clock_(agreed),
      cname_(std::move(cname)),
      reports_(reports),
      board_(board),
      rates_(rates),
      events_(rings.of(ThreadRole::kRtcp)),
      keeper_(agreed, clock, events_, monotonic_now()),
      feedback_(feedback, monotonic_now()) {
  for (const Medium medium : {Medium::kAudio, Medium::kVideo})
    set_destination(medium, media_[static_cast<std::size_t>(medium)].far_end);
  thread_ = std::make_unique<RealtimeThread>(ThreadRole::kRtcp, PrioritySetting{},
                                             [this](std::stop_token stop) { loop(stop); });
}

RtcpThread::~RtcpThread() = default;

void RtcpThread::set_destination(Medium medium, const SocketAddress& far_end) {
  auto& destination = destinations_[static_cast<std::size_t>(medium)];
  destination.back() = far_end;
  destination.publish();
}

void RtcpThread::loop(std::stop_token stop) {
  const std::array<UdpSocket*, 2> sockets{media_[0].socket, media_[1].socket};
  while (!stop.stop_requested()) {
    if (reports_.update()) {
      send_report(Medium::kAudio, false);
      send_report(Medium::kVideo, false);
      look_whether_it_began_again(Medium::kAudio);
      look_whether_it_began_again(Medium::kVideo);
    }
    keeper_.watch(monotonic_now());
    if (const auto question = keeper_.question(monotonic_now())) send_clock_message(Medium::kAudio, *question);
    tell_trend();
    for (RejectSums& sums : rejects_)
      sums.tell(monotonic_now(), [this](const PacketRejected& sum) { events_.push(sum); });
    if (!wait_for_datagram(sockets, longest_wait(monotonic_now()))) continue;
    receive(Medium::kAudio);
    receive(Medium::kVideo);
  }
  for (RejectSums& sums : rejects_) sums.tell_all([this](const PacketRejected& sum) { events_.push(sum); });
  send_report(Medium::kAudio, true);
  send_report(Medium::kVideo, true);
}

/// The board cannot wake this thread, so it polls.
Duration RtcpThread::longest_wait(Timestamp now) const {
  return std::clamp(keeper_.next_due() - now, Duration{}, feedback_.idle() ? kRtcpWait : kFeedbackWait);
}

const SocketAddress& RtcpThread::destination(Medium medium) {
  auto& destination = destinations_[static_cast<std::size_t>(medium)];
  destination.update();
  return destination.front();
}

void RtcpThread::send_clock_message(Medium medium, const rtp::ClockMessage& message) {
  const RtcpMedium& own = media_[static_cast<std::size_t>(medium)];
  const SocketAddress& far_end = destination(medium);
  std::array<std::uint8_t, rtp::kClockMessageBytes> bytes;
  if (far_end.size() == 0 || rtp::write_clock_message(bytes, own.ssrc, message) == 0) return;
  own.socket->send(std::as_bytes(std::span(bytes)), far_end);
}

void RtcpThread::tell_trend() {
  const RtcpMedium& own = media_[static_cast<std::size_t>(Medium::kAudio)];
  const SocketAddress& far_end = destination(Medium::kAudio);
  // Without call set-up nobody there would understand it.
  if (!own.far_ssrc || far_end.size() == 0) return;
  feedback_.look(rates_.to_tell.load(), rates_.judge_from.load(std::memory_order_relaxed), monotonic_now());
  const auto message = feedback_.take(monotonic_now());
  if (!message) return;
  std::array<std::uint8_t, rtp::kMostTrendBytes> bytes;
  const std::size_t size = rtp::write_trend_message(bytes, own.ssrc, *message);
  own.socket->send(std::as_bytes(std::span(bytes.data(), size)), far_end);
  feedback_.sent(size, monotonic_now());
}

void RtcpThread::hear_trend(const rtp::TrendMessage& message, Timestamp received) {
  if (message.judge_from) rates_.asked_from.store(*message.judge_from, std::memory_order_relaxed);
  if (!message.report) return;
  const RtcpMedium& own = media_[static_cast<std::size_t>(Medium::kAudio)];
  if (message.report->ssrc != own.ssrc || !own.progress) return;
  own.progress->update();
  const std::int64_t sequence = own.first_sequence + static_cast<std::int64_t>(own.progress->front().packets);
  if (const auto report = feedback_.receive(*message.report, sequence, received)) events_.push(*report);
}

void RtcpThread::send_report(Medium medium, bool bye) {
  const RtcpMedium& own = media_[static_cast<std::size_t>(medium)];
  const SocketAddress& far_end = destination(medium);
  if (far_end.size() == 0) return;
  const auto& input = reports_.front()[static_cast<std::size_t>(medium)];
  const auto& heard = heard_[static_cast<std::size_t>(medium)];
  const Timestamp now = monotonic_now();
  std::array<rtp::ReportBlock, 1> blocks;
  if (input) {
    rtp::ReportBlock& block = blocks[0];
    block.ssrc = input->ssrc;
    block.fraction_lost = static_cast<std::uint8_t>(std::clamp(input->fraction_lost * 256, 0.0, 255.0));
    block.cumulative_lost = input->cumulative_lost;
    block.highest_sequence = input->highest_sequence;
    block.jitter = input->jitter;
    if (heard) {
      block.last_sr = heard->middle_ntp;
      block.delay_since_last_sr = rtp::dlsr_of(now - heard->local);
    }
    RtcpReported event{medium,
                       Direction::kSent,
                       input->ssrc,
                       input->fraction_lost,
                       input->cumulative_lost,
                       input->highest_sequence,
                       input->jitter / own.clock_rate_hz * 1e3,
                       {},
                       now};
    if (!bye) events_.push(event);
  }
  const std::span<const rtp::ReportBlock> reported(blocks.data(), input ? 1 : 0);

  std::array<std::uint8_t, kLargestCompound> bytes;
  rtp::RtcpWriter writer(bytes);
  if (own.progress) own.progress->update();
  const SenderProgress progress = own.progress ? own.progress->front() : SenderProgress{};
  if (progress.packets > 0) {
    const double units = (now - progress.local).seconds() * own.clock_rate_hz;
    const auto present = static_cast<std::uint32_t>(progress.rtp_timestamp + std::llround(units));
    const std::uint64_t ntp = rtp::ntp_of(reports_clock_.to_conference(now).value_or(now));
    writer.sender_report(own.ssrc, {ntp, present, progress.packets, progress.octets}, reported);
  } else {
    writer.receiver_report(own.ssrc, reported);
  }
  writer.sdes_cname(own.ssrc, cname_);
  if (bye) writer.bye(own.ssrc);
  own.socket->send(std::as_bytes(std::span(bytes.data(), writer.size())), far_end);
}

void RtcpThread::reject(Medium medium, RejectReason reason, const Datagram& datagram) {
  rejects_[static_cast<std::size_t>(medium)].note(reason, datagram.received, static_cast<std::int32_t>(datagram.size));
}

void RtcpThread::receive(Medium medium) {
  const RtcpMedium& own = media_[static_cast<std::size_t>(medium)];
  std::array<std::uint8_t, kLargestCompound> bytes;
  const auto datagram = own.socket->receive(std::as_writable_bytes(std::span(bytes)), Duration{});
  if (!datagram) return;
  const auto compound = rtp::parse_rtcp({bytes.data(), datagram->size});
  if (!compound) { return reject(medium, compound.reason, *datagram); }
  if (own.far_ssrc && compound->ssrc != *own.far_ssrc) { return reject(medium, RejectReason::kWrongSsrc, *datagram); }
  if (compound->app) {
    if (!messages_taken_[static_cast<std::size_t>(medium)].take(datagram->received))
      return reject(medium, RejectReason::kTooOften, *datagram);
    if (const auto message = rtp::parse_clock_message(*compound->app)) {
      const Timestamp came = datagram->kernel.value_or(datagram->received);
      if (const auto answer = keeper_.receive(*message, came, monotonic_now())) send_clock_message(medium, *answer);
    }
    if (const auto message = rtp::parse_trend_message(*compound->app); message && medium == Medium::kAudio)
      hear_trend(*message, datagram->received);
  }
  if (compound->bye) note_bye(medium, datagram->received);
  if (const auto& sender = compound->sender) {
    heard_[static_cast<std::size_t>(medium)] = Heard{rtp::middle_of(sender->ntp), datagram->received};
    board_.of(medium).report.store(
        {true, compound->ssrc, rtp::conference_of_ntp(sender->ntp), sender->rtp_timestamp, datagram->received});
  }
  const bool reports = compound->sender || !compound->reports().empty();
  if (reports && !reports_taken_[static_cast<std::size_t>(medium)].take(datagram->received))
    return reject(medium, RejectReason::kTooOften, *datagram);
  RtcpReported common;
  common.medium = medium;
  common.direction = Direction::kReceived;
  common.at = datagram->received;
  if (const auto& sender = compound->sender) {
    common.sender_ssrc = compound->ssrc;
    common.sender_packets = sender->packets;
    common.sender_octets = sender->octets;
  }
  for (const rtp::ReportBlock& block : compound->reports()) {
    if (block.ssrc != own.ssrc) continue;
    RtcpReported event = common;
    event.ssrc = block.ssrc;
    event.fraction_lost = block.fraction_lost / 256.0;
    event.cumulative_lost = block.cumulative_lost;
    event.highest_sequence = block.highest_sequence;
    event.jitter_ms = block.jitter / own.clock_rate_hz * 1e3;
    if (const auto arrived = reports_clock_.to_conference(datagram->received))
      if (const auto trip = rtp::round_trip(block, *arrived)) event.round_trip_ms = trip->ms();
    events_.push(event);
    return;  // a second block of the same stream says nothing more
  }
  if (compound->sender) events_.push(common);
}

void RtcpThread::note_bye(Medium medium, Timestamp received) {
  auto& ended = ended_[static_cast<std::size_t>(medium)];
  if (ended) return;
  ended = Ended{received, std::nullopt};
  const std::string_view what =
      medium == Medium::kAudio ? "The remote has ended its sound." : "The remote has ended its picture.";
  events_.push(Notice{0, ShortText<160>(what), received});
}

void RtcpThread::look_whether_it_began_again(Medium medium) {
  auto& ended = ended_[static_cast<std::size_t>(medium)];
  const auto& report = reports_.front()[static_cast<std::size_t>(medium)];
  if (!ended || !report) return;
  if (!ended->highest) ended->highest = report->highest_sequence;
  if (report->highest_sequence != *ended->highest && monotonic_now() - ended->told >= kByePeriod) ended.reset();
}

}  // namespace jitterscope
