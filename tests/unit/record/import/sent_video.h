#pragma once
// Captures of video whose frames are sent in another order than they are shown.
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/record/trace/capture_bytes.h"

namespace jitterscope::sent_video {

/// Frame k leaves when it has to be decoded: at the k-th smallest time of showing.
struct Video {
  std::vector<int> shown;  // steps of 1/fps, in sending order
  double fps = 25;
  int packets = 4;  // a frame, 0.5 ms apart
  bool markers = true;
  std::uint32_t first_timestamp = 9000;
  std::uint16_t first_sequence = 65000;
  double begins_ms = 1000;
  double noise_ms = 0;                                                               // each packet is as late, evenly
  std::function<bool(int frame, int packet)> lost = [](int, int) { return false; };  // frame: its place in `shown`
};

/// 0, then `groups` times the order of a group, each after the last: {3, 1, 2} is P B B.
inline std::vector<int> in_groups(int groups, const std::vector<int>& order) {
  std::vector<int> shown{0};
  for (int group = 0; group < groups; ++group)
    for (const int step : order) shown.push_back(group * static_cast<int>(order.size()) + step);
  return shown;
}

/// Appends what comes of a video: when, and the IP packet.
inline void add_arrivals(const Video& video, std::vector<std::pair<std::int64_t, std::string>>& arrivals) {
  using namespace capture_bytes;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> noise(0, video.noise_ms);
  std::vector<int> decoded = video.shown;
  std::ranges::sort(decoded);
  std::uint16_t sequence = video.first_sequence;
  for (int frame = 0; frame < static_cast<int>(decoded.size()); ++frame) {
    const auto place = static_cast<std::size_t>(frame);
    for (int packet = 0; packet < video.packets; ++packet, ++sequence) {
      const double at_ms = video.begins_ms + decoded[place] * 1e3 / video.fps + packet * 0.5 + noise(random);
      const auto stamp = static_cast<std::uint32_t>(std::llround(video.shown[place] * 90000 / video.fps));
      const Rtp header{.sequence = sequence,
                       .timestamp = video.first_timestamp + stamp,
                       .payload_type = 32,
                       .marker = video.markers && packet == video.packets - 1};
      if (!video.lost(frame, packet))
        arrivals.emplace_back(std::llround(at_ms * 1e6), ipv4(udp(rtp_packet(header, 1000))));
    }
  }
}

/// One behind the other: a sender that begins anew.
inline capture_bytes::Pcap capture_of_runs(const std::vector<Video>& videos) {
  using namespace capture_bytes;
  std::vector<std::pair<std::int64_t, std::string>> arrivals;
  for (const Video& video : videos) add_arrivals(video, arrivals);
  std::ranges::stable_sort(arrivals, {}, [](const auto& arrival) { return arrival.first; });
  Pcap pcap(kRawIp, true);
  for (const auto& [at_ns, datagram] : arrivals) pcap.add(at_ns, datagram, 64);
  return pcap;
}
inline capture_bytes::Pcap capture_of(const Video& video) {
  return capture_of_runs({video});
}

}  // namespace jitterscope::sent_video
