#pragma once
// A stream of sound with given delays, as the monitor gets it.
#include <functional>
#include <vector>

#include "core/algorithms/rate/stream_monitor.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/trend_reported.h"

namespace jitterscope {

/// A packet of sound each 40 ms; delays by packet number. The clocks agree unless `clocks_agree` is false.
struct SoundPath {
  StreamMonitor monitor{TrendSetting{}};
  std::vector<TrendReported> reports;
  std::int64_t next = 0;
  std::int64_t first_sequence = 1000;
  bool clocks_agree = true;

  static Duration interval() { return Duration::ms(40); }
  static Timestamp sent(std::int64_t number) { return Timestamp::ns(5'000'000'000) + interval() * number; }

  PacketArrived packet(std::int64_t number, double delay_ms) const {
    PacketArrived p;
    p.medium = Medium::kAudio;
    p.ssrc = 7;
    p.sequence = first_sequence + number;
    p.rtp_timestamp = 320 * number;
    p.size = 104;
    p.received = sent(number) + Duration::from_ms(delay_ms);
    if (clocks_agree) {
      p.received_conference = p.received + Duration::seconds(100);
      p.sent_conference = sent(number) + Duration::seconds(100);
    }
    return p;
  }
  void add(const PacketArrived& p) {
    monitor.add(p);
    if (const auto report = monitor.take(p.received)) reports.push_back(*report);
  }
  /// The next `count` packets.
  void play(std::int64_t count, const std::function<double(std::int64_t)>& delay_ms) {
    for (const std::int64_t end = next + count; next < end; ++next) add(packet(next, delay_ms(next)));
  }
  int verdicts(double value) const {
    int count = 0;
    for (const auto& report : reports) count += report.verdict == value;
    return count;
  }
};

}  // namespace jitterscope
