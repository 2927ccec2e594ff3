#include "tests/ui/fakes/fake_conditions.h"

#include <algorithm>
#include <cmath>
#include <random>
#include "core/measures/views/conditions_view.h"
#include "core/measures/views/demonstration_view.h"

namespace jitterscope {
namespace {

LinkView link(double elapsed_s, double load, unsigned seed) {
  constexpr int kLimit = 20;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> even(0, 1);
  LinkView view;
  view.queue_limit = kLimit;
  double queue = 4;
  for (double at = 0.1; at < elapsed_s; at += 0.1) {
    const double wish = load * (0.6 + 0.5 * std::sin(at / 6)) * kLimit;
    queue += 0.3 * (wish - queue) + 4 * (even(random) - 0.5);
    const double top = std::clamp(std::round(queue + 5 * even(random)), 0.0, static_cast<double>(kLimit));
    view.queue_series.push_back({at, std::max(0.0, std::round(queue - 5 * even(random))), top});
    view.queue_series.back().min = std::min(view.queue_series.back().min, top);
  }
  for (double at = 1; at < elapsed_s; at += 1) {
    const double pressure = load * (0.6 + 0.5 * std::sin(at / 6));
    view.drop_series.push_back({at, std::round(std::max(0.0, pressure - 0.7) * 40 * even(random))});
    view.rate_series.push_back({at, 1820 + 140 * even(random)});
  }
  const auto packets = static_cast<std::int64_t>(elapsed_s * 290);
  view.queue_packets = 12;
  view.queue_packets_max = kLimit;
  view.offered = packets;
  view.dropped_queue = static_cast<std::int64_t>(0.03 * load * static_cast<double>(packets));
  view.dropped_random = packets / 1000;
  view.delivered = packets - view.dropped_queue - view.dropped_random;
  view.media_dropped = view.dropped_queue * 3 / 4;
  view.background_offered = packets / 5;
  view.background_dropped = view.dropped_queue / 4;
  view.delivered_kbps = 1893;
  view.own_delay_us = 38.4;
  return view;
}

DemonstrationHalf half_of_strategy(const std::string& strategy) {
  const bool whole = strategy == "c";
  DemonstrationHalf made;
  made.variant = strategy;
  made.seconds = 10;
  made.packets = whole ? 1906 : 2040;
  made.packets_lost = whole ? 146 : 9;
  made.frames = 150;
  made.frames_lost = whole ? 58 : 5;
  const auto around = [](double share) { return LossShare{share, share * 0.8, share * 1.2}; };
  made.packet_loss = around(whole ? 0.0711 : 0.0044);
  made.frame_loss = around(whole ? 0.387 : 0.033);
  made.peer_packet_loss = around(whole ? 0.0684 : 0.0051);
  made.peer_frame_loss = around(whole ? 0.361 : 0.04);
  made.packet_delay = {2040, whole ? 41.2 : 24.6, 8.1, 20.2, 71.4, 36.0, whole ? 66.3 : 33.8, 70.2};
  made.frame_delay = {150, whole ? 66.4 : 88.9, 6.4, 40.1, 104.4, 66.0, whole ? 79.1 : 97.2, 101.8};
  made.interdeparture = {2040, 4.88, whole ? 16.9 : 1.21, 0.02, 66.2, 4.4, 66.0, 66.1};
  made.interarrival = {2040, whole ? 5.21 : 4.91, whole ? 11.4 : 2.06, 0.1, 58.1, 4.3, 40.7, 55.4};
  made.intervals.frame_delay_mean = Interval95{*made.frame_delay.mean - 3.1, *made.frame_delay.mean + 3.4};
  made.audio_interarrival = {312, 32.0, whole ? 6.81 : 1.42, 20.1, 51.3, 32.0, 41.2, 46.8};
  std::mt19937 random(7);
  std::exponential_distribution<double> late(whole ? 0.35 : 0.7);
  for (std::int64_t frame = 900; frame < 912; ++frame) {
    double arrived = 0;
    for (int block = 0; block < 13; ++block) {
      const double left = whole ? 0.02 * block : 4.4 * block;
      made.departures.push_back({frame, static_cast<std::uint16_t>(block), 60.0, left});
      arrived = block == 0 ? 0 : std::max(arrived + (whole ? 4.2 : 0.5), left + late(random));
      const bool lost = whole && block > 9 && (frame + block) % 3 == 0;  // in the queue
      (lost ? made.lost : made.arrivals).push_back({frame, static_cast<std::uint16_t>(block), 60.0, arrived});
    }
  }
  return made;
}

}  // namespace

ConditionsView make_conditions(double elapsed_s) {
  ConditionsView now;
  now.link = kFakeLink;
  now.background = "60";
  now.up = link(elapsed_s, 1.0, 11);
  now.down = link(elapsed_s, 0.7, 12);
  now.counters = 2;
  now.load_average = 2.37;
  now.background_kbytes_per_second = 59.4;
  ClockView clock;
  clock.synchronised = true;
  clock.source = "exchanges";
  clock.skew_ppm = 12.4;
  clock.round_trip_ms = 40.9;
  std::mt19937 random(3);
  std::normal_distribution<double> normal(0, 1);
  for (double at = 1; at < elapsed_s; at += 1) {
    now.load_average_series.push_back({at, 0.4 + 2 * (1 - std::exp(-at / 60)) + 0.03 * normal(random)});
    clock.bound_series.push_back({at, 0.42 + 1.6 * std::exp(-at / 20)});
    clock.offset_series.push_back({at, 3700.2 + 0.0124 * at / 60 + 0.05 * normal(random)});
  }
  clock.offset_ms = clock.offset_series.empty() ? 3700.2 : clock.offset_series.back().value;
  clock.bound_ms = clock.bound_series.empty() ? 2 : clock.bound_series.back().value;
  now.clock = clock;
  return now;
}

DemonstrationView make_demonstration(const std::string& state) {
  DemonstrationView view;
  view.state = state;
  const bool over = state == "done" || state == "stopped";
  view.progress = over ? 1 : state == "settling" ? 0.1 : state == "before" ? 0.3 : 0.8;
  view.seconds_left = over ? 0 : 27 * (1 - view.progress);
  if (state != "settling" && state != "before") view.before = half_of_strategy("c");
  if (state == "done") view.after = half_of_strategy("a");
  if (state == "done")
    view.sentence =
        "With strategy A 0.44 % of the packets and 3.3 % of the frames were lost, with C 7.1 % and 38.7 %: spread over "
        "the frame period they found room in a queue of 10 packets that a whole frame at once overran. The price: a "
        "frame took 22.5 ms longer.";
  return view;
}

}  // namespace jitterscope
