#include "core/algorithms/rate/noise_floor.h"

#include <cmath>
#include <utility>

#include "core/algorithms/rate/median.h"
#include "core/events/bytes_on_link.h"
#include "core/events/kinds/packet_arrived.h"

namespace jitterscope {
namespace {

constexpr int kDrain = 25;
constexpr std::size_t kDoubtfulBlocks = 2;  // the sender's word of a break comes after the break

constexpr std::size_t kBends = 32, kFewestBends = 4;
// The median of |m2 − (m1 + m3)/2| of independent normal values is 0.674·√1.5 of their standard deviation.
constexpr double kSigmas = 2.5 / (0.6745 * 1.2247);

double median_of_last(const std::deque<double>& values, std::size_t count) {
  return median_of({values.end() - static_cast<std::ptrdiff_t>(count), values.end()});
}

}  // namespace

void Sawtooth::arrived(const PacketArrived& packet) {
  const int bytes = packet.size + kUdpHeaderBytes;
  Block& block = blocks_.back();
  if (packet.medium == Medium::kVideo) block.largest_video = std::max(block.largest_video, bytes);
  const Arrival arrival{packet.medium, packet.kernel.value_or(packet.received), packet.kernel.has_value()};
  const Arrival before = std::exchange(last_, arrival);
  if (packet.medium != Medium::kAudio || before.medium != Medium::kVideo || before.by_kernel != arrival.by_kernel)
    return;
  const double ms_per_byte = (arrival.at - before.at).ms() / bytes;
  if (ms_per_byte > 0 && (block.ms_per_byte == 0 || ms_per_byte < block.ms_per_byte)) block.ms_per_byte = ms_per_byte;
}

void Sawtooth::delay(double ms) {
  Block& block = blocks_.back();
  block.least = std::min(block.least.value_or(ms), ms);
  block.most = std::max(block.most.value_or(ms), ms);
  if (draining_ > 0)
    --draining_;
  else if (last_delay_)
    block.largest_fall = std::max(block.largest_fall, *last_delay_ - ms);
  last_delay_ = ms;
}

void Sawtooth::cut() {
  last_delay_.reset();
  draining_ = kDrain;
  for (std::size_t i = 0; i < std::min(kDoubtfulBlocks, blocks_.size()); ++i)
    blocks_[blocks_.size() - 1 - i].largest_fall = 0;
}

void Sawtooth::next_block() {
  blocks_.emplace_back();
  if (blocks_.size() > kBlocks) blocks_.pop_front();
}

double Sawtooth::ms() const {
  double ms_per_byte = 0, fall = 0;
  int largest = 0;
  std::optional<double> least, most;
  for (const Block& block : blocks_) {
    if (block.ms_per_byte > 0 && (ms_per_byte == 0 || block.ms_per_byte < ms_per_byte)) ms_per_byte = block.ms_per_byte;
    largest = std::max(largest, block.largest_video);
    if (block.largest_video > 0) fall = std::max(fall, block.largest_fall);
    if (!block.least) continue;
    least = std::min(least.value_or(*block.least), *block.least);
    most = std::max(most.value_or(*block.most), *block.most);
  }
  // Over TCP the picture has no kernel stamps: then by how far delays fall at once.
  return least ? std::min(*most - *least, ms_per_byte > 0 ? ms_per_byte * largest : fall) : 0;
}

void GroupScatter::add(double delay_ms) {
  group_.push_back(delay_ms);
  if (group_.size() < packets_) return;
  medians_.push_back(median_of({group_.begin(), group_.end()}));
  group_.clear();
  if (medians_.size() < 3) return;
  bends_.push_back(std::abs(medians_[1] - (medians_[0] + medians_[2]) / 2));
  ++since_cut_;
  medians_.pop_front();
  if (bends_.size() > kBends) bends_.pop_front();
}

void GroupScatter::cut() {
  group_.clear();
  medians_.clear();
  since_cut_ = 0;
}

double GroupScatter::ms() const {
  if (bends_.size() < kFewestBends) return 0;
  double bend = median_of_last(bends_, bends_.size());
  const std::size_t recent = std::min(since_cut_, bends_.size());
  if (recent >= kFewestBends) bend = std::max(bend, median_of_last(bends_, recent));
  return kSigmas * bend;
}

}  // namespace jitterscope
