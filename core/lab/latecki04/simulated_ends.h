#pragma once
// Both ends of latecki04's two streams in virtual time and the picture's way between them; live_ends.h has the
// like on real sockets. Each gives its next_time(); step() is called when that has come.
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "core/algorithms/link/random.h"
#include "core/algorithms/rate/feedback/feedback_builder.h"
#include "core/algorithms/rate/stream_monitor.h"
#include "core/lab/latecki04/events.h"
#include "core/lab/latecki04/sender_control.h"
#include "core/lab/latecki04/simulated_link.h"
#include "core/lab/latecki04/sources.h"

namespace jitterscope::latecki04 {

/// What both ends note of a run while it goes on.
struct RunRecord {
  explicit RunRecord(std::int64_t first) : first_sound(first) {}
  const std::int64_t first_sound;  // sequence
  RateRun run;
  std::vector<std::int32_t> outstanding;  // packets of each frame that the receiver has not
  SoundFate& sound(std::int64_t sequence) { return run.sound[static_cast<std::size_t>(sequence - first_sound)]; }
  /// A packet of sound as the end that it comes to sees it; either end sends at the same times.
  PacketArrived sound_arrived(const SyntheticSound& sound, std::int64_t sequence, Timestamp now);
};

/// Watches the sound and reports on it. What it is given outlives it.
class SimulatedReceiver {
 public:
  SimulatedReceiver(const RateScenario& scenario, std::uint64_t seed, SimulatedLink& link, RunRecord& record);
  void take_sound(std::int64_t sequence, Timestamp now);
  void take_picture(std::int64_t sequence, const PictureCarrier::Taken& packet);
  /// The sender's wish came through.
  void judge_from(std::int64_t sequence) { monitor_.judge_from(sequence); }
  /// A report that has left, by its number in the link.
  const TrendReported& report(std::int64_t number) const { return reports_[static_cast<std::size_t>(number)]; }
  /// What it told of single packets, by the number in the link.
  struct Feedback {
    Timestamp made;
    std::vector<FeedbackRecord> packets;
  };
  const Feedback& feedback(std::int64_t number) const { return feedback_[static_cast<std::size_t>(number)]; }
  std::optional<Timestamp> next_time() const;
  void step(Timestamp now);

 private:
  void monitor(const PacketArrived& packet, Timestamp now);
  void send_report(Timestamp now);
  void send_feedback(Timestamp now);

  RateScenario scenario_;
  SimulatedLink& link_;
  RunRecord& record_;
  StreamMonitor monitor_;
  link::Random losses_;
  std::vector<TrendReported> reports_;
  std::optional<TrendReported> pending_;
  FeedbackBuilder came_;
  std::vector<Feedback> feedback_;
  Timestamp report_allowed_, feedback_allowed_;
};

/// How the picture's packets reach the receiver: each as a datagram, or by the scenario's carrier.
class PicturePath {
 public:
  PicturePath(const RateScenario& scenario, std::uint64_t seed, SimulatedLink& link, SimulatedReceiver& receiver);
  /// On the link, of a packet.
  int header_bytes() const;
  /// Is the next frame to be dropped whole?
  bool holds_obsolete(Timestamp now) const { return carrier_ && carrier_->holds_obsolete(now); }
  void send(const PicturePacket& packet, Timestamp now);
  /// A kPicture or kCarrier came out of the link.
  void arrived(const SimulatedLink::Arrival& arrival);
  std::optional<Timestamp> next_time() const { return carrier_ ? carrier_->next_event() : std::nullopt; }
  void step(Timestamp now);

 private:
  void serve_carrier(Timestamp now);

  SimulatedLink& link_;
  SimulatedReceiver& receiver_;
  std::unique_ptr<PictureCarrier> carrier_;
  std::int64_t carried_sequence_ = 0;
};

/// Sends both streams as its controller says, and hears of the reports. What it is given outlives it.
class SimulatedSender {
 public:
  SimulatedSender(const RateScenario& scenario, std::uint64_t seed, SimulatedLink& link, PicturePath& path,
                  RunRecord& record, std::unique_ptr<RateController> controller);
  void receive_report(TrendReported report, Timestamp now);
  void receive_feedback(const SimulatedReceiver::Feedback& feedback, Timestamp now);
  /// The remote's own sound, for a controller that hears of it as in a call.
  void take_their_sound(std::int64_t sequence, Timestamp now);
  std::optional<Timestamp> next_time() const;
  /// Sends and decides what is due.
  void step(Timestamp now);
  /// After the receiver's step.
  void repeat_wish(Timestamp now);

 private:
  bool is_silent(Timestamp now) const;
  struct Planned {
    Timestamp at;
    PicturePacket packet;
  };
  void send_sound(Timestamp now);
  void begin_picture(Timestamp now);
  void plan(std::int64_t frame, const std::vector<std::int32_t>& packets, std::int32_t bytes, Timestamp now);
  Duration packet_interval(std::int32_t bytes, std::size_t packets) const;
  void send_picture(PicturePacket packet, Timestamp now);
  void decide(Timestamp now);
  void ask(Timestamp now);

  RateScenario scenario_;
  SimulatedLink& link_;
  PicturePath& path_;
  RunRecord& record_;
  SenderControl control_;
  StreamMonitor their_monitor_;
  Beat sound_, picture_, rounds_;
  PictureSizes sizes_;
  std::deque<Planned> planned_;
  std::int64_t picture_sequence_ = 0;
};

}  // namespace jitterscope::latecki04
