#include "tests/scenario/conference.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/algorithms/media/synthetic_audio.h"
#include "core/call/steps/expected_stream.h"

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

VideoSendConfig video_config(std::uint32_t ssrc, const CallClock& clock) {
  return {.clock = &clock, .ids = {}, .start = start_of(ssrc), .shaping = *ShapingSetting::parse("a")};
}

StreamAnnounced expected(int other, Medium medium, std::uint32_t ssrc) {
  return expected_stream(ParticipantId{static_cast<std::uint8_t>(other + 1)}, medium, ssrc,
                         medium == Medium::kAudio ? kAudioPeriod : kVideoPeriod, kBegin);
}

}  // namespace

Sending::Sending(virtual_call::Network& network, int end, std::uint32_t first_ssrc, EventRings& rings,
                 const CallClock& clock)
    : ssrc_(first_ssrc),
      audio_sink_(network, end, Channel::kAudio),
      video_sink_(network, end, Channel::kVideo),
      encoder_(network, first_ssrc),
      audio_(rings.of(ThreadRole::kAudioSend), level_, audio_sink_, audio_config(ssrc(Medium::kAudio), clock)),
      encode_(rings.of(ThreadRole::kVideoEncode), frames_, encoder_, {.ids = {}, .ssrc = ssrc(Medium::kVideo)}),
      video_(rings.of(ThreadRole::kVideoSend), frames_, video_sink_, video_config(ssrc(Medium::kVideo), clock)),
      next_audio_(network.now()),
      next_video_(network.now()),
      next_capture_(network.now()) {
  picture_.prepare(PixelFormat::kI420, kWidth, kHeight);
  audio_.begin(std::make_unique<LoopedAudio>(render_tone()));
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

Member::Member(virtual_call::Network& network, int number, int members)
    : network_(network),
      number_(number),
      clock_(virtual_call::one_clock()),
      rings_(static_cast<std::size_t>(members - 1)),
      decoder_(network),
      audio_(rings_.of(ThreadRole::kAudioReceive), level_, {}),
      video_(rings_.of(ThreadRole::kVideoReceive)),
      decode_(decoder_),
      next_ssrc_(1000u * static_cast<std::uint32_t>(number + 1)),
      analyzer_(kBegin) {
  begin_sending();
}

void Member::begin_sending() {
  sending_ = std::make_unique<Sending>(network_, number_, next_ssrc_ += 10, rings_, clock_);
}

void Member::stop_sending() {
  sending_->finish(network_.now());
  sending_.reset();
}

void Member::join(int other, const Sending& streams) {
  auto remote = std::make_unique<Remote>();
  const auto intake = [&](Medium medium) {
    return IntakeConfig{
        medium, medium == Medium::kAudio ? rtp::kPayloadPcmu : rtp::kPayloadJpeg, streams.ssrc(medium), {}, &clock_};
  };
  AudioSlotConfig audio;
  audio.intake = intake(Medium::kAudio);
  audio.playout.setting = *PlayoutSetting::parse("i:60");
  audio.playout.period = kAudioPeriod;
  audio.expected = expected(other, Medium::kAudio, streams.ssrc(Medium::kAudio));
  VideoSlotConfig video;
  video.intake = intake(Medium::kVideo);
  video.reassembly.max_frame_bytes = 1u << 18;
  video.reassembly.period = kVideoPeriod;
  video.expected = expected(other, Medium::kVideo, streams.ssrc(Medium::kVideo));
  const auto frames = std::make_shared<FrameExchange>(video.reassembly.max_frame_bytes);
  auto& board = remote->board;
  remote->audio =
      audio_.streams().add(std::make_unique<AudioSlot>(rings_.of(ThreadRole::kAudioReceive), board, audio)).value();
  remote->video = video_.streams()
                      .add(std::make_unique<VideoSlot>(rings_.of(ThreadRole::kVideoReceive), frames, bell_, video))
                      .value();
  remote->decoded = decode_.streams()
                        .add(std::make_unique<DecodeSlot>(
                            rings_.of(ThreadRole::kVideoDecode), board.of(Medium::kVideo), frames, remote->picture,
                            DecodeSlotConfig{*PlayoutSetting::parse("i:60"), kVideoPeriod, {}}))
                        .value();
  remotes_.insert_or_assign(other, std::move(remote));
  next_audio_ = next_video_ = next_decode_ = network_.now();
}

void Member::leave(int other) {
  const auto found = remotes_.find(other);
  if (found == remotes_.end()) return;
  audio_.streams().remove(found->second->audio);
  video_.streams().remove(found->second->video);
  decode_.streams().remove(found->second->decoded);
  left_.push_back(std::move(found->second));
  remotes_.erase(found);
}

Timestamp Member::next() const {
  const Timestamp next = std::min({next_audio_, next_video_, next_decode_, next_round_});
  return sending_ ? std::min(next, sending_->next()) : next;
}

void Member::run(Timestamp now) {
  if (sending_ && sending_->next() <= now) sending_->run(now);
  if (next_audio_ <= now) next_audio_ = audio_.run(now);
  if (next_video_ <= now) next_video_ = video_.run(now);
  if (next_decode_ <= now) decode(now);
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
  } else {
    video_.take(arrival);
    next_video_ = video_.run(now);
    decode(now);
  }
}

/// As the analysis thread does it.
void Member::note(const Event& event) {
  const Identifier::Whose whose = streams_.whose(event);
  if (whose.began) note(*whose.began);
  if (const auto* stream = std::get_if<StreamAnnounced>(&event); stream && !stream->id()) return;
  analyzer_.add(whose.participant, whose.stream, event);
  records_.push_back({network_.now(), whose.participant, whose.stream, event});
}

void Member::analyse(Timestamp now) {
  rings_.drain([this](const Event& event) { note(event); });
  next_round_ = now + kRound;
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

Conference::Conference(int members, const std::string& link) : present_(static_cast<std::size_t>(members), true) {
  std::string error;
  const auto settings = LinkSettings::parse(link, error);
  if (!settings) throw std::invalid_argument(error);
  for (int a = 0; a < members; ++a)
    for (int b = a + 1; b < members; ++b) {
      auto network = link::make_network(*settings, {}, static_cast<std::uint64_t>(100 * a + b), now_, error);
      if (!network) throw std::invalid_argument(error);
      links_[{a, b}].link = std::move(network);
    }
  for (int number = 0; number < members; ++number) members_.push_back(std::make_unique<Member>(*this, number, members));
  for (int number = 0; number < members; ++number)
    for (int other = 0; other < members; ++other)
      if (other != number) member(number).join(other, *member(other).sending());
}

void Conference::stop(int number) {
  member(number).stop_sending();
}

void Conference::begin(int number) {
  member(number).begin_sending();
  for (int other = 0; other < members(); ++other) {
    if (other == number || !present_[static_cast<std::size_t>(other)]) continue;
    member(other).leave(number);
    member(other).join(number, *member(number).sending());
  }
}

void Conference::leave(int number) {
  stop(number);
  present_[static_cast<std::size_t>(number)] = false;
  for (int other = 0; other < members(); ++other) {
    if (other == number) continue;
    member(other).leave(number);
    member(number).leave(other);
  }
}

void Conference::come_back(int number) {
  present_[static_cast<std::size_t>(number)] = true;
  for (int other = 0; other < members(); ++other)
    if (other != number && member(other).sending()) member(number).join(other, *member(other).sending());
  begin(number);
}

void Conference::send(int from, Channel channel, std::vector<std::uint8_t> packet, std::int32_t bytes_on_link) {
  for (int to = 0; to < members(); ++to) {
    if (to == from || !present_[static_cast<std::size_t>(to)]) continue;
    const auto traffic = channel == Channel::kAudio ? link::Traffic::kAudio : link::Traffic::kVideo;
    between(from, to).link->offer({sent_.size(), from < to ? LinkWay::kUp : LinkWay::kDown, traffic, bytes_on_link},
                                  now_);
    sent_.push_back({to, channel, packet});
  }
}

void Conference::deliver() {
  for (auto& [ends, between] : links_) {
    between.link->advance(now_, between.results);
    for (const link::Departure& departure : std::exchange(between.results.departures, {})) {
      const Sent packet = sent_[departure.id];
      if (present_[static_cast<std::size_t>(packet.to)]) member(packet.to).take(packet.channel, packet.bytes, now_);
    }
  }
}

void Conference::run_until(Duration since_begin) {
  const Timestamp until = kBegin + since_begin;
  while (true) {
    Timestamp next = until + Duration::ns(1);
    for (const auto& member : members_) next = std::min(next, member->next());
    for (const auto& [ends, between] : links_)
      if (const auto arrival = between.link->next_event()) next = std::min(next, *arrival);
    if (next > until) break;
    now_ = std::max(now_, next);
    deliver();
    for (const auto& member : members_) member->run(now_);
  }
  now_ = until;
}

void Conference::finish() {
  for (const auto& member : members_)
    if (member->sending()) member->stop_sending();
  run_until(now_ - kBegin + Duration::seconds(2));
  for (const auto& member : members_) member->finish(now_);
}

}  // namespace jitterscope::conference
