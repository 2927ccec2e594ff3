#pragma once
// A controller and the monitor that it listens to, in a call whose sound has given delays.
#include <functional>
#include <string_view>
#include <vector>

#include "core/algorithms/rate/stream_monitor.h"
#include "tests/unit/algorithms/rate/controlled_call.h"

namespace jitterscope {

/// A packet of sound each 40 ms, one of the picture each 20 ms while there is picture, of the size that the target
/// gives. Each report comes when its last packet does, each wish at once.
class ListeningCall {
 public:
  explicit ListeningCall(RateControlSetting setting) : controller_(make(std::move(setting))) {}

  /// Delay of the next packet of sound, ms, by its number; absent: lost.
  std::function<std::optional<double>(std::int64_t packet)> delay_ms = [](std::int64_t) { return 50; };
  bool reports = true;
  std::vector<RateDecided> decisions;
  std::vector<std::int64_t> decided_at;  // packets of sound sent before each
  std::vector<std::optional<double>> verdicts;

  const RateDecided& last() const { return decisions.back(); }
  std::int64_t packets() const { return sound_; }
  void set(std::string_view words) {
    controller_->add(SettingChanged{ShortText<32>("rate-control"), ShortText<160>(words), End::kLocal, {}, now_});
  }
  /// So many packets of sound.
  void run(std::int64_t packets) {
    for (const std::int64_t end = sound_ + packets; sound_ < end;) step();
  }
  /// Until the next decision, `most` packets at most. False: there was none.
  bool run_to_decision(std::int64_t most = 1000) {
    const std::size_t before = decisions.size();
    for (const std::int64_t end = sound_ + most; sound_ < end && decisions.size() == before;) step();
    return decisions.size() > before;
  }
  /// Until a decision of this stage.
  bool run_to(std::string_view stage, std::int64_t most = 2000) {
    for (const std::int64_t end = sound_ + most; sound_ < end && (decisions.empty() || last().stage.view() != stage);)
      step();
    return last().stage.view() == stage;
  }

 private:
  void step() {
    if (ticks_++ % 2 == 0) send_sound();
    if (!decisions.empty() && last().sending)
      controller_->add(sent_packet(Medium::kVideo, picture_size(last()), picture_++, now_));
    if (const auto decision = controller_->step(now_)) {
      decisions.push_back(decision->decided);
      decided_at.push_back(sound_);
      if (last().judge_from) monitor_.judge_from(*last().judge_from);
    }
    now_ += Duration::ms(20);
  }
  void send_sound() {
    const std::int64_t number = sound_++;
    controller_->add(sent_packet(Medium::kAudio, 104, kFirst + number, now_));
    const auto delay = delay_ms(number);
    if (!delay) return;
    PacketArrived packet;
    packet.medium = Medium::kAudio;
    packet.ssrc = 7;
    packet.sequence = kFirst + number;
    packet.rtp_timestamp = 320 * number;
    packet.size = 104;
    packet.received = now_ + Duration::from_ms(*delay);
    packet.received_conference = packet.received;
    packet.sent_conference = now_;
    monitor_.add(packet);
    auto report = monitor_.take(packet.received);
    if (!report || !reports) return;
    verdicts.push_back(report->verdict);
    report->direction = Direction::kReceived;
    controller_->add(*report);
  }

  static constexpr std::int64_t kFirst = 1000;
  StreamMonitor monitor_{TrendSetting{}};
  std::unique_ptr<RateController> controller_;
  Timestamp now_ = at(1);
  std::int64_t ticks_ = 0, sound_ = 0, picture_ = 0;
};

}  // namespace jitterscope
