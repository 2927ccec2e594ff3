#pragma once
// Which way a call's media go: straight to the remote, or through the relay of this end's emulated link. Session
// thread.
#include <optional>
#include <string>

#include "core/call/path/conditions_host.h"
#include "core/call/path/media_sockets.h"

namespace jitterscope {

class LinkRoute {
 public:
  /// Where this end's media are sent, and to which ports of this machine the remote is to send its own.
  struct Way {
    SocketAddress audio, video;
    std::uint16_t audio_port = 0, video_port = 0;
  };

  /// `host` may be null: then every link is refused.
  explicit LinkRoute(ConditionsHost* host) : host_(host) {}

  /// The port of 127.0.0.1 at which `target` is reached through the link; the relay then stays until end(). nullopt:
  /// `error` says why. `called_by_remote`: who connects there is the remote, so that its words go down.
  std::optional<std::uint16_t> proxy_control(const SocketAddress& target, bool called_by_remote,
                                             const LinkSettings& link, std::string& error);

  /// Before the set-up of a call from `sockets`. With a link the relay opens its ports, so that the set-up names them
  /// and not one packet of the remote goes past the link. False: `error` says why; straight then.
  bool prepare(const MediaSockets& sockets, const LinkSettings& link, std::string& error);

  /// The media of a call go from `sockets` to where the remote receives: straight, or through the relay prepared.
  /// Until end().
  void begin(const MediaSockets& sockets, const SocketAddress& far_audio, const SocketAddress& far_video);
  /// The call sends nothing more: what is in the link is dropped and counted, of which a last report comes.
  void end_link();
  /// What the control connection said last still passes the relay: watch() or finish() stop it.
  void end(Timestamp now);
  /// No call follows. Waits for those last words, at most a second.
  void finish(Timestamp now);

  /// In a call. False: `error` says why, and the way is as it was. A relay that is no longer wanted goes on until what
  /// is in it and under way to it has arrived.
  bool set_link(const LinkSettings& link, Timestamp now, std::string& error);
  /// The remote wants its media at other ports of its host. False: a relay cannot go there (`error`): straight then.
  bool set_far_ports(std::uint16_t audio, std::uint16_t video, std::string& error);
  /// At least each quarter of a second. False: the relay has ended by itself, media go straight again.
  bool watch(Timestamp now);

  /// The control connection went through a relay that has ended by itself. Waits 0.2 s for its end at most: its sockets
  /// close first.
  bool control_relay_ended() const;
  bool through_relay() const { return relay_.has_value(); }
  Way way() const;

 private:
  void own(const MediaSockets& sockets);
  void stop_relay();
  RelayRoute route() const;
  bool go_through(const LinkSettings& link, std::string& error);
  SocketAddress for_own_sockets(const SocketAddress& address) const;

  ConditionsHost* host_;
  bool ipv6_ = false;
  bool control_proxied_ = false;  // the control connection needs the relay, link or no link
  std::uint16_t own_audio_ = 0, own_video_ = 0;
  SocketAddress far_audio_, far_video_;
  std::optional<RelayPath> relay_;       // media go through it
  LinkSettings link_;                    // of the relay
  std::optional<Timestamp> relay_ends_;  // it only empties itself until then
};

}  // namespace jitterscope
