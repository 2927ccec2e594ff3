#pragma once
// Packets through a link in virtual time.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/link/network.h"

namespace jitterscope::link {

inline LinkSetting setting_of(std::string_view words) {
  std::string error;
  const auto setting = LinkSetting::parse(words, error);
  EXPECT_TRUE(setting) << error;
  return setting.value_or(LinkSetting{});
}

/// The same link in both directions, begun at 0.
inline std::unique_ptr<Network> network_of(std::string_view words, std::uint64_t seed = 1,
                                           const std::string& trace = "") {
  std::string error;
  auto network = make_network({setting_of(words), setting_of(words)}, {trace, trace}, seed, Timestamp(), error);
  EXPECT_TRUE(network) << error;
  return network;
}

inline Timestamp at_ms(double ms) {
  return Timestamp() + Duration::from_ms(ms);
}

inline Packet packet_of(std::uint64_t id, std::int32_t bytes, Traffic traffic = Traffic::kVideo,
                        LinkWay way = LinkWay::kUp) {
  return {id, way, traffic, bytes};
}

/// Everything still inside, by going from event to event.
inline void drain(Network& network, Results& results) {
  while (const auto next = network.next_event()) network.advance(*next, results);
}

/// `count` packets of `bytes`, one each `gap` from 0 on, numbered from 0.
inline Results steady(Network& network, int count, std::int32_t bytes, Duration gap) {
  Results results;
  for (int i = 0; i < count; ++i) {
    network.offer(packet_of(static_cast<std::uint64_t>(i), bytes), Timestamp() + gap * i);
    network.advance(Timestamp() + gap * i, results);
  }
  drain(network, results);
  return results;
}

/// Delay of each departure of steady(), in the order of leaving.
inline std::vector<double> delays_ms(const Results& results, Duration gap) {
  std::vector<double> delays;
  for (const Departure& departure : results.departures)
    delays.push_back((departure.at - (Timestamp() + gap * static_cast<std::int64_t>(departure.id))).ms());
  return delays;
}

inline double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace jitterscope::link
