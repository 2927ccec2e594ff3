#include "core/algorithms/link/line.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace jitterscope::link {
namespace {

constexpr std::size_t kMostUnderWay = 1'000'000;
constexpr std::uint64_t kDuplicates = 0xD0B1, kReorders = 0x2E02;  // pieces

/// Sound, pictures, control and background, and reports on sound and pictures: each is drawn for by itself.
PacketKey key_of(const Packet& packet) {
  return {2 * static_cast<std::uint32_t>(packet.traffic) + (packet.is_report ? 1 : 0), packet.number};
}

PacketKey of_copy(PacketKey key) {
  key.kind += 0x100;
  return key;
}

bool later(const Departure& a, const Departure& b) {
  return a.at > b.at || (a.at == b.at && a.id > b.id);
}

/// The last `width` of each period, so that the link comes up without one.
bool in_spike(const DelaySpikes& spikes, Duration since) {
  return spikes.period.ns() > 0 && since.ns() % spikes.period.ns() >= (spikes.period - spikes.width).ns();
}

constexpr double kMostPareto = 100;

double below(double normal) {
  return 0.5 * std::erfc(-normal / std::numbers::sqrt2);
}  // distribution function

double shaped(JitterShape shape, double normal) {
  switch (shape) {
    case JitterShape::kNormal: return normal;
    case JitterShape::kPareto: return std::min(1 / std::cbrt(below(-normal)) - 1, kMostPareto);
    case JitterShape::kUniform: break;
  }
  return 2 * below(normal) - 1;
}

}  // namespace

bool Loss::next(const LinkSetting& setting, const PacketKey& packet) {
  bool lost = setting.loss > 0 && alone_.of(packet).happens(setting.loss);
  if (const auto& model = setting.gilbert_elliott) {
    lost = in_state_.of(packet).happens(bad_ ? model->bad_loss : model->good_loss) || lost;
    if (states_.happens(bad_ ? model->r : model->p)) bad_ = !bad_;
  }
  return lost;
}

Duration Jitter::next(const LinkSetting& setting, const PacketKey& packet) {
  if (setting.jitter.ns() <= 0) return Duration();
  const double rho = begun_ ? setting.jitter_correlation : 0;
  normal_ = rho * normal_ + std::sqrt(1 - rho * rho) * random_.of(packet).normal();
  begun_ = true;
  return Duration::from_seconds(setting.jitter.seconds() * shaped(setting.jitter_shape, normal_));
}

Line::Line(std::uint64_t seed, Timestamp began)
    : began_(began),
      loss_(seed),
      jitter_(seed),
      duplicates_(seed, kDuplicates),
      reorders_(seed, kReorders),
      last_(began) {}

void Line::reseed(std::uint64_t seed) {
  loss_ = Loss(seed);
  jitter_ = Jitter(seed);
  duplicates_ = PacketRandom(seed, kDuplicates);
  reorders_ = PacketRandom(seed, kReorders);
}

void Line::launch(const Packet& packet, Timestamp at, const LinkSetting& setting, Duration delay,
                  std::vector<Drop>& drops) {
  const PacketKey key = key_of(packet);
  if (loss_.next(setting, key)) {
    drops.push_back({packet.id, at, packet.way, packet.traffic, LinkDrop::kRandomLoss});
    return;
  }
  if (in_order_.size() + out_of_order_.size() >= kMostUnderWay) {
    drops.push_back({packet.id, at, packet.way, packet.traffic, LinkDrop::kLinkFull});
    return;
  }
  const bool twice = setting.duplicate > 0 && duplicates_.of(key).happens(setting.duplicate);
  send({packet.id, at, packet.way, packet.traffic, false, twice}, key, setting, delay);
  if (twice) send({packet.id, at, packet.way, packet.traffic, true}, of_copy(key), setting, delay);
}

/// `packet.at`: the end of its sending.
void Line::send(Departure packet, const PacketKey& key, const LinkSetting& setting, Duration delay) {
  if (setting.reorder > 0 && reorders_.of(key).happens(setting.reorder)) return enlist(packet);
  if (setting.spikes && in_spike(*setting.spikes, packet.at - began_)) delay += setting.spikes->height;
  Timestamp arrival = packet.at + std::max(delay + jitter_.next(setting, key), Duration());
  if (setting.keep_order) arrival = std::max(arrival, last_);
  last_ = std::max(last_, arrival);
  packet.at = arrival;
  enlist(packet);
}

void Line::enlist(const Departure& departure) {
  if (in_order_.empty() || in_order_.back().at <= departure.at) return in_order_.push(departure);
  out_of_order_.push_back(departure);
  std::push_heap(out_of_order_.begin(), out_of_order_.end(), later);
}

const Departure* Line::next() const {
  if (out_of_order_.empty()) return in_order_.empty() ? nullptr : &in_order_.front();
  if (in_order_.empty()) return &out_of_order_.front();
  return in_order_.front().at <= out_of_order_.front().at ? &in_order_.front() : &out_of_order_.front();
}

void Line::pop() {
  if (next() != (in_order_.empty() ? nullptr : &in_order_.front())) {
    std::pop_heap(out_of_order_.begin(), out_of_order_.end(), later);
    out_of_order_.pop_back();
  } else {
    in_order_.pop();
  }
}

}  // namespace jitterscope::link
