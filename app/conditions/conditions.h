#pragma once
// What a call's surroundings are made of on this machine: the relay, the loads, the kernel's own queue.
#include <memory>
#include <string>

#include "app/conditions/background_sender.h"
#include "app/conditions/kernel_path.h"
#include "app/conditions/loads.h"
#include "app/conditions/relay_process.h"
#include "core/call/path/conditions_host.h"
#include "core/events/kinds/load_report.h"

namespace jitterscope {

/// One for each session; one thread at a time. All that it starts ends with it, or with the program, even when that is
/// killed.
class Conditions : public ConditionsHost {
 public:
  /// `kernel`: the line that this end is at, for path=kernel; may be null: then such links are refused. It outlives
  /// this. `bind`: the only address of this machine that the remote's media come to the relay at; empty: every one.
  explicit Conditions(KernelPath* kernel = nullptr, const std::string& bind = {})
      : kernel_(kernel), relay_("/proc/self/exe", bind) {}

  std::optional<RelayPath> start_relay(const RelayRoute& route, const LinkSettings& link, std::string& error) override {
    return with_relay(link, error, [&] { return relay_.set_route(route, error); });
  }
  void stop_relay() override;
  bool relay_running() override { return relay_.running(); }
  std::optional<std::uint16_t> control_proxy(const SocketAddress& target, bool called_by_remote,
                                             const LinkSettings& link, std::string& error) override {
    return with_relay(link, error, [&] { return relay_.set_control(target, called_by_remote, error); });
  }
  bool set_link(const LinkSettings& link, std::string& error) override;
  void set_seed(std::uint32_t seed) override;
  bool set_background(const BackgroundSetting& background, std::string& error) override;
  void end_link() override;
  bool set_cpu_load(int counters, std::string& error) override { return cpu_.set(counters, error); }
  bool set_counter_processor(std::optional<int> processor, std::string& error) override {
    return cpu_.run_on(processor, error);
  }
  bool set_video_load(int applications, std::string& error) override { return video_.set(applications, error); }
  std::vector<Event> take_events() override;

 private:
  bool by_kernel(LinkWay way) const { return way == LinkWay::kUp ? link_.up.kernel : link_.down.kernel; }
  /// Returns what `ask` gives of a relay that runs with this link; one that was started for it and cannot do it ends
  /// again.
  template <typename Ask>
  auto with_relay(const LinkSettings& link, std::string& error, Ask&& ask) -> decltype(ask()) {
    const bool was_running = relay_.running();
    decltype(ask()) answer;
    if (relay_.start(error) && (was_running || relay_.set_seed(seed_, error)) && set_link(link, error)) answer = ask();
    if (!answer && !was_running) stop_relay();
    return answer;
  }
  bool send_background(const BackgroundSetting& background, std::string& error);
  void take_link_reports(std::vector<Event>& events);
  LoadReport load_report(Timestamp now);

  KernelPath* const kernel_;
  std::unique_ptr<BackgroundSender> sender_;  // of the kernel path
  RelayProcess relay_;
  CpuLoad cpu_;
  VideoLoad video_;
  LinkSettings link_;
  std::uint32_t seed_ = 1;
  BackgroundSetting background_;
  std::array<LinkReport, 2> relayed_;                 // the relay's last, of each direction
  std::array<std::int64_t, 2> background_packets_{};  // offered, as last seen
  std::int64_t background_reported_ = 0;              // of these, offered up to the last LoadReport (up)
  Timestamp loads_reported_;
};

}  // namespace jitterscope
