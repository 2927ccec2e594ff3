#include "core/algorithms/rate/stream_monitor.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include "core/algorithms/rate/median.h"
#include "core/algorithms/rate/noise_floor.h"
#include "core/algorithms/rate/trend.h"
#include "core/base/units/media_time.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/trend_reported.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMost = kTrendPackets.back();
constexpr double kSlew = 500e-6;
constexpr std::size_t kFewestOfReport = 2;  // between two reports
constexpr double kFastMs = 15;
constexpr Duration kStreamPause = Duration::seconds(1);
constexpr double kDrift = 500e-6;
constexpr Duration kRecent = Duration::seconds(10), kBaseStep = Duration::seconds(1);
constexpr std::int64_t kSoundClock = 8000;  // of every sound of a call
constexpr int kChangeAfter = 8;
constexpr double kLongestStepMs = 10'000;

/// What came and what did not, of one medium, since its streams began. Continues over a change of the stream (SSRC, or
/// a jump of sequence numbers that no loss makes). Sans-IO.
class ArrivalCount {
 public:
  static constexpr std::int64_t kJump = 3000;  // RFC 3550 A.1, MAX_DROPOUT

  /// A packet that is no duplicate. True: a new stream began with it.
  bool add(std::uint32_t ssrc, std::int64_t sequence, std::int32_t bytes) {
    const bool anew = !first_ || ssrc != ssrc_ || std::abs(sequence - highest_) > kJump;
    if (anew) {
      expected_before_ = expected();
      ssrc_ = ssrc;
      first_ = highest_ = sequence;
    }
    first_ = std::min(*first_, sequence);
    highest_ = std::max(highest_, sequence);
    ++packets_;
    bytes_ += bytes;
    return anew;
  }
  std::int64_t packets() const { return packets_; }
  std::int64_t expected() const { return expected_before_ + (first_ ? highest_ - *first_ + 1 : 0); }
  std::int64_t lost() const { return expected() - packets_; }
  std::int64_t bytes() const { return bytes_; }
  std::int64_t highest() const { return highest_; }

 private:
  std::uint32_t ssrc_ = 0;
  std::optional<std::int64_t> first_;
  std::int64_t highest_ = 0, packets_ = 0, expected_before_ = 0, bytes_ = 0;
};

/// The delay of the path while nothing waits: the least, one outlier in three left out. It rises by at most 500 ppm of
/// time, as fast as clocks drift and slew, up to the least of the last ten seconds: so a queue that stays full for
/// minutes is not taken for the path. Sans-IO.
class DelayBase {
 public:
  void add(double delay_ms, Timestamp at) {
    last_.push_back(delay_ms);
    if (last_.size() > 3) last_.pop_front();
    const double middle =
        last_.size() < 3 ? *std::ranges::max_element(last_)
                         : std::max(std::min(last_[0], last_[1]), std::min(std::max(last_[0], last_[1]), last_[2]));
    if (recent_.empty() || at - recent_.back().begin >= kBaseStep)
      recent_.push_back({at, middle});
    else
      recent_.back().ms = std::min(recent_.back().ms, middle);
    while (at - recent_.front().begin > kRecent) recent_.pop_front();
    const double least = std::ranges::min_element(recent_, {}, &Least::ms)->ms;
    if (!base_)
      base_ = least;
    else
      base_ = std::min(least, *base_ + std::max(0.0, (at - at_).ms()) * kDrift);
    at_ = std::max(at_, at);
  }
  void reset() { *this = {}; }
  std::optional<double> ms() const { return base_; }

 private:
  struct Least {
    Timestamp begin;
    double ms;
  };
  std::deque<double> last_;
  std::deque<Least> recent_;  // one a second
  std::optional<double> base_;
  Timestamp at_;
};

/// The one-way delays of the sound, whichever clocks there are.
class SoundDelays {
 public:
  struct Delay {
    double ms = 0;
    bool absolute = false;    // the clocks agree; else over an arbitrary origin
    bool began_anew = false;  // cannot be compared with earlier ones
    Timestamp arrived;        // local
  };
  /// nullopt: of a clock that is not the one in use (which changes when eight in a row tell of another). A step of more
  /// than 10 s is a clock's, not a queue's.
  std::optional<Delay> add(const PacketArrived& packet) {
    const bool absolute = packet.sent_conference && packet.received_conference;
    const Timestamp arrived = packet.kernel && *packet.kernel <= packet.received ? *packet.kernel : packet.received;
    bool anew = !any_;
    if (any_ && absolute != absolute_) {
      if (++others_ < kChangeAfter) return std::nullopt;
      anew = true;
    }
    others_ = 0;
    const Duration transit = absolute
                                 ? *packet.received_conference - *packet.sent_conference - (packet.received - arrived)
                                 : Duration::ns(arrived.ns()) - media_time(packet.rtp_timestamp, kSoundClock);
    anew = anew || std::abs((transit - origin_).ms() - last_ms_) > kLongestStepMs;
    if (anew) {
      any_ = true;
      absolute_ = absolute;
      origin_ = absolute ? Duration{} : transit;
    }
    last_ms_ = (transit - origin_).ms();
    return Delay{last_ms_, absolute, anew, arrived};
  }
  void reset() { *this = {}; }

 private:
  bool absolute_ = false, any_ = false;
  double last_ms_ = 0;
  int others_ = 0;  // successive packets of the clock that is not in use
  Duration origin_;
};

struct Sample {
  std::int64_t sequence;
  double ms;
  Timestamp arrived;
};

}  // namespace

struct StreamMonitor::State {
  TrendSetting setting;
  ArrivalCount audio, video;
  SoundDelays delays;
  DelayBase base;
  NoiseFloor noise;
  std::deque<Sample> window;  // in sequence order, none before judged_from
  std::deque<double> recent;  // the last delays to come
  std::int64_t judged_from = 0;
  std::int64_t epoch = 0;         // the sender's sequence numbers less ours: it may have begun before we listened
  std::optional<Timestamp> last;  // arrival of sound
  bool absolute = false;
  std::uint32_t ssrc = 0;
  std::size_t in_block = 0;
  std::size_t since_report = 0;
  std::optional<double> told_ms;  // median of the last report
  bool due = false;

  void begin_windows(std::int64_t sequence) {
    judged_from = sequence;
    window.clear();
    noise.cut();
  }
  void keep(const Sample& sample);
  void add_sound(const PacketArrived& packet);
  void ask(std::int64_t sequence);
  bool rises_fast() const;
  double epsilon_ms(std::size_t scale, const NoiseFloor::Level& noise_level) const;
  std::optional<TrendFigures> judge(std::size_t scale, const NoiseFloor::Level& noise_level) const;
  TrendReported report(Timestamp now) const;
};

void StreamMonitor::State::keep(const Sample& sample) {
  auto place = window.end();
  while (place != window.begin() && std::prev(place)->sequence > sample.sequence) --place;
  if (place == window.end()) noise.delay(sample.ms);
  window.insert(place, sample);
  if (window.size() > kMost) window.pop_front();
}

void StreamMonitor::State::add_sound(const PacketArrived& packet) {
  const bool new_stream = audio.add(packet.ssrc, packet.sequence, packet.size);
  if (new_stream) {
    told_ms.reset();
    delays.reset();
    base.reset();
    last.reset();
    ssrc = packet.ssrc;
    epoch = 0;
    begin_windows(packet.sequence);
  }
  if (const auto delay = delays.add(packet)) {
    absolute = delay->absolute;
    if (delay->began_anew) {
      base.reset();
      noise = {};
      recent.clear();
      told_ms.reset();
    }
    if (delay->began_anew || (last && delay->arrived - *last > kStreamPause))
      begin_windows(std::max(judged_from, packet.sequence));
    last = delay->arrived;
    base.add(delay->ms, delay->arrived);
    recent.push_back(delay->ms);
    if (recent.size() > kSoundsOfReport) recent.pop_front();
    if (packet.sequence >= judged_from) keep({packet.sequence, delay->ms, delay->arrived});
  }
  ++since_report;
  due = due || rises_fast();
  if (++in_block < kSoundsOfReport) return;
  in_block = 0;
  due = true;
  noise.next_block();
}

/// By more than the sawtooth since the last report: where a queue fills, the rest of the block comes late.
bool StreamMonitor::State::rises_fast() const {
  if (!told_ms || since_report < kFewestOfReport || recent.size() < kSoundsOfReport) return false;
  const double median = median_of({recent.begin(), recent.end()}), more = median - *told_ms;
  const bool goes_on = recent.back() - median > more;  // a step does not
  return goes_on && more > kFastMs && more > noise.levels()[0].range_ms;
}

void StreamMonitor::State::ask(std::int64_t sequence) {
  if (!last) return;
  // Told modulo 2^32; and the sender may have wrapped its 16 bits before we first heard of it.
  const std::int64_t highest = audio.highest();
  const std::int64_t told = highest + static_cast<std::int32_t>(static_cast<std::uint32_t>(sequence - highest));
  std::int64_t asked = told;
  if (std::abs(told - highest) > 0x8000)
    asked = highest + static_cast<std::int16_t>(static_cast<std::uint16_t>(sequence - highest));
  if (asked <= judged_from || asked > highest + ArrivalCount::kJump) return;
  epoch = told - asked;
  judged_from = asked;
  while (!window.empty() && window.front().sequence < judged_from) window.pop_front();
  noise.cut();
}

/// What the clocks can make of the time between two groups counts too.
double StreamMonitor::State::epsilon_ms(std::size_t scale, const NoiseFloor::Level& noise_level) const {
  const double epsilon = std::max(setting.epsilon.ms(), noise_level.step_ms);
  if (window.size() < 2) return epsilon;
  const double a_packet =
      (window.back().arrived - window.front().arrived).ms() / static_cast<double>(window.size() - 1);
  const std::int32_t packets = kTrendPackets[scale];
  return std::max(epsilon, kSlew * a_packet * packets / trend_groups(static_cast<std::size_t>(packets)));
}

std::optional<TrendFigures> StreamMonitor::State::judge(std::size_t scale, const NoiseFloor::Level& noise_level) const {
  const auto packets = static_cast<std::size_t>(kTrendPackets[scale]);
  if (window.size() < packets) return std::nullopt;
  const std::ranges::subrange samples(window.end() - static_cast<std::ptrdiff_t>(packets), window.end());
  std::vector<double> window_delays;
  window_delays.reserve(packets);
  for (const Sample& sample : samples) window_delays.push_back(sample.ms);
  const double slewed = kSlew * (samples.back().arrived - samples.front().arrived).ms();
  const std::vector<double> medians = group_medians(window_delays);
  const auto [least, most] = std::ranges::minmax(medians);
  const double epsilon = epsilon_ms(scale, noise_level);
  if (most - least <= std::max({epsilon, noise_level.range_ms, slewed})) return TrendFigures{};
  return trend_of_medians(medians, setting, epsilon);
}

TrendReported StreamMonitor::State::report(Timestamp now) const {
  TrendReported report;
  report.direction = Direction::kSent;
  report.ssrc = ssrc;
  report.end_sequence = audio.highest() + epoch;
  report.judged_from = judged_from + epoch;
  const auto levels = noise.levels();
  std::array<std::optional<TrendFigures>, kTrendScales> scales;
  for (std::size_t i = 0; i < scales.size(); ++i) {
    scales[i] = judge(i, levels[i]);
    if (!scales[i]) continue;
    report.phase[i] = scales[i]->phase;
    report.pct[i] = static_cast<float>(scales[i]->pct);
    report.pdt[i] = static_cast<float>(scales[i]->pdt);
  }
  report.verdict = trend_verdict(scales);
  report.epsilon_ms = epsilon_ms(0, levels[0]);  // of the shortest scale, the first to speak
  report.noise_ms = levels[0].step_ms;
  if (!recent.empty()) {
    const double median = median_of({recent.begin(), recent.end()});
    if (base.ms()) report.rise_ms = std::max(0.0, median - *base.ms());
    if (absolute) report.delay_ms = median;
  }
  const auto low_bits = [](std::int64_t count) { return static_cast<std::uint32_t>(count); };
  report.audio_expected = low_bits(audio.expected());
  report.audio_lost = low_bits(audio.lost());
  report.video_packets = low_bits(video.packets());
  report.video_lost = low_bits(video.lost());
  report.video_bytes = low_bits(video.bytes());
  report.at = now;
  return report;
}

StreamMonitor::StreamMonitor(const TrendSetting& setting) : state_(std::make_unique<State>()) {
  state_->setting = setting;
}
StreamMonitor::~StreamMonitor() = default;
StreamMonitor::StreamMonitor(StreamMonitor&&) noexcept = default;
StreamMonitor& StreamMonitor::operator=(StreamMonitor&&) noexcept = default;

void StreamMonitor::set(const TrendSetting& setting) {
  state_->setting = setting;
}

void StreamMonitor::judge_from(std::int64_t sequence) {
  state_->ask(sequence);
}

void StreamMonitor::add(const PacketArrived& packet) {
  if (packet.duplicate) return;
  State& s = *state_;
  s.noise.arrived(packet);
  if (packet.medium == Medium::kAudio)
    s.add_sound(packet);
  else
    s.video.add(packet.ssrc, packet.sequence, packet.size);
}

std::optional<TrendReported> StreamMonitor::take(Timestamp now) {
  if (!state_->due) return std::nullopt;
  State& s = *state_;
  s.due = false;
  s.since_report = 0;
  if (!s.recent.empty()) s.told_ms = median_of({s.recent.begin(), s.recent.end()});
  return s.report(now);
}

}  // namespace jitterscope
