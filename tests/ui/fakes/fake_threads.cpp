#include "tests/ui/fakes/fake_threads.h"

#include <algorithm>
#include <cmath>
#include <random>
#include "core/measures/views/delay_split_view.h"
#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/thread_row.h"

namespace jitterscope {
namespace {

constexpr std::size_t index(DelayPart part) {
  return static_cast<std::size_t>(part);
}

SampleFigures figures(double mean) {
  return {150, mean, mean * 0.3, mean * 0.5, mean * 3, mean * 0.92, mean * 1.9, mean * 2.6};
}

using Means = std::vector<std::pair<DelayPart, double>>;

Means means_of(Medium medium) {
  if (medium == Medium::kAudio)
    return {{DelayPart::kCapture, 21.4}, {DelayPart::kEncode, 0.11}, {DelayPart::kSocket, 0.013},
            {DelayPart::kQueue, 0.0011}, {DelayPart::kLink, 0.048},  {DelayPart::kKernel, 0.034},
            {DelayPart::kPlayout, 60},   {DelayPart::kDisplay, 1.3}};
  return {{DelayPart::kCapture, 4.2},  {DelayPart::kEncode, 1.9},       {DelayPart::kShaper, 57.4},
          {DelayPart::kSocket, 0.012}, {DelayPart::kQueue, 0.0009},     {DelayPart::kLink, 0.052},
          {DelayPart::kKernel, 0.041}, {DelayPart::kReassembly, 0.004}, {DelayPart::kDecode, 2.7},
          {DelayPart::kPlayout, 0},    {DelayPart::kDisplay, 7.9}};
}

ThreadRow thread(ThreadRole role, const char* class_words, int tid, double elapsed_s) {
  ThreadRow row;
  row.role = role;
  row.tid = tid;
  row.requested = row.effective = class_words;
  row.cpu = tid % 2;
  row.cpu_share = 0.004 * (1 + tid % 7);
  row.run_queue_share = 0.0002 * (1 + tid % 5);
  row.voluntary_per_s = 15 * (1 + tid % 6);
  row.involuntary_per_s = 0.5 * (tid % 4);
  std::mt19937 random(static_cast<unsigned>(tid));
  std::normal_distribution<double> normal(0, 1);
  for (double at = 1; at < elapsed_s; at += 1)
    row.run_queue_series.push_back({at, 0.4 * (1 + tid % 5) * std::abs(1 + 0.4 * normal(random))});
  return row;
}

void add_wakes(ThreadRow& row, double p50_us, double elapsed_s) {
  row.wake_p50_us = p50_us;
  row.wake_p99_us = p50_us * 6;
  row.wake_max_us = p50_us * 47;
  std::mt19937 random(static_cast<unsigned>(row.tid));
  std::normal_distribution<double> normal(0, 1);
  for (double at = 0.5; at < elapsed_s; at += 0.5) {
    const double busy = at < 0.6 * elapsed_s ? 30 : 1;  // calmer after a change of class
    row.wake_series.push_back({at, p50_us * 0.6, p50_us * busy * std::exp(0.7 * normal(random))});
  }
}

DemonstrationHalf half_of_class(bool calm) {
  DemonstrationHalf made;
  made.variant = calm ? "realtime" : "default";
  made.seconds = 10;
  made.packets = 2040;
  made.frames = 150;
  const auto spread = [](double p50, double p99) {
    return SampleFigures{2510, p50 * 1.3, p50, p50 * 0.5, p99 * 2, p50, p99 * 0.5, p99};
  };
  made.kernel_to_user = calm ? spread(0.011, 0.062) : spread(0.18, 3.41);
  made.audio_interarrival = {467, 21.4, calm ? 0.09 : 2.71, 14, 31, 21.4, 25, 28};
  made.sender_wake = calm ? spread(0.009, 0.058) : spread(0.11, 3.9);
  made.os_share = calm ? 0.31 : 0.94;
  made.audio_gaps = calm ? 0 : 4;
  made.effective = calm ? "realtime 18" : "default";
  const auto around = [](double value) { return Interval95{value * 0.8, value * 1.3}; };
  made.intervals.kernel_to_user_p50 = around(*made.kernel_to_user.p50);
  made.intervals.kernel_to_user_p99 = around(*made.kernel_to_user.p99);
  if (calm) made.intervals.audio_interarrival_stddev = around(*made.audio_interarrival.stddev);
  std::mt19937 random(calm ? 5 : 6);
  std::normal_distribution<double> normal(0, 1);
  for (double at = 0; at < 10; at += 0.1) {
    const double top = (calm ? 0.02 : 0.7) * std::exp(0.8 * normal(random));
    made.kernel_to_user_series.push_back({(calm ? 173 : 160) + at, std::min(0.008, top), top});
  }
  return made;
}

}  // namespace

std::vector<ThreadRow> make_threads(double elapsed_s) {
  std::vector<ThreadRow> rows;
  int tid = 4100;
  const auto add = [&](ThreadRole role, const char* words) -> ThreadRow& {
    rows.push_back(thread(role, words, tid++, elapsed_s));
    return rows.back();
  };
  auto& audio_send = add(ThreadRole::kAudioSend, "rr 20");
  audio_send.way = PriorityWay::kRtkit;
  add_wakes(audio_send, 7.2, elapsed_s);
  add_wakes(add(ThreadRole::kAudioReceive, "realtime 18"), 11.8, elapsed_s);
  auto& video_send = add(ThreadRole::kVideoSend, "deadline 2/10 ms");
  video_send.effective = "default";
  video_send.demoted = true;
  video_send.lost_at_s = 0.6 * elapsed_s;
  add_wakes(video_send, 9.6, elapsed_s);
  add_wakes(add(ThreadRole::kVideoReceive, "realtime 10"), 14.1, elapsed_s);
  for (auto& row : rows)
    if (row.role != ThreadRole::kAudioSend && row.effective == row.requested) row.way = PriorityWay::kDirect;
  add(ThreadRole::kAudioDevice, "nice -11").cpu_share.reset();  // one report only so far
  rows.back().run_queue_share.reset();
  rows.back().voluntary_per_s.reset();
  rows.back().involuntary_per_s.reset();
  for (const auto role :
       {ThreadRole::kRtcp, ThreadRole::kVideoCapture, ThreadRole::kVideoEncode, ThreadRole::kVideoDecode,
        ThreadRole::kAnalysis, ThreadRole::kRecorder, ThreadRole::kUi, ThreadRole::kSession})
    add(role, "default");
  add(ThreadRole::kWatchdog, "realtime 49");
  return rows;
}

DelaySplitView make_split(Medium medium, double elapsed_s) {
  DelaySplitView view;
  double whole = 0;
  const auto means = means_of(medium);
  for (const auto& [part, mean] : means) {
    view.parts[index(part)] = figures(mean);
    whole += mean;
  }
  view.whole = figures(whole);
  view.last = DelayPart::kDisplay;
  view.clock_bound_ms = 0.011;
  const double waiting = medium == Medium::kVideo ? 0.21 : 0.037;
  const auto mean = [&](DelayPart part) { return *view.parts[index(part)]->mean; };
  view.os_ms = mean(DelayPart::kSocket) + mean(DelayPart::kKernel) + waiting;
  view.waiting_ms = waiting;
  view.kernel_ms = mean(DelayPart::kKernel);
  view.network_ms = mean(DelayPart::kQueue) + mean(DelayPart::kLink);
  view.os_share = *view.os_ms / (*view.os_ms + *view.network_ms);
  view.network_share = 1 - *view.os_share;
  std::mt19937 random(medium == Medium::kVideo ? 21U : 22U);
  std::normal_distribution<double> normal(0, 1);
  for (double at = 1; at < elapsed_s; at += 1) {
    DelaySplitView::Moment moment;
    moment.at_s = at;
    const double busy = at < 0.6 * elapsed_s ? 6 : 1;
    for (const auto& [part, level] : means) {
      const bool system = owner_of(part) == DelayOwner::kSystem;
      moment.parts[index(part)] = level * (system ? busy : 1) * std::max(0.1, 1 + 0.06 * normal(random));
    }
    moment.waiting = waiting * busy * std::max(0.1, 1 + 0.2 * normal(random));
    moment.os_share = view.os_share;
    view.series.push_back(moment);
  }
  return view;
}

DelaySplitView make_unstamped_split(Medium medium, double elapsed_s) {
  auto view = make_split(medium, elapsed_s);
  for (const auto part : {DelayPart::kSocket, DelayPart::kQueue, DelayPart::kLink, DelayPart::kKernel}) {
    view.parts[index(part)].reset();
    for (auto& moment : view.series) moment.parts[index(part)].reset();
  }
  for (auto& moment : view.series) moment.waiting.reset();
  view.whole.reset();
  view.os_ms = view.network_ms = view.waiting_ms = view.kernel_ms = view.os_share = view.network_share =
      view.clock_bound_ms = std::nullopt;
  view.unknown =
      "The kernels give no stamps of packets, so nothing is known of the way between the send and the receive call.";
  return view;
}

DemonstrationView make_priority_demonstration(const std::string& state) {
  DemonstrationView view;
  view.kind = DemonstrationKind::kPriority;
  view.state = state;
  const bool over = state == "done" || state == "stopped";
  view.progress = over ? 1 : state == "settling" ? 0.1 : state == "before" ? 0.3 : 0.8;
  view.seconds_left = over ? 0 : 27 * (1 - view.progress);
  if (state != "settling" && state != "before") view.before = half_of_class(false);
  if (state == "done") view.after = half_of_class(true);
  if (state == "done")
    view.sentence =
        "With 2 counter processes on 2 cores the real-time class took packets out of the kernel 55 times sooner (p99 "
        "3.41 ms in the default class, 62 µs in real-time), and the spacing of the sound varied by 2.71 to 0.09 ms.";
  return view;
}

}  // namespace jitterscope
