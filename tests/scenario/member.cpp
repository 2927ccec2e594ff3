#include "tests/scenario/member.h"
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/peer_summary.h"

#include <algorithm>
#include <stdexcept>

#include "core/algorithms/media/synthetic_audio.h"
#include "core/call/steps/expected_stream.h"
#include "core/events/kinds/peer_quality.h"
#include "core/events/kinds/sender_times.h"
#include "core/measures/views/quality_view.h"

namespace jitterscope::conference {
namespace {

using virtual_call::Channel;

constexpr Duration kRound = Duration::ms(100);
constexpr int kWidth = 160, kHeight = 120;

StreamStart start_of(std::uint32_t ssrc) {
  return {ssrc, static_cast<std::uint16_t>(65'500 + ssrc % 30), ssrc * 7919u};
}

AudioSendConfig audio_config(std::uint32_t ssrc, const CallClock& clock) {
  return {.clock = &clock, .ids = {}, .start = start_of(ssrc), .block_size = 160};
}

VideoSendConfig video_config(std::uint32_t ssrc, const CallClock& clock, const RateBoard& rates) {
  VideoSendConfig config;
  config.clock = &clock;
  config.start = start_of(ssrc);
  config.shaping = *ShapingSetting::parse("a");
  config.rate = &rates;
  return config;
}

VideoEncodeConfig encode_config(std::uint32_t ssrc, const RateBoard& rates) {
  VideoEncodeConfig config;
  config.ssrc = ssrc;
  config.rate = &rates;
  return config;
}

StreamAnnounced expected(ParticipantId from, Medium medium, std::uint32_t ssrc) {
  return expected_stream(from, medium, ssrc, medium == Medium::kAudio ? kAudioPeriod : kVideoPeriod, kBegin);
}

}  // namespace

Sending::Sending(virtual_call::Network& network, int end, std::uint32_t first_ssrc, EventRings& rings,
                 const CallClock& clock, const RateBoard& rates)
    : ssrc_(first_ssrc),
      audio_sink_(network, end, Channel::kAudio),
      video_sink_(network, end, Channel::kVideo),
      encoder_(network, first_ssrc),
      audio_(rings.of(ThreadRole::kAudioSend), level_, audio_sink_, audio_config(ssrc(Medium::kAudio), clock)),
      encode_(rings.of(ThreadRole::kVideoEncode), frames_, encoder_, encode_config(ssrc(Medium::kVideo), rates)),
      video_(rings.of(ThreadRole::kVideoSend), frames_, video_sink_, video_config(ssrc(Medium::kVideo), clock, rates)),
      next_audio_(network.now()),
      next_video_(network.now()),
      next_capture_(network.now()) {
  picture_.prepare(PixelFormat::kI420, kWidth, kHeight);
  audio_.begin(std::make_unique<LoopedAudio>(render_tone()));
}

std::array<RtcpStream, 2> Sending::reported() {
  const auto stream = [&](Medium medium, double clock_rate_hz, LatestValue<SenderProgress>& progress) {
    const std::uint32_t own = ssrc(medium);
    return RtcpStream{own, start_of(own).sequence, {}, clock_rate_hz, &progress};
  };
  return {stream(Medium::kAudio, 8000, audio_.progress()), stream(Medium::kVideo, 90'000, video_.progress())};
}

void Sending::run(Timestamp now) {
  if (next_audio_ <= now) next_audio_ = audio_.run(now);
  if (next_capture_ <= now) {
    picture_.fetch_begin = picture_.captured = now;
    encode_.take(picture_, 1000 / kVideoPeriod.ms());
    next_capture_ = now + kVideoPeriod;
    next_video_ = now;
  }
  if (next_video_ <= now) next_video_ = video_.run(now);
}

void Sending::finish(Timestamp now) {
  audio_.finish(now);
  video_.finish(now);
}

Member::Member(Paths& paths, int number, int members, bool with_rtcp)
    : paths_(paths),
      number_(number),
      with_rtcp_(with_rtcp),
      clock_(virtual_call::one_clock()),
      rings_(static_cast<std::size_t>(members - 1)),
      decoder_(paths),
      audio_(rings_.of(ThreadRole::kAudioReceive), level_, {}),
      video_(rings_.of(ThreadRole::kVideoReceive)),
      decode_(decoder_),
      rtcp_(rings_.of(ThreadRole::kRtcp)),
      next_ssrc_(1000u * static_cast<std::uint32_t>(number + 1)) {
  begin_sending();
}

void Member::begin_sending() {
  sending_ = std::make_unique<Sending>(paths_, number_, next_ssrc_ += 10, rings_, clock_, rates_);
}

void Member::stop_sending() {
  if (with_rtcp_) throw std::logic_error("RTCP tells of what is sent");
  sending_->finish(paths_.now());
  sending_.reset();
}

void Member::join(int other, const Sending& streams, const PerMedium<int>& by) {
  auto remote = std::make_unique<Remote>();
  const ParticipantId id = id_of(other);
  const auto intake = [&](Medium medium) {
    return IntakeConfig{
        medium, medium == Medium::kAudio ? rtp::kPayloadPcmu : rtp::kPayloadJpeg, streams.ssrc(medium), {}, &clock_};
  };
  AudioSlotConfig audio;
  audio.intake = intake(Medium::kAudio);
  audio.playout.setting = *PlayoutSetting::parse("i:60");
  audio.playout.period = kAudioPeriod;
  audio.remote = id;
  audio.expected = expected(id, Medium::kAudio, streams.ssrc(Medium::kAudio));
  VideoSlotConfig video;
  video.intake = intake(Medium::kVideo);
  video.reassembly.max_frame_bytes = 1u << 18;
  video.reassembly.period = kVideoPeriod;
  video.remote = id;
  video.expected = expected(id, Medium::kVideo, streams.ssrc(Medium::kVideo));
  const auto frames = std::make_shared<FrameExchange>(video.reassembly.max_frame_bytes);
  PlayoutBoard& board = *remote->board;
  remote->audio =
      audio_.streams().add(std::make_unique<AudioSlot>(rings_.of(ThreadRole::kAudioReceive), board, audio)).value();
  remote->video = video_.streams()
                      .add(std::make_unique<VideoSlot>(rings_.of(ThreadRole::kVideoReceive), frames, bell_, video))
                      .value();
  remote->decoded = decode_.streams()
                        .add(std::make_unique<DecodeSlot>(
                            rings_.of(ThreadRole::kVideoDecode), board.of(Medium::kVideo), frames, remote->picture,
                            DecodeSlotConfig{*PlayoutSetting::parse("i:60"), kVideoPeriod, {}, id}))
                        .value();
  ParticipantBoards boards{remote->board, {}};
  for (const Medium medium : kMedia) {
    Path& path = ways_.try_emplace(by[medium], paths_, number_, by[medium]).first->second;
    path.sources[medium].push_back({streams.ssrc(medium), id, remote->board.get()});
    boards.paths[medium] = path.board;
  }
  analysis_.add(id, std::move(boards));
  remotes_.insert_or_assign(other, std::move(remote));
  next_audio_ = next_video_ = next_decode_ = paths_.now();
}

void Member::begin_rtcp() {
  for (auto& [to, path] : ways_) {
    RtcpConfig config;
    config.streams = sending_->reported();
    for (const Medium medium : kMedia) config.streams[static_cast<std::size_t>(medium)].sources = path.sources[medium];
    config.agreed = virtual_call::one_clock();
    config.cname = "member";
    config.remote = id_of(to);
    RateBoard& rates = config.remote == kFirstRemote ? rates_ : unheard_rates_;
    rtcp_.remotes().add(std::make_unique<RtcpSlot>(rings_.of(ThreadRole::kRtcp), clock_, machine_, *path.board, rates,
                                                   path.rtcp_sink, config));
  }
  next_rtcp_ = paths_.now();
}

void Member::leave(int other) {
  const auto found = remotes_.find(other);
  if (found == remotes_.end()) return;
  audio_.streams().remove(found->second->audio);
  video_.streams().remove(found->second->video);
  decode_.streams().remove(found->second->decoded);
  analysis_.remove(id_of(other));
  left_.push_back(std::move(found->second));
  remotes_.erase(found);
}

Timestamp Member::next() const {
  const Timestamp next = std::min({next_audio_, next_video_, next_decode_, next_rtcp_, next_round_});
  return sending_ ? std::min(next, sending_->next()) : next;
}

void Member::run(Timestamp now) {
  if (sending_ && sending_->next() <= now) sending_->run(now);
  if (next_audio_ <= now) next_audio_ = audio_.run(now);
  if (next_video_ <= now) next_video_ = video_.run(now);
  if (next_decode_ <= now) decode(now);
  if (next_rtcp_ <= now) next_rtcp_ = rtcp_.run(now);
  if (next_round_ <= now) analyse(now);
}

void Member::decode(Timestamp now) {
  do next_decode_ = decode_.run(now);
  while (next_decode_ == now);
}

void Member::take(Channel channel, rtp::ConstBytes bytes, Timestamp now) {
  const Arrival arrival{bytes, now, now, false};
  if (channel == Channel::kAudio) {
    audio_.take(arrival);
    next_audio_ = audio_.run(now);
  } else if (channel == Channel::kAudioRtcp || channel == Channel::kVideoRtcp) {
    rtcp_.take(channel == Channel::kAudioRtcp ? Medium::kAudio : Medium::kVideo, arrival);
    next_rtcp_ = rtcp_.run(now);
  } else {
    video_.take(arrival);
    next_video_ = video_.run(now);
    decode(now);
  }
}

void Member::log(const Event& event, ParticipantId told_by) {
  rings_.of(ThreadRole::kSession).push(event, told_by);
}

void Member::set_controller(std::unique_ptr<RateController> controller, const std::string& name) {
  analysis_.rate().set_controller(std::move(controller), name);
}

void Member::analyse(Timestamp now) {
  analysis_.run(now);
  if (rates_.news.take()) next_rtcp_ = std::min(next_rtcp_, rtcp_.news_due(now));
  next_round_ = now + kRound;
}

void Member::on_event(const Identifier::Whose& whose, const Event& event) {
  records_.push_back({paths_.now(), whose.participant, whose.stream, event});
}

void Member::on_sender_times(const std::vector<SenderTimes>& all) {
  for (SenderTimes times : all) {
    times.at = paths_.now();
    for (const auto& [other, remote] : remotes_) paths_.tell(number_, other, times);
  }
}

/// With where it stands in the quality space, where somebody wants to know.
void Member::on_summary(ParticipantId from, const PerMedium<PeerSummary>& summaries) {
  for (const Medium medium : kMedia) {
    paths_.tell(number_, number_of(from), summaries[medium]);
    const auto* quality = snapshot_ ? &snapshot_->received(medium, from).quality : nullptr;
    if (!quality || !*quality) continue;
    const QualityPoint& point = (*quality)->now;
    paths_.tell(number_, number_of(from),
                PeerQuality{medium, point.latency_ms, point.jitter_ms, point.loss_ratio, paths_.now(),
                            point.network_latency_ms, point.ends_at});
  }
}

void Member::finish(Timestamp now) {
  if (sending_) sending_->finish(now);
  video_.finish(now);
  audio_.finish(now);
  decode(now);
  analyse(now);
}

std::int64_t Member::ring_drops() const {
  std::int64_t drops = 0;
  rings_.each([&](const EventRing& ring) { drops += ring.dropped(); });
  return drops;
}

}  // namespace jitterscope::conference
