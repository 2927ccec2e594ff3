// The shared Ethernet behind the relay's interface.
#include <algorithm>

#include "core/algorithms/link/ethernet.h"

namespace jitterscope::link {
namespace {

constexpr int kNear = 0, kFar = 1, kFirstBackground = 3;

std::optional<int> stations_of(const LinkSettings& settings) {
  return settings.up.ethernet_stations ? settings.up.ethernet_stations : settings.down.ethernet_stations;
}

EthernetConfig config_of(const LinkSettings& settings) {
  EthernetConfig config;
  config.stations = std::max(stations_of(settings).value_or(config.stations), 2);
  if (settings.up.rate) config.rate = *settings.up.rate;
  if (settings.up.limit_packets) config.queue_limit = *settings.up.limit_packets;
  return config;
}

class EthernetNetwork : public Network {
 public:
  EthernetNetwork(const LinkSettings& settings, std::uint64_t seed)
      : config_(config_of(settings)),
        cable_(config_, seed),
        first_background_(std::min(kFirstBackground, config_.stations - 1)),
        background_(first_background_) {
    set_queues(settings);
  }

  void offer(const Packet& packet, Timestamp at) override {
    int station = packet.way == LinkWay::kUp ? kNear : kFar;
    if (packet.traffic == Traffic::kBackground) {
      station = background_;
      background_ = background_ + 1 < config_.stations ? background_ + 1 : first_background_;
    }
    cable_.offer(station, packet, at);
  }
  std::optional<Timestamp> next_event() const override { return cable_.next_event(); }
  void advance(Timestamp now, Results& results) override { cable_.advance(now, results); }
  QueueState queue(LinkWay way) const override { return cable_.queue(way == LinkWay::kUp ? kNear : kFar); }

  bool set(const LinkSettings& settings, Timestamp at) override {
    if (!stations_of(settings) || config_of(settings).stations != config_.stations) return false;
    if (!fits_ethernet(settings.up) || !fits_ethernet(settings.down)) return false;
    config_ = config_of(settings);
    cable_.set_rate(config_.rate, at);
    set_queues(settings);
    return true;
  }
  void reseed(std::uint64_t seed) override { cable_.reseed(seed); }

 private:
  void set_queues(const LinkSettings& settings) {
    for (int station = 0; station < config_.stations; ++station) cable_.set_queue_limit(station, config_.queue_limit);
    if (settings.down.limit_packets) cable_.set_queue_limit(kFar, *settings.down.limit_packets);
  }

  EthernetConfig config_;
  Ethernet cable_;
  int first_background_, background_;
};

}  // namespace

bool fits_ethernet(const LinkSetting& setting) {
  LinkSetting plain;
  plain.rate = setting.rate;
  plain.ethernet_stations = setting.ethernet_stations;
  plain.limit_packets = setting.limit_packets;
  return setting == plain;
}

std::unique_ptr<Network> make_ethernet(const LinkSettings& settings, std::uint64_t seed, Timestamp /*began*/) {
  return std::make_unique<EthernetNetwork>(settings, seed);
}

}  // namespace jitterscope::link
