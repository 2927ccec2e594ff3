#include "core/algorithms/link/ethernet.h"

#include <algorithm>
#include <utility>

namespace jitterscope::link {
namespace {

constexpr int kMinimumFrame = 64, kCheckSequence = 4;  // bytes
constexpr int kAttempts = 16, kBackoffLimit = 10;      // IEEE 802.3 attemptLimit, backoffLimit
constexpr int kMostStations = 1024;                    // IEEE 802.3

}  // namespace

Ethernet::Ethernet(const EthernetConfig& config, std::uint64_t seed) : config_(config), random_(seed) {
  if (config_.rate.bits_per_second() <= 0) config_.rate = EthernetConfig().rate;
  stations_.resize(static_cast<std::size_t>(std::clamp(config_.stations, 2, kMostStations)));
  for (Station& station : stations_) station.limit = std::max(config_.queue_limit, 0);
}

Duration Ethernet::bits(std::int64_t count) const {
  return Duration::from_seconds(static_cast<double>(count) / config_.rate.bits_per_second());
}

Duration Ethernet::propagation() const {
  return std::clamp(config_.propagation, Duration(), bits(config_.slot_bits) / 2);
}

Duration Ethernet::frame_time(const Packet& packet) const {
  return bits(config_.preamble_bits + 8 * std::int64_t{std::max(packet.bytes + kCheckSequence, kMinimumFrame)});
}

/// When the station will start if it hears nobody before: not within the gap after the last frame.
Timestamp Ethernet::wanted_start(const Station& station) const {
  return std::max(station.ready, station.idle + bits(config_.gap_bits));
}

Ethernet::Station* Ethernet::first_to_start() {
  Station* first = nullptr;
  for (Station& station : stations_)
    if (station.head && (!first || wanted_start(station) < wanted_start(*first))) first = &station;
  return first;
}

void Ethernet::offer(int station, const Packet& packet, Timestamp at) {
  run_until(at);
  Station& sender = stations_.at(static_cast<std::size_t>(station));
  if (!sender.head) {
    sender.head = packet;
    sender.ready = at;
  } else if (static_cast<int>(sender.waiting.size()) >= sender.limit) {
    ++counts_.dropped_queue;
    results_.drops.push_back({packet.id, at, packet.way, packet.traffic, LinkDrop::kQueueFull});
  } else {
    sender.waiting.push_back(packet);
    sender.waiting_bytes += packet.bytes;
  }
  if (phase_ == Phase::kIdle) update_event();
}

std::optional<Timestamp> Ethernet::next_event() const {
  std::optional<Timestamp> next = event_;
  const auto take = [&](Timestamp at) { next = next ? std::min(*next, at) : at; };
  if (arriving_) take(arriving_->at);
  if (!results_.departures.empty()) take(results_.departures.front().at);
  if (!results_.drops.empty()) take(results_.drops.front().at);
  return next;
}

void Ethernet::advance(Timestamp now, Results& results) {
  run_until(now);
  results.departures.insert(results.departures.end(), results_.departures.begin(), results_.departures.end());
  results.drops.insert(results.drops.end(), results_.drops.begin(), results_.drops.end());
  results_.departures.clear();
  results_.drops.clear();
}

QueueState Ethernet::queue(int station) const {
  const Station& queue = stations_.at(static_cast<std::size_t>(station));
  return {static_cast<int>(queue.waiting.size()), queue.waiting_bytes};
}

void Ethernet::set_rate(DataRate rate, Timestamp at) {
  run_until(at);
  if (rate.bits_per_second() > 0) config_.rate = rate;
  if (phase_ == Phase::kIdle) update_event();
}

void Ethernet::set_queue_limit(int station, int packets) {
  stations_.at(static_cast<std::size_t>(station)).limit = std::max(packets, 0);
}

void Ethernet::run_until(Timestamp now) {
  const auto deliver_until = [this](Timestamp until) {
    if (!arriving_ || arriving_->at > until) return;
    results_.departures.push_back(*arriving_);
    arriving_.reset();
  };
  while (event_ && *event_ <= now) {
    deliver_until(*event_);
    switch (phase_) {
      case Phase::kIdle: settle(); break;
      case Phase::kSending: end_sending(); break;
      case Phase::kColliding: end_collision(); break;
    }
  }
  deliver_until(now);
}

void Ethernet::update_event() {
  phase_ = Phase::kIdle;
  const Station* first = first_to_start();
  event_ = first ? std::optional(wanted_start(*first) + propagation()) : std::nullopt;
}

/// The first to start is heard everywhere now: who has not begun and is not in the last third of its gap will wait.
void Ethernet::settle() {
  const Timestamp heard = *event_;
  const Duration deaf = bits(config_.gap_bits) / 3;
  std::vector<Station*> starters;
  for (Station& station : stations_) {
    if (!station.head) continue;
    const Timestamp start = wanted_start(station);
    const bool in_gap = station.ready < start;
    if (start <= heard || (in_gap && start - deaf <= heard)) starters.push_back(&station);
  }
  const Timestamp started = heard - propagation();
  if (starters.size() > 1) return begin_collision(started, starters);
  sender_ = starters.front();
  phase_ = Phase::kSending;
  event_ = started + frame_time(*sender_->head);
}

/// Each hears the other's signal one propagation later, ends its preamble and jams.
void Ethernet::begin_collision(Timestamp started, const std::vector<Station*>& stations) {
  ++counts_.collisions;
  phase_ = Phase::kColliding;
  std::vector<Timestamp> starts;
  for (const Station* station : stations) starts.push_back(wanted_start(*station));
  std::partial_sort(starts.begin(), starts.begin() + 2, starts.end());
  const Timestamp second = starts[1];
  bool first = true;  // of those that began at `started`: it hears the second
  for (Station* station : stations) {
    const Timestamp start = wanted_start(*station);
    const bool hears_second = start == started && first;
    if (hears_second) first = false;
    const Timestamp heard = std::max(start, (hears_second ? second : started) + propagation());
    station->collided = true;
    station->ended = std::max(heard, start + bits(config_.preamble_bits)) + bits(config_.jam_bits);
    event_ = std::max(*event_, station->ended);
  }
}

void Ethernet::end_sending() {
  const Timestamp now = *event_;
  const Packet& packet = *sender_->head;
  arriving_ = Departure{packet.id, now + propagation(), packet.way, packet.traffic, false};
  ++counts_.sent;
  for (Station& station : stations_) station.idle = now + propagation();
  sender_->idle = now;
  next_packet(*sender_, now);
  update_event();
}

void Ethernet::end_collision() {
  const Timestamp now = *event_;
  std::optional<Timestamp> last, last_but_one;  // ends of the jams
  for (const Station& station : stations_) {
    if (!station.collided) continue;
    if (!last || station.ended > *last)
      last_but_one = std::exchange(last, station.ended);
    else if (!last_but_one || station.ended > *last_but_one)
      last_but_one = station.ended;
  }
  for (Station& station : stations_) {
    const Timestamp others = station.collided && station.ended == *last ? *last_but_one : *last;
    station.idle = others + propagation();
    if (!station.collided) continue;
    station.idle = std::max(station.idle, station.ended);
    station.collided = false;
    if (++station.attempts < kAttempts) {
      back_off(station);
    } else {
      const Packet& packet = *station.head;
      ++counts_.dropped_collisions;
      results_.drops.push_back({packet.id, now, packet.way, packet.traffic, LinkDrop::kCollisions});
      next_packet(station, now);
    }
  }
  update_event();
}

/// Truncated binary exponential backoff, counted from the end of the jam whatever the cable does meanwhile.
void Ethernet::back_off(Station& station) {
  const std::uint64_t choices = 1u << std::min(station.attempts, kBackoffLimit);
  station.ready = station.ended + bits(config_.slot_bits) * static_cast<std::int64_t>(random_() & (choices - 1));
}

void Ethernet::next_packet(Station& station, Timestamp at) {
  station.attempts = 0;
  station.ready = at;
  station.head.reset();
  if (station.waiting.empty()) return;
  station.head = station.waiting.front();
  station.waiting_bytes -= station.head->bytes;
  station.waiting.pop_front();
}

}  // namespace jitterscope::link
