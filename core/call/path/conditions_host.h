#pragma once
// What the call needs of relay and load processes; implemented in app/, absent where nobody starts any. All functions
// are called on the session thread and return within a few milliseconds, start_relay within a second; when the relay
// does not answer, after two seconds with an error.
#include "core/events/event.h"

#include <optional>
#include <string>
#include <vector>

#include "core/base/net/host_port.h"
#include "core/events/link_setting.h"

namespace jitterscope {

/// Where the relay forwards to. RTCP is one above each RTP port.
struct RelayRoute {
  SocketAddress near_audio, near_video;  // this end's media sockets
  SocketAddress far_audio, far_video;    // where the remote receives
};

/// Where to send so that packets pass the relay.
struct RelayPath {
  SocketAddress audio, video;                  // for this end's senders
  std::uint16_t far_audio = 0, far_video = 0;  // ports of this machine for the remote's senders
};

/// Said where a session has none.
inline constexpr const char* kNoConditionsHost = "Links and loads are not available here.";

class ConditionsHost {
 public:
  virtual ~ConditionsHost() = default;
  /// Starts the relay process, or gives a running one another route. nullopt: `error` says why and what to do.
  virtual std::optional<RelayPath> start_relay(const RelayRoute& route, const LinkSettings& link,
                                               std::string& error) = 0;
  virtual void stop_relay() = 0;
  /// False: none was started, or it ended by itself (a Notice of take_events says so): media have to go directly again.
  virtual bool relay_running() = 0;
  /// Starts the relay before a call, so that its control connection passes the link too: the port of 127.0.0.1 to call
  /// instead of `target`. A later start_relay gives the same relay the route of the media. `called_by_remote`: what
  /// comes from who connects there goes down, not up. nullopt: `error` says why.
  virtual std::optional<std::uint16_t> control_proxy(const SocketAddress& target, bool called_by_remote,
                                                     const LinkSettings& link, std::string& error) = 0;
  /// False: `error` says why; the link stays as it was.
  virtual bool set_link(const LinkSettings& link, std::string& error) = 0;
  /// Relay and background draw anew from this seed; a relay that is started later has it too.
  virtual void set_seed(std::uint32_t seed) = 0;
  virtual bool set_background(const BackgroundSetting& background, std::string& error) = 0;
  /// The call is over and sends nothing more: what is in the relay's link is dropped, and the next take_events() has
  /// the last report of each direction, which counts it. What the control connection says last still passes. The link
  /// that is set next is a new one.
  virtual void end_link() = 0;
  /// Loads: false may leave some of those asked for; zero ends them all.
  virtual bool set_cpu_load(int counters, std::string& error) = 0;
  /// Counters run there alone, those that are started later too; absent: anywhere.
  virtual bool set_counter_processor(std::optional<int> processor, std::string& error) = 0;
  virtual bool set_video_load(int applications, std::string& error) = 0;
  /// LinkReport, LoadReport and Notice events since the last call, stamped with this machine's monotonic clock.
  virtual std::vector<Event> take_events() = 0;
};

}  // namespace jitterscope
