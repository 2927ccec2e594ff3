#pragma once
// latecki04's two streams: a call of the steps of this program whose first end sends synthetic sound and picture, and
// whose second one reports on them. Here in virtual time (core/lab/virtual_call), where a seed makes a run repeat
// exactly; live.cpp has the same on real threads. Time begins at zero.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/rate/rate_controllers.h"
#include "core/algorithms/rtp/feedback_timer.h"
#include "core/events/kinds/rate_decided.h"
#include "core/events/kinds/trend_reported.h"
#include "core/events/link_setting.h"
#include "core/events/rate_setting.h"
#include "core/events/settings/shaping.h"
#include "core/lab/virtual_call/tcp_connection.h"

namespace jitterscope {

struct SyntheticSound {
  Duration period = Duration::ms(40);
  std::int32_t bytes = 104;  // UDP payload, as the paper counts its 20.8 kb/s
};

/// A picture of each period that is as large as the target allows; none while the target has no room for the smallest.
struct SyntheticPicture {
  Duration period = Duration::ms(20);
  std::int32_t smallest = 20, largest = 1'000'000;  // bytes of a picture without any headers
  double spread = 0;                                // sizes are within ± this share of what was asked for
  std::int32_t block = 1024;                        // bytes of a picture in a packet
  std::int32_t packet_header = 0;                   // of RTP and below it, in each packet: for packet_ms
  ShapingSetting shaping = *ShapingSetting::parse("c");
};

struct CrossTraffic {
  BackgroundSetting load;  // UDP payload
  Duration from, until;
};

/// Defaults are the paper's scenario (§4.1) with the picture over UDP. Where it prints nothing, ours.
struct RateScenario {
  LinkSettings link = latecki04_link();  // up: the media; down: reports and answers
  std::optional<std::int64_t> token_bucket =
      {};                                // bytes: the link keeps its rate as Linux's tbf does, without a schedule
  std::vector<CrossTraffic> cross = {};  // with the media
  bool both_ways = false;                // the remote sends just the same, under a controller of its own
  SyntheticSound sound = {};
  SyntheticPicture picture = {};
  std::optional<virtual_call::TcpSetup> tcp = {};     // of the picture; absent: UDP
  RateControlSetting control = two_stream();          // off: `wanted` all the time
  std::vector<RateStep> schedule = {};                // of the "replay" controller
  DataRate wanted = DataRate::kbits_per_second(100);  // with headers
  Duration alone_before = Duration::seconds(40), with_picture = Duration::seconds(120),
           alone_after = Duration::seconds(40);
  Duration jitter = Duration::us(300);             // simulated: threads that send wake up to twice this late
  Duration feedback_interval = Duration::ms(250);  // mean between two reports of the receiver
  bool feedback = false;                           // the receiver tells of each packet too (RFC 8888), each 100 ms
  bool rtcp = false;                               // reports of a call each 2 s too; the paper has none
  Duration length() const { return alone_before + with_picture + alone_after; }
  /// 100 kb/s, 32 000 B of queue, 41 ms: with its own time on the link a packet of the sound takes the paper's 53 ms.
  static LinkSettings latecki04_link();
  static RateControlSetting two_stream();
};

struct SoundFate {
  std::int64_t sequence = 0;
  Timestamp sent;
  std::optional<Duration> delay;  // absent: lost
};

struct FrameFate {
  std::int64_t frame = 0;
  Timestamp due;
  std::int32_t bytes = 0;         // on the link
  std::optional<Duration> delay;  // due → its last packet taken; absent: lost or omitted
  std::optional<OmitReason> omitted;
};

/// One second of the link towards the receiver; bytes on the link.
struct LinkSecond {
  std::int64_t sound = 0, picture = 0, control = 0, cross = 0;  // delivered
  std::int64_t picture_sent = 0;                                // offered by the sender, retransmissions too
  std::int64_t queue_bytes = 0;                                 // most that waited
  double capacity_kbps = 0;                                     // mean; 0: no limit
};

struct RateRun {
  std::vector<SoundFate> sound;   // all, by sequence
  std::vector<FrameFate> frames;  // all that were due, by number
  std::vector<RateDecided> decisions;
  std::vector<TrendReported> measured;  // at the receiver, kSent
  std::vector<TrendReported> received;  // that reached the sender, kReceived
  std::vector<LinkSecond> seconds;
};

namespace latecki04 {
/// When its sound and its picture begin, after the begin of the run and that of the picture.
struct Phases {
  Duration sound, picture;
};
Phases phases_of(const RateScenario& scenario, std::uint64_t seed);
Transport transport_of(const RateScenario& scenario);
/// Of an end whose regular reports come as often as the scenario says.
rtp::FeedbackTimerConfig feedback_of(const RateScenario& scenario, std::uint64_t seed);
}  // namespace latecki04

/// nullopt: `error` says what is wrong with link or controller. With feedback too where the controller needs it.
std::optional<RateRun> simulate(const RateScenario& scenario, std::uint64_t seed, std::string& error);
/// Under another controller than the scenario's.
std::optional<RateRun> simulate_with(std::unique_ptr<RateController> controller, const RateScenario& scenario,
                                     std::uint64_t seed, std::string& error);

/// What within_limits() judges.
struct RateFigures {
  double base_ms = 0;    // median delay of the sound before the picture begins
  double packet_ms = 0;  // time on the link of the median packet of picture that was sent after convergence
  double sound_loss = 0, sound_loss_converged = 0;  // 0 … 1, while there is picture
  double rise_ms = 0, rise_converged_ms = 0;        // mean of max(0, delay - base - packet_ms), while there is picture
  double sound_delay_ms = 0;                        // mean, while there is picture
  std::optional<double> picture_delay_ms;
  double picture_omitted = 0;  // share of frames that were due: omitted or lost
  // Picture begins → the last time that the rate in force is outside ± 10 % of the final one: its median over the last
  // third of the picture, by time. Breaks are left out; so are short excursions, as probes are: those that together
  // take less than a tenth of the time since the last one that counts. Absent: the rate was never changed, none is in
  // force in the last third, it ends outside, or less than 0.9 of the link is used from then on.
  std::optional<double> convergence_s;
  std::optional<double> utilisation;  // from then on, or where no rate was found from the picture's begin, to its end:
                                      // delivered bytes of the link's
};
RateFigures figures_of(const RateScenario& scenario, const RateRun& run);

}  // namespace jitterscope
