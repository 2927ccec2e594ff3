#pragma once
// A controller in a call of hand-made events.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/algorithms/rate/rate_controller.h"
#include "core/algorithms/rate/rate_controllers.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/kinds/trend_reported.h"

namespace jitterscope {

inline Timestamp at(double seconds) {
  return Timestamp() + Duration::from_seconds(seconds);
}

inline PacketSent sent_packet(Medium medium, std::int32_t size, std::int64_t sequence, Timestamp now) {
  PacketSent packet;
  packet.medium = medium;
  packet.sequence = sequence;
  packet.size = size;
  packet.sent = packet.due = now;
  return packet;
}

/// Bytes of one of 50 packets a second that make the target, headers (42 bytes) left out.
inline std::int32_t picture_size(const RateDecided& decision) {
  return static_cast<std::int32_t>(decision.target_kbps * 2.5) - 42;
}

inline std::unique_ptr<RateController> make(RateControlSetting setting, std::vector<RateStep> schedule = {}) {
  std::string error;
  auto controller = make_rate_controller({std::move(setting), std::move(schedule)}, error);
  EXPECT_TRUE(controller) << error;
  return controller;
}

inline RateControlSetting two_stream() {
  RateControlSetting setting;
  setting.controller = "two-stream";
  return setting;
}

/// A call's events at the sender: sound each 40 ms (or `sound_ticks` of 20 ms), a packet of picture each 20 ms while
/// there is picture, and a report of each 8 packets of sound, half of them later.
class Call {
 public:
  explicit Call(RateControlSetting setting, std::int64_t first_sound = 65'530, int sound_ticks = 2)
      : controller_(make(std::move(setting))), sequence_(first_sound), sound_ticks_(sound_ticks) {}

  void run(double seconds) {
    for (const Timestamp until = now_ + Duration::from_seconds(seconds); now_ < until; now_ += Duration::ms(20)) step();
  }
  void set(std::string_view words) {
    controller_->add(SettingChanged{ShortText<32>("rate-control"), ShortText<160>(words), End::kLocal, {}, now_});
  }
  double rise_ms = 0;                                 // of the coming reports
  bool reports = true, picture = true, obeys = true;  // obeys: windows begin where the controller wishes
  std::optional<double> verdict;
  std::uint32_t lost = 0;  // of sound, so far
  std::vector<RateDecided> decisions;
  const RateDecided& last() const { return decisions.back(); }

 private:
  void step() {
    if (ticks_++ % sound_ticks_ == 0) controller_->add(sent_packet(Medium::kAudio, 104, sequence_++, now_));
    const bool sending = picture && !decisions.empty() && last().sending;
    if (sending) controller_->add(sent_packet(Medium::kVideo, picture_size(last()), pictures_++, now_));
    if (reports && ticks_ % (8 * sound_ticks_) == 4 * sound_ticks_) report();
    if (const auto decision = controller_->step(now_)) {
      decisions.push_back(decision->decided);
      if (last().judge_from) wish_ = *last().judge_from;
    }
  }
  void report() {
    TrendReported report;
    report.direction = Direction::kReceived;
    report.end_sequence = static_cast<std::uint32_t>(sequence_ - 4);
    if (obeys) judged_from_ = wish_;
    report.judged_from = judged_from_;
    report.verdict = verdict;
    report.rise_ms = rise_ms;
    report.noise_ms = 0.3;
    report.audio_lost = lost;
    report.audio_expected = static_cast<std::uint32_t>(ticks_ / sound_ticks_);
    report.at = now_;
    controller_->add(report);
  }

  std::unique_ptr<RateController> controller_;
  std::int64_t sequence_, pictures_ = 0, judged_from_ = 0, wish_ = 0;
  const int sound_ticks_;
  std::int64_t ticks_ = 0;
  Timestamp now_ = at(1);
};

}  // namespace jitterscope
