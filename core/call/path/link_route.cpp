#include "core/call/path/link_route.h"

#include <chrono>
#include <thread>

namespace jitterscope {
namespace {

constexpr Duration kRelayLinger = Duration::seconds(1);
constexpr Duration kRelayGrace = Duration::seconds(2);  // the remote has heard by then, and slow queues are short

}  // namespace

std::optional<std::uint16_t> LinkRoute::proxy_control(const SocketAddress& target, bool called_by_remote,
                                                      const LinkSettings& link, std::string& error) {
  if (!host_) return error = kNoConditionsHost, std::nullopt;
  const auto port = host_->control_proxy(target.unmapped(), called_by_remote, link, error);
  control_proxied_ = port.has_value();
  relay_ends_.reset();
  return port;
}

void LinkRoute::own(const MediaSockets& sockets) {
  own_audio_ = sockets.audio.rtp.local().port();
  own_video_ = sockets.video.rtp.local().port();
  ipv6_ = sockets.audio.rtp.local().family() == AF_INET6;
}

bool LinkRoute::prepare(const MediaSockets& sockets, const LinkSettings& link, std::string& error) {
  own(sockets);
  if (relay_ && !control_proxied_) stop_relay();  // of a connection that brought no call
  relay_.reset();
  if (link.off()) return true;
  if (!host_) return error = kNoConditionsHost, false;
  far_audio_ = SocketAddress::loopback(own_audio_);  // nothing is sent before begin()
  far_video_ = SocketAddress::loopback(own_video_);
  return go_through(link, error);
}

void LinkRoute::begin(const MediaSockets& sockets, const SocketAddress& far_audio, const SocketAddress& far_video) {
  own(sockets);
  far_audio_ = far_audio;
  far_video_ = far_video;
  std::string ignored;  // whoever sets the link next is told
  if (relay_ && !go_through(link_, ignored)) relay_.reset();
}

void LinkRoute::end_link() {
  if (relay_) host_->end_link();
}

void LinkRoute::end(Timestamp now) {
  if (control_proxied_)
    relay_ends_ = now + kRelayLinger;
  else if (relay_ || relay_ends_)
    stop_relay();
  relay_.reset();
  control_proxied_ = false;
}

void LinkRoute::finish(Timestamp now) {
  if (!relay_ends_) return;
  if (now < *relay_ends_) std::this_thread::sleep_for(std::chrono::nanoseconds((*relay_ends_ - now).ns()));
  stop_relay();
}

void LinkRoute::stop_relay() {
  relay_ends_.reset();
  host_->stop_relay();
}

RelayRoute LinkRoute::route() const {
  return {SocketAddress::loopback(own_audio_), SocketAddress::loopback(own_video_), far_audio_.unmapped(),
          far_video_.unmapped()};
}

bool LinkRoute::go_through(const LinkSettings& link, std::string& error) {
  const auto path = host_->start_relay(route(), link, error);
  if (!path) return false;
  relay_ = path;
  link_ = link;
  relay_ends_.reset();
  return true;
}

bool LinkRoute::set_link(const LinkSettings& link, Timestamp now, std::string& error) {
  if (!host_) return error = kNoConditionsHost, false;
  if (!link.off()) {
    if (!relay_) return go_through(link, error);
    if (!host_->set_link(link, error)) return false;
    link_ = link;
    return true;
  }
  // What waits in it is let go at once, and does not come for minutes beside what goes straight.
  if ((relay_ || control_proxied_) && !host_->set_link(link, error) && control_proxied_) return false;
  if (relay_ && !control_proxied_) relay_ends_ = now + kRelayGrace;
  relay_.reset();
  return true;
}

bool LinkRoute::set_far_ports(std::uint16_t audio, std::uint16_t video, std::string& error) {
  far_audio_ = far_audio_.with_port(audio);
  far_video_ = far_video_.with_port(video);
  if (!relay_ || go_through(link_, error)) return true;
  relay_.reset();
  if (!control_proxied_) stop_relay();
  return false;
}

bool LinkRoute::watch(Timestamp now) {
  if (relay_ends_ && now >= *relay_ends_) stop_relay();
  if (!relay_ || host_->relay_running()) return true;
  relay_.reset();
  return false;
}

bool LinkRoute::control_relay_ended() const {
  constexpr auto kLook = std::chrono::milliseconds(5);
  if (!control_proxied_) return false;
  for (int looks = 0; looks < 40 && host_->relay_running(); ++looks) std::this_thread::sleep_for(kLook);
  return !host_->relay_running();
}

SocketAddress LinkRoute::for_own_sockets(const SocketAddress& address) const {
  return ipv6_ ? address.mapped() : address.unmapped();
}

LinkRoute::Way LinkRoute::way() const {
  if (!relay_) return {far_audio_, far_video_, own_audio_, own_video_};
  return {for_own_sockets(relay_->audio), for_own_sockets(relay_->video), relay_->far_audio, relay_->far_video};
}

}  // namespace jitterscope
