#include "app/conditions/background_sender.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "core/algorithms/link/background_traffic.h"
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr std::uint16_t kDiscardPort = 9;
constexpr std::size_t kLargestPayload = 65'507;
constexpr Duration kLongestSleep = Duration::ms(20);  // a new setting or the end is seen after at most this
constexpr Duration kMostBehind = Duration::ms(200);   // after a longer stall what was due is not made up for
constexpr int kSendBuffer = 8 << 20;                  // the interface queue drops before the socket does
constexpr int kSinkBuffer = 4096;                     // nobody reads it

std::optional<UdpSocket> open_socket(const KernelPath& path, LinkSide side, std::uint16_t port,
                                     const UdpOptions& options, std::string& error) {
  std::optional<UdpSocket> socket;
  const Resolution at = resolve({KernelPath::address(side), port});
  if (at.addresses.empty()) {
    error = at.error;
    return socket;
  }
  if (!path.space(side).inside([&] { socket = UdpSocket::bind(at.addresses.front(), options, error); }))
    error = "The background load cannot enter the kernel path.";
  return socket;
}

}  // namespace

/// One thread that sends from one side to a socket at the other that nobody reads (so that no ICMP comes back).
struct BackgroundSender::Direction {
  Direction(UdpSocket source, UdpSocket sink, std::uint64_t seed)
      : source_(std::move(source)),
        sink_(std::move(sink)),
        payload_(kLargestPayload),
        traffic_(BackgroundSetting{}, seed, monotonic_now()),
        thread_([this](std::stop_token stop) { run(stop); }) {}

  void set(const BackgroundSetting& setting) {
    const std::lock_guard lock(mutex_);
    traffic_.set(setting, monotonic_now());
  }

  void reseed(std::uint64_t seed) {
    const std::lock_guard lock(mutex_);
    traffic_.reseed(seed, monotonic_now());
  }

  Counts counts() const { return {offered_.load(), dropped_.load(), bytes_.load()}; }

 private:
  struct Due {
    Timestamp at;
    int packets = 0;
    std::size_t bytes = 0;
  };

  /// The next burst, taken when its time has come; else when to look again.
  Due take_due(Timestamp now) {
    const std::lock_guard lock(mutex_);
    const auto due = traffic_.due();
    if (!due || *due > now) return {std::min(due.value_or(now + kLongestSleep), now + kLongestSleep), 0, 0};
    const auto bytes = static_cast<std::size_t>(traffic_.setting().packet_bytes);
    const int packets = traffic_.take();
    if (now - *due > kMostBehind) traffic_.set(traffic_.setting(), now);
    return {*due, packets, std::min(bytes, kLargestPayload)};
  }

  void send(const Due& due) {
    const SocketAddress to = sink_.local();
    for (int i = 0; i < due.packets; ++i) {
      const int error = source_.send(std::span(payload_).first(due.bytes), to);
      offered_.fetch_add(1, std::memory_order_relaxed);
      bytes_.fetch_add(static_cast<std::int64_t>(due.bytes), std::memory_order_relaxed);
      if (error != 0) dropped_.fetch_add(1, std::memory_order_relaxed);
    }
  }

  void run(const std::stop_token& stop) {
    set_finest_timer_slack();
    while (!stop.stop_requested()) {
      const Due due = take_due(monotonic_now());
      if (due.packets > 0)
        send(due);
      else
        sleep_until(due.at);
    }
  }

  UdpSocket source_, sink_;
  std::vector<std::byte> payload_;
  std::mutex mutex_;  // traffic_
  link::BackgroundTraffic traffic_;
  std::atomic<std::int64_t> offered_ = 0, dropped_ = 0, bytes_ = 0;
  std::jthread thread_;  // last: it uses all of the above
};

BackgroundSender::BackgroundSender() = default;

BackgroundSender::~BackgroundSender() = default;

std::unique_ptr<BackgroundSender> BackgroundSender::create(const KernelPath& path, std::uint64_t seed,
                                                           std::string& error) {
  UdpOptions source_options, sink_options;
  source_options.send_buffer = kSendBuffer;
  sink_options.receive_buffer = kSinkBuffer;
  const auto direction = [&](LinkSide from, LinkSide to, std::uint64_t own_seed) -> std::unique_ptr<Direction> {
    auto source = open_socket(path, from, 0, source_options, error);
    auto sink = open_socket(path, to, kDiscardPort, sink_options, error);
    if (!source || !sink) return nullptr;
    return std::make_unique<Direction>(std::move(*source), std::move(*sink), own_seed);
  };
  std::unique_ptr<BackgroundSender> sender(new BackgroundSender);
  sender->up_ = direction(LinkSide::kNear, LinkSide::kFar, link::seed_of_way(seed, 0));
  sender->down_ = direction(LinkSide::kFar, LinkSide::kNear, link::seed_of_way(seed, 1));
  return sender->up_ && sender->down_ ? std::move(sender) : nullptr;
}

void BackgroundSender::reseed(std::uint64_t seed) {
  up_->reseed(link::seed_of_way(seed, 0));
  down_->reseed(link::seed_of_way(seed, 1));
}

void BackgroundSender::set(LinkWay way, const BackgroundSetting& setting) {
  (way == LinkWay::kUp ? up_ : down_)->set(setting);
}

BackgroundSender::Counts BackgroundSender::counts(LinkWay way) const {
  return (way == LinkWay::kUp ? up_ : down_)->counts();
}

void BackgroundSender::add_to(LinkReport& report) const {
  const Counts background = counts(report.way);
  report.background_offered = background.offered;
  report.background_dropped = background.dropped;
  report.media_dropped = std::max<std::int64_t>(0, report.dropped_queue - background.dropped);
}

}  // namespace jitterscope
