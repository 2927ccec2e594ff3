#include "app/relay/relay.h"

#include <fcntl.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/realtime/clock.h"
#include "core/base/realtime/priority_class.h"

namespace jitterscope {
namespace {

constexpr int kRealtimeLevel = 22;         // above the threads of an end: a link does not wait for them
constexpr std::size_t kMostFetched = 512;  // from a socket in one round: departures are not kept waiting by a flood
constexpr int kLastRounds = 100;

WayCounts::Content content_of(Channel channel) {
  const bool rtp = channel == Channel::kAudio || channel == Channel::kVideo;
  return rtp ? WayCounts::Content::kRtp : WayCounts::Content::kOther;
}
/// Segments of the modelled TCP are media, and its acknowledgements are not.
WayCounts::Content content_of_picture(bool media) {
  return media ? WayCounts::Content::kRtp : WayCounts::Content::kOther;
}
link::Traffic traffic_of(Channel channel) {
  const bool audio = channel == Channel::kAudio || channel == Channel::kAudioRtcp;
  return audio ? link::Traffic::kAudio : link::Traffic::kVideo;
}

int bytes_on_link(const PacketPool::Packet& packet) {
  return static_cast<int>(packet.size) + kUdpHeaderBytes;
}

void make_non_blocking(int fd) {
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

}  // namespace

Relay::Relay(std::unique_ptr<RelaySockets> sockets, std::uint64_t seed, int input, int output)
    : sockets_(std::move(sockets)),
      input_(input),
      output_(output),
      link_(seed, monotonic_now()),
      control_(
          [this](const link::Packet& packet) { link_.offer(packet, monotonic_now(), WayCounts::Content::kOther); }),
      pictures_([this](const link::Packet& packet, bool media) {
        link::Packet offered = packet;
        offered.is_report = !media;
        link_.offer(offered, monotonic_now(), content_of_picture(media));
      }) {
  std::string error;
  const bool over_tcp = pictures_.listen(sockets_->video(LinkWay::kUp), sockets_->video(LinkWay::kDown), error);
  if (!over_tcp) say({{"notice", "Pictures cannot pass the link over TCP, over UDP they can: " + error}});
  make_non_blocking(input_);
  make_non_blocking(output_);
  arrivals_.reserve(RelaySockets::kCount * kMostFetched);
}

void Relay::run() {
  set_finest_timer_slack();
  realtime_ = apply_priority({PrioritySetting::Kind::kRealtime, kRealtimeLevel}, ThreadRole::kSession, 0).granted;
  next_report_ = monotonic_now();
  while (!ended_) round();
  finish();
}

void Relay::round() {
  wait();
  look_whether_stood_still();
  for (std::size_t i = 0; i < RelaySockets::kCount; ++i)
    if (wanted_[i].revents != 0) fetch(i);
  offer_arrivals();
  for (std::size_t i = RelaySockets::kCount + 2; i < wanted_.size(); ++i)
    if (wanted_[i].revents != 0) serve_stream(wanted_[i]);
  control_.resend(monotonic_now());
  if (!link_ended_) pictures_.advance(monotonic_now());
  advance();
  if (wanted_[RelaySockets::kCount].revents != 0) {
    read_commands();
    standstill_.excuse(monotonic_now());  // a link with a long trace takes its time
  }
  if (wanted_[RelaySockets::kCount + 1].revents != 0) write_some();
  const Timestamp now = monotonic_now();
  if (now >= next_report_) report(now);
}

void Relay::wait() {
  wanted_.clear();
  for (std::size_t i = 0; i < RelaySockets::kCount; ++i) wanted_.push_back({sockets_->fd(i), POLLIN, 0});
  wanted_.push_back({input_, POLLIN, 0});
  wanted_.push_back({unsent_.empty() ? -1 : output_, POLLOUT, 0});
  add_streams();
  const Duration left = std::max(next_event() - monotonic_now(), Duration());
  const timespec timeout{left.ns() / 1'000'000'000, left.ns() % 1'000'000'000};
  if (ppoll(wanted_.data(), wanted_.size(), &timeout, nullptr) < 0)
    for (pollfd& each : wanted_) each.revents = 0;
}

void Relay::look_whether_stood_still() {
  if (!standstill_.look(monotonic_now())) return;
  for (const LinkWay way : {LinkWay::kUp, LinkWay::kDown}) link_.counts(way).overloaded();
}

Timestamp Relay::next_event() const {
  Timestamp next = next_report_;
  if (const auto event = link_.next_event()) next = std::min(next, *event);
  if (const auto event = control_.next_event()) next = std::min(next, *event);
  if (const auto event = pictures_.next_event(); event && !link_ended_) next = std::min(next, *event);
  return next;
}

void Relay::add_streams() {
  const Timestamp now = monotonic_now();
  control_.add_descriptors(wanted_, now);
  if (!link_ended_) pictures_.add_descriptors(wanted_, now);
}

void Relay::serve_stream(const pollfd& ready) {
  const Timestamp now = monotonic_now();
  control_.serve(ready, now);
  pictures_.serve(ready, now);
}

void Relay::fetch(std::size_t socket) {
  for (std::size_t fetched = 0; fetched < kMostFetched; fetched += RelaySockets::kBatch) {
    const auto datagrams = sockets_->receive(socket);
    for (const ReceivedDatagram& each : datagrams) {
      if (link_ended_ || sockets_->answer_path_question(each)) continue;
      const PacketPool::Packet about{each.bytes.size(), each.way, each.channel, each.traffic_class};
      const auto packet = each.truncated ? std::nullopt : pool_.take(each.bytes, about);
      if (packet) {
        arrivals_.push_back({each.at, *packet});
      } else {
        link_.counts(each.way).offered(content_of(each.channel));
        link_.counts(each.way).dropped(LinkDrop::kLinkFull, content_of(each.channel));
      }
    }
    if (datagrams.size() < RelaySockets::kBatch) return;
  }
}

void Relay::offer_arrivals() {
  std::ranges::stable_sort(arrivals_, {}, &Arrival::at);
  for (const Arrival& each : arrivals_) {
    const PacketPool::Packet& about = pool_.packet(each.packet);
    if (standstill_.held_up(each.at, link_.reached())) {  // the model has gone on without it
      link_.counts(about.way).offered(content_of(about.channel));
      drop_held_up(each.packet);
      pool_.free(each.packet);
      continue;
    }
    const link::Packet packet{each.packet, about.way, traffic_of(about.channel), bytes_on_link(about),
                              content_of(about.channel) != WayCounts::Content::kRtp};
    link_.offer(packet, each.at, content_of(about.channel));
  }
  arrivals_.clear();
}

void Relay::advance() {
  results_.departures.clear();
  results_.drops.clear();
  link_.advance(monotonic_now(), results_);
  for (const link::Departure& each : results_.departures) deliver(each);
  for (const link::Drop& each : results_.drops) drop(each);
}

void Relay::deliver(const link::Departure& departure) {
  WayCounts& counts = link_.counts(departure.way);
  if (departure.id & ControlProxy::kId) {
    counts.delivered(WayCounts::Content::kOther, control_.bytes_on_link(departure.id, departure.way),
                     departure.duplicate);
    return control_.arrived(departure.id, departure.way);
  }
  if (departure.id & PictureProxy::kId) {
    counts.delivered(content_of_picture(pictures_.is_media(departure.id)), pictures_.bytes_on_link(departure.id),
                     departure.duplicate);
    return pictures_.arrived(departure, monotonic_now());
  }
  const auto packet = static_cast<std::uint32_t>(departure.id);
  const Timestamp now = monotonic_now();
  counts.own_delay(now - departure.at);
  if (!standstill_.held_up(departure.at, now))
    send(packet, departure.duplicate);
  else if (!departure.duplicate)
    drop_held_up(packet);
  const int copies = departure.duplicate || departure.duplicated ? 2 : 1;
  if (++pool_.packet(packet).copies_gone >= copies) pool_.free(packet);
}

/// What the system refuses to send left the model, but not this machine: there is no place for it either, and the relay
/// cannot keep up.
void Relay::send(std::uint32_t packet, bool duplicate) {
  const PacketPool::Packet& about = pool_.packet(packet);
  WayCounts& counts = link_.counts(about.way);
  if (sockets_->send(about.way, about.channel, about.traffic_class, pool_.bytes(packet)) == 0)
    return counts.delivered(content_of(about.channel), bytes_on_link(about), duplicate);
  counts.dropped(LinkDrop::kLinkFull, content_of(about.channel));
  counts.overloaded();
}

void Relay::drop(const link::Drop& drop) {
  if (drop.id & ControlProxy::kId) {
    link_.counts(drop.way).dropped(drop.reason, WayCounts::Content::kOther);
    return control_.lost(drop.id, drop.way, drop.at);
  }
  if (drop.id & PictureProxy::kId) {
    link_.counts(drop.way).dropped(drop.reason, content_of_picture(pictures_.is_media(drop.id)));
    return pictures_.lost(drop.id);
  }
  const auto packet = static_cast<std::uint32_t>(drop.id);
  link_.counts(drop.way).dropped(drop.reason, content_of(pool_.packet(packet).channel));
  pool_.free(packet);
}

void Relay::drop_held_up(std::uint32_t packet) {
  const PacketPool::Packet& about = pool_.packet(packet);
  link_.counts(about.way).dropped(LinkDrop::kLinkFull, content_of(about.channel));
  link_.counts(about.way).overloaded();
}

/// The control connection says again what was on the link, as TCP does; so do pictures over TCP.
void Relay::drop_all() {
  pool_.for_each([this](std::uint32_t packet) {
    const PacketPool::Packet& about = pool_.packet(packet);
    if (about.copies_gone == 0) link_.counts(about.way).dropped(LinkDrop::kAtEnd, content_of(about.channel));
    pool_.free(packet);
  });
  pictures_.lose_all(
      [this](LinkWay way, bool media) { link_.counts(way).dropped(LinkDrop::kAtEnd, content_of_picture(media)); });
  control_.lose_all(monotonic_now());
}

void Relay::end_link() {
  if (link_ended_) return;
  flush_control();
  const Timestamp now = monotonic_now();
  drop_all();
  for (const LinkWay way : {LinkWay::kUp, LinkWay::kDown}) link_.counts(way).end();
  link_ended_ = true;
  report(now);
  link_.end(now);
}

void Relay::flush_control() {
  const std::array<int, 2> passed = control_.flush();
  for (const LinkWay way : {LinkWay::kUp, LinkWay::kDown})
    for (int i = 0; i < passed[static_cast<std::size_t>(way)]; ++i)
      link_.counts(way).delivered(WayCounts::Content::kOther, kTcpHeaderBytes, false);
}

/// The last words of a call that have been given to the relay until now still arrive.
void Relay::finish() {
  end_link();
  for (int i = 0; i < kLastRounds; ++i) {
    wanted_.clear();
    add_streams();
    if (poll(wanted_.data(), wanted_.size(), 0) <= 0) return;
    for (const pollfd& each : wanted_)
      if (each.revents != 0) serve_stream(each);
    flush_control();
  }
}

}  // namespace jitterscope
