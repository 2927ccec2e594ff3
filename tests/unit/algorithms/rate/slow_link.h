#pragma once
// Sound and picture through one slow link: what the monitor gets there (latecki04 §4.1).
#include <algorithm>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "core/algorithms/rate/stream_monitor.h"

namespace jitterscope {

/// 100 kb/s, 53 ms, a queue of 32 000 B; sound of 104 B each 40 ms, a frame in one packet each `video_interval`, both
/// sent up to 0.3 ms off their time. The rate of the picture is what video_kbps says at the time.
struct SlowLink {
  explicit SlowLink(unsigned seed) : random(seed) { audio_due = phase(40), video_due = phase(20); }

  static constexpr int kHeader = 42, kSound = 104, kQueue = 32000;
  std::mt19937 random;
  double kbps = 100, drift = 0;  // drift: of the receiver's clock, a share
  double video_interval_ms = 20;
  double jitter_ms = 0.3;
  std::function<double(double now_ms)> video_kbps = [](double) { return 0.0; };
  StreamMonitor monitor{TrendSetting{}};
  std::vector<TrendReported> reports;
  double audio_due, video_due, link_free = 0;  // ms
  std::int64_t audio_sequence = 0, video_sequence = 0;

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); }
  double phase(double interval) { return uniform(0, interval); }

  /// Sends until `end_ms`.
  void run(double end_ms) {
    while (std::min(audio_due, video_due) < end_ms) {
      const bool audio = audio_due <= video_due;
      double& due = audio ? audio_due : video_due;
      const double wanted = audio ? 1 : video_kbps(due);
      if (wanted > 0) send(audio, due + uniform(-jitter_ms, jitter_ms), audio ? kSound : size_of(wanted));
      due += audio ? 40 : video_interval_ms;
    }
  }
  int size_of(double video) const { return std::max(1, static_cast<int>(video * video_interval_ms / 8) - kHeader); }

  int verdicts(double value, std::size_t from = 0) const {
    int count = 0;
    for (std::size_t i = from; i < reports.size(); ++i) count += reports[i].verdict == value;
    return count;
  }

 private:
  void send(bool audio, double at_ms, int size) {
    PacketArrived p;
    p.medium = audio ? Medium::kAudio : Medium::kVideo;
    p.ssrc = audio ? 7 : 8;
    p.sequence = audio ? audio_sequence++ : video_sequence++;
    p.rtp_timestamp = p.sequence * 320;
    p.size = size;
    if ((link_free - at_ms) * kbps / 8 + size + kHeader > kQueue) return;
    link_free = std::max(link_free, at_ms) + (size + kHeader) * 8 / kbps;
    p.received = Timestamp::ns(1) + Duration::from_ms((link_free + 53) * (1 + drift));
    p.received_conference = p.received;
    p.sent_conference = Timestamp::ns(1) + Duration::from_ms(at_ms);
    monitor.add(p);
    if (const auto report = monitor.take(p.received)) reports.push_back(*report);
  }
};

}  // namespace jitterscope
