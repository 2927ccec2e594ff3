#include "core/call/steps/rtcp_step.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/algorithms/rtp/path_probe.h"
#include "core/call/exchange/rate_board.h"
#include "core/call/steps/stream_of.h"
#include "core/call/steps/trend_feedback.h"
#include "core/events/kinds/notice.h"
#include "core/events/kinds/rtcp_reported.h"

namespace jitterscope {
namespace {

constexpr Duration kRound = Duration::ms(100), kFeedbackRound = Duration::ms(20);  // without, with trends told
constexpr Duration kByePeriod = Duration::seconds(10);  // of its notices, for one who ends and begins all the time

constexpr Duration kWithoutNews = Duration::seconds(1);

}  // namespace

RtcpSlot::RtcpSlot(EventRing& events, CallClock& clock, const MachineClocks& machine, PathBoard& board,
                   RateBoard& rates, RtcpSink& sink, const RtcpConfig& config)
    : events_(events, config.remote),
      board_(board),
      rates_(rates),
      sink_(sink),
      config_(config),
      question_(board, sink, config_.streams),
      ran_(sink.now()),
      round_(kRound),
      keeper_(config.agreed, clock, machine, events_, sink.now()),
      feedback_(std::make_unique<TrendFeedback>(config.feedback, sink.now())) {
  for (const Medium medium : kMedia) known_[medium].resize(stream(medium).sources.size());
}

RtcpSlot::~RtcpSlot() = default;

Timestamp RtcpSlot::run(Timestamp now, bool watches) {
  if (std::exchange(begins_, false)) keeper_.begin(now);
  if (board_.reports.update()) {
    for (const Medium medium : kMedia) send_report(medium, Last::kNo);
    for (const Medium medium : kMedia) look_whether_one_began_again(medium, now);
  }
  keeper_.watch(now, watches);
  if (const auto question = keeper_.question(sink_.now())) send_clock_message(Medium::kAudio, *question);
  tell_trend();
  for (RejectSums& sums : rejects_.values) sums.tell(now, [this](const PacketRejected& sum) { events_.push(sum); });
  ran_ = now;
  round_ = feedback_->idle() ? kRound : kFeedbackRound;
  Timestamp due = std::min(keeper_.next_due(), question_.ask(now));
  if (tells_trends()) due = std::min(due, first_round(feedback_->due()));
  for (const RejectSums& sums : rejects_.values)
    if (const auto told = sums.due()) due = std::min(due, first_round(*told));
  return std::max(due, now);
}

Timestamp RtcpSlot::first_round(Timestamp earliest) const {
  const std::int64_t rounds = ((earliest - ran_).ns() + round_.ns() - 1) / round_.ns();
  return ran_ + round_ * std::max<std::int64_t>(rounds, 1);
}

/// Without call set-up nobody there would understand them.
bool RtcpSlot::tells_trends() const {
  const auto& sources = stream(Medium::kAudio).sources;
  return std::ranges::any_of(sources, [](const RtcpSource& source) { return source.ssrc.has_value(); });
}

void RtcpSlot::finish(Timestamp) {
  for (RejectSums& sums : rejects_.values) sums.tell_all([this](const PacketRejected& sum) { events_.push(sum); });
  for (const Medium medium : kMedia) send_report(medium, Last::kOfStream);
}

void RtcpSlot::leave() {
  for (RejectSums& sums : rejects_.values) sums.tell_all([this](const PacketRejected& sum) { events_.push(sum); });
  for (const Medium medium : kMedia) send_report(medium, Last::kOfRemote);
}

void RtcpSlot::send_clock_message(Medium medium, const rtp::ClockMessage& message) {
  std::array<std::uint8_t, rtp::kClockMessageBytes> bytes;
  if (!sink_.leads_somewhere(medium)) return;
  if (rtp::write_clock_message(bytes, stream(medium).ssrc, message) == 0) return;
  sink_.send(medium, bytes);
}

void RtcpSlot::tell_trend() {
  if (!tells_trends() || !sink_.leads_somewhere(Medium::kAudio)) return;
  const Timestamp now = sink_.now();
  feedback_->look(rates_.to_tell.load(), rates_.judge_from.load(std::memory_order_relaxed), now);
  const auto message = feedback_->take(now);
  if (!message) return;
  std::array<std::uint8_t, rtp::kMostTrendBytes> bytes;
  const std::size_t size = rtp::write_trend_message(bytes, stream(Medium::kAudio).ssrc, *message);
  sink_.send(Medium::kAudio, {bytes.data(), size});
  feedback_->sent(size, sink_.now());
}

void RtcpSlot::hear_trend(const rtp::TrendMessage& message, Timestamp received) {
  if (message.judge_from) rates_.asked_from.store(*message.judge_from, std::memory_order_relaxed);
  if (!message.report) return;
  const RtcpStream& own = stream(Medium::kAudio);
  if (message.report->ssrc != own.ssrc || !own.progress) return;
  own.progress->update();
  const std::int64_t sequence = own.first_sequence + static_cast<std::int64_t>(own.progress->front().packets);
  if (const auto report = feedback_->receive(*message.report, sequence, received)) events_.push(*report);
}

rtp::ReportBlock RtcpSlot::block_of(Medium medium, const ReportInput& input, Timestamp now) const {
  rtp::ReportBlock block;
  block.ssrc = input.ssrc;
  block.fraction_lost = static_cast<std::uint8_t>(std::clamp(input.fraction_lost * 256, 0.0, 255.0));
  block.cumulative_lost = input.cumulative_lost;
  block.highest_sequence = input.highest_sequence;
  block.jitter = input.jitter;
  const auto source = source_of(medium, input.ssrc);
  if (!source) return block;
  if (const auto& heard = known_[medium][*source].heard) {
    block.last_sr = heard->middle_ntp;
    block.delay_since_last_sr = rtp::dlsr_of(now - heard->local);
  }
  return block;
}

void RtcpSlot::send_report(Medium medium, Last last) {
  const bool bye = last != Last::kNo;
  if (!sink_.leads_somewhere(medium)) return;
  const RtcpStream& own = stream(medium);
  const Timestamp now = sink_.now();
  std::array<rtp::ReportBlock, kMostRemotes> blocks;
  std::size_t count = 0;
  for (const ReportInput& input : board_.reports.front()[medium]) {
    blocks[count++] = block_of(medium, input, now);
    if (!bye) note_sent(medium, input, now);
  }
  const std::span<const rtp::ReportBlock> reported(blocks.data(), count);

  std::array<std::uint8_t, kLargestCompound> bytes;
  rtp::RtcpWriter writer(bytes);
  if (own.progress) own.progress->update();
  const SenderProgress progress = own.progress ? own.progress->front() : SenderProgress{};
  if (progress.packets > 0 && last != Last::kOfRemote) {
    const double units = (now - progress.local).seconds() * own.clock_rate_hz;
    const auto present = static_cast<std::uint32_t>(progress.rtp_timestamp + std::llround(units));
    const std::uint64_t ntp = rtp::ntp_of(config_.agreed.to_conference(now).value_or(now));
    writer.sender_report(own.ssrc, {ntp, present, progress.packets, progress.octets}, reported);
  } else {
    writer.receiver_report(own.ssrc, reported);
  }
  writer.sdes_cname(own.ssrc, config_.cname);
  if (bye) writer.bye(own.ssrc);
  sink_.send(medium, {bytes.data(), writer.size()});
}

void RtcpSlot::note_sent(Medium medium, const ReportInput& input, Timestamp now) {
  const auto source = source_of(medium, input.ssrc);
  const RtcpReported event{medium,
                           Direction::kSent,
                           input.ssrc,
                           input.fraction_lost,
                           input.cumulative_lost,
                           input.highest_sequence,
                           input.jitter / stream(medium).clock_rate_hz * 1e3,
                           {},
                           now};
  events_.of(source ? stream(medium).sources[*source].participant : config_.remote).push(event);
}

std::optional<std::size_t> RtcpSlot::source_of(Medium medium, std::uint32_t ssrc) const {
  const auto& sources = stream(medium).sources;
  const auto found =
      std::ranges::find_if(sources, [ssrc](const RtcpSource& source) { return !source.ssrc || *source.ssrc == ssrc; });
  if (found == sources.end()) return std::nullopt;
  return static_cast<std::size_t>(found - sources.begin());
}

void RtcpSlot::take(Medium medium, const Arrival& arrival) {
  const auto reject = [&](RejectReason reason) { rejects_[medium].note(reason, arrival.received, arrival.size()); };
  rtp::ConstBytes bytes = arrival.bytes;
  std::array<std::uint8_t, kLargestCompound> opened;
  if (rtp::PacketSeal* seal = config_.seals[medium]) {
    if (bytes.size() > opened.size()) return reject(RejectReason::kTooLarge);
    const auto size = seal->open(rtp::PacketSeal::Kind::kRtcp, bytes, opened);
    if (!size) return reject(RejectReason::kBadSeal);
    bytes = {opened.data(), *size};
  }
  const auto compound = rtp::parse_rtcp(bytes);
  if (!compound) return reject(compound.reason);
  const auto source = source_of(medium, compound->ssrc);
  if (!source) return reject(RejectReason::kWrongSsrc);
  if (compound->app) {
    if (!messages_taken_[medium].take(arrival.received)) return reject(RejectReason::kTooOften);
    if (const auto message = rtp::parse_clock_message(*compound->app)) {
      const Timestamp came = arrival.kernel.value_or(arrival.received);
      if (const auto answer = keeper_.receive(*message, came, sink_.now())) send_clock_message(medium, *answer);
    }
    if (const auto probe = rtp::parse_path_probe(*compound->app)) question_.take(medium, *probe);
    if (const auto message = rtp::parse_trend_message(*compound->app); message && medium == Medium::kAudio)
      hear_trend(*message, arrival.received);
  }
  if (compound->bye) note_bye(medium, *source, arrival.received);
  if (const auto& sender = compound->sender) {
    known_[medium][*source].heard = Heard{rtp::middle_of(sender->ntp), arrival.received};
    if (PlayoutBoard* playout = stream(medium).sources[*source].playout)
      playout->of(medium).report.store(
          {true, compound->ssrc, rtp::conference_of_ntp(sender->ntp), sender->rtp_timestamp, arrival.received});
  }
  if (!compound->sender && compound->reports().empty()) return;
  if (!reports_taken_[medium].take(arrival.received)) return reject(RejectReason::kTooOften);
  note_reports(medium, *source, *compound, arrival.received);
}

void RtcpSlot::note_reports(Medium medium, std::size_t source, const rtp::RtcpCompound& compound, Timestamp received) {
  const RtcpStream& own = stream(medium);
  RtcpReported event;
  event.medium = medium;
  event.direction = Direction::kReceived;
  event.at = received;
  if (const auto& sender = compound.sender) {
    event.sender_ssrc = compound.ssrc;
    event.sender_packets = sender->packets;
    event.sender_octets = sender->octets;
  }
  const auto reports = compound.reports();
  const auto block = std::ranges::find(reports, own.ssrc, &rtp::ReportBlock::ssrc);  // a second says nothing more
  if (block != reports.end()) {
    event.ssrc = block->ssrc;
    event.fraction_lost = block->fraction_lost / 256.0;
    event.cumulative_lost = block->cumulative_lost;
    event.highest_sequence = block->highest_sequence;
    event.jitter_ms = block->jitter / own.clock_rate_hz * 1e3;
    if (const auto arrived = config_.agreed.to_conference(received))
      if (const auto trip = rtp::round_trip(*block, *arrived)) event.round_trip_ms = trip->ms();
  }
  if (compound.sender || block != reports.end()) events_.of(own.sources[source].participant).push(event);
}

void RtcpSlot::note_bye(Medium medium, std::size_t source, Timestamp received) {
  auto& ended = known_[medium][source].ended;
  if (ended) return;
  ended = Ended{received, std::nullopt};
  const std::string_view what =
      medium == Medium::kAudio ? "The remote has ended its sound." : "The remote has ended its picture.";
  events_.of(stream(medium).sources[source].participant).push(Notice{0, ShortText<160>(what), received});
}

void RtcpSlot::look_whether_one_began_again(Medium medium, Timestamp now) {
  for (const ReportInput& report : board_.reports.front()[medium]) {
    const auto source = source_of(medium, report.ssrc);
    if (!source || !known_[medium][*source].ended) continue;
    auto& ended = known_[medium][*source].ended;
    if (!ended->highest) ended->highest = report.highest_sequence;
    if (report.highest_sequence != *ended->highest && now - ended->told >= kByePeriod) ended.reset();
  }
}

Timestamp RtcpStep::run(Timestamp now) {
  remotes_.take_changes([](RtcpSlot&) {}, [](RtcpSlot& remote) { remote.leave(); });
  Timestamp next = now + kWithoutNews;
  bool watches = true;
  remotes_.each([&](RtcpSlot& remote) { next = std::min(next, remote.run(now, std::exchange(watches, false))); });
  for (RejectSums& sums : rejects_.values) {
    sums.tell(now, [this](const PacketRejected& sum) { tell(sum); });
    next = std::min(next, sums.due().value_or(next));
  }
  return next;
}

Timestamp RtcpStep::news_due(Timestamp now) {
  bool comes = false;
  remotes_.take_changes([&](RtcpSlot&) { comes = true; }, [](RtcpSlot& remote) { remote.leave(); });
  if (comes) return now;
  Timestamp due = now + kWithoutNews;
  remotes_.each([&](const RtcpSlot& remote) { due = std::min(due, remote.news_due(now)); });
  return due;
}

void RtcpStep::finish(Timestamp now) {
  remotes_.each([now](RtcpSlot& remote) { remote.finish(now); });
  for (RejectSums& sums : rejects_.values) sums.tell_all([this](const PacketRejected& sum) { tell(sum); });
}

/// What is of none is refused by the only one there is, which says what is wrong with it.
void RtcpStep::take(Medium medium, const Arrival& arrival) {
  RtcpSlot* own = slot_of(remotes_, rtp::rtcp_sender(arrival.bytes),
                          [medium](const RtcpSlot& remote, auto ssrc) { return remote.hears(medium, ssrc); });
  if (own) return own->take(medium, arrival);
  rejects_[medium].note(RejectReason::kWrongSsrc, arrival.received, arrival.size());
}

}  // namespace jitterscope
