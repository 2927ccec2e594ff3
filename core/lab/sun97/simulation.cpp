#include "core/lab/sun97/simulation.h"

#include <cmath>
#include <random>

#include "core/algorithms/shaping/shaper.h"

namespace jitterscope {
namespace {

constexpr int kBackgroundStations = 2;
constexpr int kAroundPacket = 8 + 4 + 12;  // bytes: preamble, frame check sequence, gap

/// Draws that are the same with every standard library.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  double uniform() { return (static_cast<double>(random_() >> 11) + 0.5) * 0x1p-53; }  // in (0, 1)
  int whole(int low, int high) { return low + static_cast<int>(uniform() * (high - low + 1)); }
  Duration within(Duration low, Duration high) {
    return low + Duration::from_seconds(uniform() * (high - low).seconds());
  }
  Duration exponential(Duration mean) { return Duration::from_seconds(-std::log(uniform()) * mean.seconds()); }

 private:
  std::mt19937_64 random_;
};

/// A conferencing station's video_send thread: fetches frames and sends each block to all others of its conference, one
/// call after another.
class Sender {
 public:
  Sender(const Sun97Cell& cell, std::uint64_t seed) : cell_(cell), draw_(seed), shaper_(cell.shaping) {
    fetch_ = Timestamp() + draw_.within(Duration(), cell.model.period);
    begin_frame();
  }
  struct Call {
    std::int64_t frame;
    int block, which;  // which: the receiver, from 0
    Timestamp begins, ends;
  };
  /// The next call that will be made; nullopt: all frames are sent.
  const std::optional<Call>& next() const { return call_; }
  void made() {
    free_ = call_->ends;
    if (call_->which + 2 < cell_.model.members) return plan(call_->which + 1);
    shaper_.advance();
    if (!shaper_.next())
      begin_frame();
    else
      plan(0);
  }

 private:
  void begin_frame() {
    call_.reset();
    if (++frame_ >= cell_.frames) return;
    const Sun97Model& model = cell_.model;
    const Duration fetching =
        draw_.within(model.fetching - model.fetching_spread, model.fetching + model.fetching_spread);
    shaper_.begin_frame(fetch_ + fetching, draw_.whole(model.fewest_blocks, model.most_blocks), model.period, fetching);
    fetch_ += model.period;
    plan(0);
  }
  void plan(int which) {
    const auto departure = shaper_.next();
    const Timestamp begins = std::max(departure->due, free_);
    call_ = Call{frame_, departure->block, which, begins, begins + cell_.model.send_call};
  }

  const Sun97Cell& cell_;
  Draw draw_;
  Shaper shaper_;
  std::int64_t frame_ = -1;
  Timestamp fetch_, free_;
  std::optional<Call> call_;
};

/// A background station's share of the load.
class Background {
 public:
  Background(const BackgroundSetting& setting, std::uint64_t seed) : setting_(setting), draw_(seed) {
    const double rate = setting.kilobytes_per_second * 1000 / kBackgroundStations;
    if (rate <= 0) return;
    interval_ = Duration::from_seconds(setting.packet_bytes * setting.burst / rate);
    next_ = Timestamp() + draw_.within(Duration(), interval_);
  }
  std::optional<Timestamp> next() const { return next_; }
  void made() { *next_ += setting_.poisson ? draw_.exponential(interval_) : interval_; }

 private:
  const BackgroundSetting& setting_;
  Draw draw_;
  Duration interval_;
  std::optional<Timestamp> next_;
};

/// What a packet's id stands for.
struct PacketName {
  std::int64_t frame = 0;
  int stream = 0, block = 0;
};
constexpr std::uint64_t kBackgroundId = ~std::uint64_t{0};
std::uint64_t id_of(const PacketName& name) {
  return static_cast<std::uint64_t>(name.frame) << 16 | static_cast<std::uint64_t>(name.block) << 8 |
         static_cast<std::uint64_t>(name.stream);
}
PacketName name_of(std::uint64_t id) {
  return {static_cast<std::int64_t>(id >> 16), static_cast<int>(id & 0xff), static_cast<int>(id >> 8 & 0xff)};
}

class Experiment {
 public:
  Experiment(const Sun97Cell& cell, std::uint64_t seed)
      : cell_(cell),
        stations_(cell.model.conferences * cell.model.members),
        receivers_(cell.model.members - 1),
        cable_({.stations = stations_ + kBackgroundStations, .queue_limit = cell.model.queue_limit}, seed),
        streams_(static_cast<std::size_t>(stations_ * receivers_), ShapingMeasures(cell.model.period)) {
    for (int i = 0; i < stations_; ++i) senders_.emplace_back(cell_, seed * 64 + 1 + static_cast<std::uint64_t>(i));
    for (int i = 0; i < kBackgroundStations; ++i)
      background_.emplace_back(cell_.model.background, seed * 64 + 49 + static_cast<std::uint64_t>(i));
  }

  ShapingFigures run() {
    while (send_next()) collect();
    while (const auto next = cable_.next_event()) cable_.advance(*next, results_), collect();
    return figures_of(streams_);
  }

 private:
  /// The earliest of what will be offered. False: the members have sent everything.
  bool send_next() {
    int member = -1, load = -1;
    for (int i = 0; i < stations_; ++i)
      if (senders_[i].next() && (member < 0 || senders_[i].next()->ends < senders_[member].next()->ends)) member = i;
    if (member < 0) return false;
    for (int i = 0; i < kBackgroundStations; ++i)
      if (background_[i].next() && (load < 0 || *background_[i].next() < *background_[load].next())) load = i;
    if (load >= 0 && *background_[load].next() < senders_[member].next()->ends)
      send_background(load);
    else
      send_block(member);
    return true;
  }

  void send_block(int member) {
    const Sender::Call call = *senders_[member].next();
    const int stream = member * receivers_ + call.which;
    streams_[stream].sent(call.frame, call.block, call.begins);
    cable_.advance(call.ends, results_);
    cable_.offer(member,
                 {.id = id_of({call.frame, stream, call.block}),
                  .traffic = link::Traffic::kVideo,
                  .bytes = cell_.model.block_bytes},
                 call.ends);
    senders_[member].made();
  }

  void send_background(int which) {
    const Timestamp at = *background_[which].next();
    const BackgroundSetting& load = cell_.model.background;
    cable_.advance(at, results_);
    for (int i = 0; i < load.burst; ++i)
      cable_.offer(
          stations_ + which,
          {.id = kBackgroundId, .traffic = link::Traffic::kBackground, .bytes = load.packet_bytes + kUdpHeaderBytes},
          at);
    background_[which].made();
  }

  void collect() {
    for (const link::Departure& departure : results_.departures) {
      if (departure.id == kBackgroundId) continue;
      const PacketName name = name_of(departure.id);
      streams_[name.stream].arrived(name.frame, name.block, departure.at);
    }
    results_.departures.clear();
    results_.drops.clear();
  }

  const Sun97Cell& cell_;
  const int stations_, receivers_;  // receivers of each
  link::Ethernet cable_;
  link::Results results_;
  std::vector<ShapingMeasures> streams_;
  std::vector<Sender> senders_;
  std::vector<Background> background_;
};

}  // namespace

double offered_mbps(const Sun97Cell& cell) {
  const Sun97Model& model = cell.model;
  const double blocks = 0.5 * (model.fewest_blocks + model.most_blocks) / model.period.seconds();
  const double packets = model.conferences * model.members * (model.members - 1) * blocks;
  const BackgroundSetting& load = model.background;
  const double background = load.kilobytes_per_second * 1000 / load.packet_bytes;
  return 8e-6 * (packets * (model.block_bytes + kAroundPacket) +
                 background * (load.packet_bytes + kUdpHeaderBytes + kAroundPacket));
}

ShapingFigures simulate(const Sun97Cell& cell, std::uint64_t seed) {
  return Experiment(cell, seed).run();
}

}  // namespace jitterscope
