#include "core/algorithms/link/network.h"

#include "core/algorithms/link/ethernet.h"
#include "core/algorithms/link/two_way_link.h"

namespace jitterscope::link {
namespace {

std::optional<DeliveryTrace> read_trace(const LinkSetting& setting, std::string_view text, std::string& error) {
  auto trace = DeliveryTrace::parse(text, error);
  if (!trace) error = setting.trace_file + ": " + error;
  return trace;
}

}  // namespace

Duration time_after_token_bucket(const LinkSetting& setting, int bytes) {
  if (!setting.kernel || !setting.rate || setting.rate->bits_per_second() <= 0) return {};
  return Duration::from_seconds(bytes * 8.0 / setting.rate->bits_per_second());
}

std::unique_ptr<Network> make_network(const LinkSettings& settings, const std::array<std::string, 2>& traces,
                                      std::uint64_t seed, Timestamp began, std::string& error) {
  if (settings.up.ethernet_stations || settings.down.ethernet_stations) {
    if (settings.up.ethernet_stations != settings.down.ethernet_stations)
      error = "a shared Ethernet is one medium: both directions need the same number of stations";
    else if (!fits_ethernet(settings.up) || !fits_ethernet(settings.down))
      error =
          "a shared Ethernet has a rate, stations and a queue of packets, for example "
          "ethernet=10mbit,stations=5,queue=10: leave the other words out";
    else
      return make_ethernet(settings, seed, began);
    return nullptr;
  }
  std::array<std::optional<DeliveryTrace>, 2> read;
  const std::array<const LinkSetting*, 2> ways{&settings.up, &settings.down};
  for (std::size_t way = 0; way < 2; ++way) {
    if (ways[way]->trace_file.empty()) continue;
    read[way] = read_trace(*ways[way], traces[way], error);
    if (!read[way]) return nullptr;
  }
  return std::make_unique<TwoWayLink>(settings, std::move(read), seed, began);
}

}  // namespace jitterscope::link
