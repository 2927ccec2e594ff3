#pragma once
// What a call's surroundings are made of on this machine: the relay, the loads, the kernel's own queue.
#include <memory>

#include "app/conditions/relay_process.h"
#include "core/call/conditions_host.h"

namespace jitterscope {

/// One for each session; session thread. All that it starts ends with it, or with the program, even when that is killed.
class Conditions : public ConditionsHost {
 public:
  Conditions();
  ~Conditions() override;

  std::optional<RelayPath> start_relay(const RelayRoute& route, const LinkSettings& link, std::string& error) override;
  void stop_relay() override;
  bool relay_running() override;
  std::optional<std::uint16_t> control_proxy(const SocketAddress& target, const LinkSettings& link,
                                             std::string& error) override;
  bool set_link(const LinkSettings& link, std::string& error) override;
  bool set_background(const BackgroundSetting& background, std::string& error) override;
  bool set_cpu_load(int counters, std::string& error) override;
  bool set_video_load(int applications, std::string& error) override;
  std::vector<Event> take_events() override;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace jitterscope
