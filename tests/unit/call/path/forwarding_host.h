#pragma once
// A relay in the test's own process: real sockets, real forwarding, no model. Counts what passes.
#include <gtest/gtest.h>

#include <poll.h>

#include <array>
#include <atomic>
#include <mutex>
#include <thread>

#include "core/algorithms/rtp/path_probe.h"
#include "core/base/net/udp_socket.h"
#include "core/call/path/conditions_host.h"
#include "core/events/kinds/link_report.h"

namespace jitterscope {

inline LinkSettings link_of(const std::string& words) {
  std::string error;
  const auto link = LinkSettings::parse(words, error);
  EXPECT_TRUE(link) << error;
  return link.value_or(LinkSettings{});
}

class ForwardingHost : public ConditionsHost {
 public:
  std::optional<RelayPath> start_relay(const RelayRoute& route, const LinkSettings& link, std::string& error) override {
    if (refuses) error = "There is no relay.";
    if (refuses || (!forwarding_.joinable() && !open(error))) return std::nullopt;
    {
      const std::lock_guard lock(mutex_);
      route_ = route;
    }
    set_link(link, error);
    if (!forwarding_.joinable()) forwarding_ = std::jthread([this](std::stop_token stop) { forward(stop); });
    ++routes;
    return RelayPath{near_[0]->rtp.local(), near_[1]->rtp.local(), far_[0]->rtp.local().port(),
                     far_[1]->rtp.local().port()};
  }
  void stop_relay() override {
    ++stops;
    end_forwarding();
  }
  bool relay_running() override { return forwarding_.joinable() && !dies; }
  std::optional<std::uint16_t> control_proxy(const SocketAddress& target, bool, const LinkSettings&,
                                             std::string&) override {
    const std::lock_guard lock(mutex_);
    proxied = target.to_string();
    return target.port();  // the remote is on this machine: the shortest of proxies
  }
  bool set_link(const LinkSettings& link, std::string&) override { return set(link_, link.to_string()); }
  void set_seed(std::uint32_t given) override { seed = given; }
  bool set_background(const BackgroundSetting& background, std::string&) override {
    return set(background_, background.to_string());
  }
  void end_link() override { ++ends; }
  bool set_cpu_load(int counters, std::string& error) override {
    if (counters == kRefused) error = "There are not so many processors.";
    cpu_load = counters == kRefused ? cpu_load + 1 : counters;  // one more could be had
    return counters != kRefused;
  }
  bool set_counter_processor(std::optional<int> processor, std::string&) override {
    counter_processor = processor.value_or(kAnyProcessor);
    return true;
  }
  bool set_video_load(int applications, std::string&) override {
    video_load = applications;
    return true;
  }
  std::vector<Event> take_events() override {
    if (!forwarding_.joinable()) return {};
    LinkReport report;
    report.offered = report.delivered = passed[0];
    report.queue_packets = 3;
    return {report};
  }

  std::string link() const { return read(link_); }
  std::string background() const { return read(background_); }

  static constexpr int kRefused = 64, kAnyProcessor = -1;
  std::array<std::atomic<std::int64_t>, 2> passed{};  // RTP packets up, down
  std::atomic<int> routes = 0, stops = 0, ends = 0, cpu_load = 0, video_load = 0, counter_processor = kAnyProcessor;
  std::atomic<std::int64_t> seed = -1;                                     // none was set
  std::atomic<bool> dies = false, refuses = false, loses_reports = false;  // RTCP of the remote
  std::string proxied;                                                     // read when the call is up

 private:
  bool open(std::string& error) {
    for (auto* side : {&near_, &far_})
      for (auto& ports : *side)
        if (!(ports = MediaPorts::open(SocketAddress::loopback(41000), {}, error))) return false;
    return true;
  }
  void end_forwarding() {
    if (!forwarding_.joinable()) return;
    forwarding_.request_stop();
    forwarding_.join();
    forwarding_ = {};
    for (auto* side : {&near_, &far_})
      for (auto& ports : *side) ports.reset();
  }
  void forward(std::stop_token stop) {
    const auto rtcp = [](const SocketAddress& a) { return a.with_port(static_cast<std::uint16_t>(a.port() + 1)); };
    while (!stop.stop_requested()) {
      RelayRoute route;
      {
        const std::lock_guard lock(mutex_);
        route = route_;
      }
      std::array<UdpSocket*, 8> all{};
      for (std::size_t i = 0; i < 2; ++i) {
        all[4 * i] = &near_[i]->rtp, all[4 * i + 1] = &near_[i]->rtcp;
        all[4 * i + 2] = &far_[i]->rtp, all[4 * i + 3] = &far_[i]->rtcp;
      }
      wait_for_datagram(all, Duration::ms(5));
      for (std::size_t i = 0; i < 2; ++i) {
        const SocketAddress &near = i ? route.near_video : route.near_audio,
                            &far = i ? route.far_video : route.far_audio;
        pass(near_[i]->rtp, far_[i]->rtp, far, &passed[0]);
        pass(far_[i]->rtp, near_[i]->rtp, near, &passed[1]);
        pass(near_[i]->rtcp, far_[i]->rtcp, rtcp(far), nullptr);
        pass(far_[i]->rtcp, near_[i]->rtcp, rtcp(near), nullptr, loses_reports);
      }
    }
  }
  void pass(UdpSocket& from, UdpSocket& through, const SocketAddress& to, std::atomic<std::int64_t>* count,
            bool loses = false) {
    while (const auto datagram = from.receive(buffer_, Duration{})) {
      if (loses) answer(from, *datagram);
      if (dies || loses) continue;
      through.send(std::span<const std::byte>(buffer_).first(datagram->size), to);
      if (count) ++*count;
    }
  }
  /// As a relay answers in place of the end behind it.
  void answer(UdpSocket& far, const Datagram& datagram) {
    auto* const bytes = reinterpret_cast<std::uint8_t*>(buffer_.data());
    const auto question = rtp::path_question({bytes, datagram.size});
    if (!question) return;
    rtp::write_path_probe({bytes, rtp::kPathProbeBytes}, question->answered());
    far.send(std::span<const std::byte>(buffer_).first(rtp::kPathProbeBytes), datagram.from);
  }
  bool set(std::string& what, std::string words) {
    const std::lock_guard lock(mutex_);
    what = std::move(words);
    return true;
  }
  std::string read(const std::string& what) const {
    const std::lock_guard lock(mutex_);
    return what;
  }

  mutable std::mutex mutex_;  // guards what follows
  RelayRoute route_;
  std::string link_, background_;

  std::array<std::optional<MediaPorts>, 2> near_, far_;  // by Medium
  std::array<std::byte, 2048> buffer_{};
  std::jthread forwarding_;
};

}  // namespace jitterscope
