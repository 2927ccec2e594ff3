#include "core/rate/noise_floor.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace jitterscope {
namespace {

constexpr int kEthernetIpUdp = 42;
constexpr std::size_t kGroup = 4, kFewest = 4;
constexpr int kDrain = 25;
// The median of |m2 − (m1 + m3)/2| of independent values is 0.674·√1.5 of their standard deviation.
constexpr double kTwoSigmas = 2 / (0.6745 * 1.2247);

double median_of_last(const std::deque<double>& values, std::size_t count) {
  std::vector<double> last(values.end() - static_cast<std::ptrdiff_t>(count), values.end());
  const auto middle = last.begin() + static_cast<std::ptrdiff_t>(count / 2);
  std::nth_element(last.begin(), middle, last.end());
  return *middle;
}

}  // namespace

void NoiseFloor::arrived(const PacketArrived& packet) {
  const int bytes = packet.size + kEthernetIpUdp;
  Block& block = blocks_.back();
  if (packet.medium == Medium::kVideo) block.largest_video = std::max(block.largest_video, bytes);
  if (packet.medium == Medium::kAudio && last_ && last_->medium == Medium::kVideo &&
      packet.kernel.has_value() == last_->kernel.has_value()) {
    const Duration gap = packet.kernel.value_or(packet.received) - last_->kernel.value_or(last_->received);
    const double ms_per_byte = gap.ms() / bytes;
    if (ms_per_byte > 0 && (block.ms_per_byte == 0 || ms_per_byte < block.ms_per_byte)) block.ms_per_byte = ms_per_byte;
  }
  last_ = packet;
}

void NoiseFloor::delay(double ms) {
  Block& block = blocks_.back();
  block.least = std::min(block.least.value_or(ms), ms);
  block.most = std::max(block.most.value_or(ms), ms);
  if (draining_ > 0)
    --draining_;
  else if (last_delay_)
    block.largest_fall = std::max(block.largest_fall, *last_delay_ - ms);
  last_delay_ = ms;
  group_.push_back(ms);
  if (group_.size() < kGroup) return;
  std::ranges::sort(group_);
  medians_.push_back((group_[kGroup / 2 - 1] + group_[kGroup / 2]) / 2);
  group_.clear();
  if (medians_.size() < 3) return;
  bends_.push_back(std::abs(medians_[1] - (medians_[0] + medians_[2]) / 2));
  ++bends_since_cut_;
  medians_.pop_front();
  if (bends_.size() > kBends) bends_.pop_front();
}

void NoiseFloor::cut() {
  group_.clear();
  medians_.clear();
  bends_since_cut_ = 0;
  last_delay_.reset();
  draining_ = kDrain;
  // The sender's word of a break comes after the break.
  const std::size_t doubtful = std::min<std::size_t>(2, blocks_.size());
  for (std::size_t i = blocks_.size() - doubtful; i < blocks_.size(); ++i) blocks_[i].largest_fall = 0;
}

void NoiseFloor::next_block() {
  blocks_.emplace_back();
  if (blocks_.size() > kBlocks) blocks_.pop_front();
}

double NoiseFloor::scatter_ms() const {
  if (bends_.size() < kFewest) return 0;
  double bend = median_of_last(bends_, bends_.size());
  const std::size_t recent = std::min(bends_since_cut_, bends_.size());
  if (recent >= kFewest) bend = std::max(bend, median_of_last(bends_, recent));
  return kTwoSigmas * bend;
}

double NoiseFloor::sawtooth_ms() const {
  double ms_per_byte = 0, fall = 0;
  int largest = 0;
  std::optional<double> least, most;
  for (const Block& block : blocks_) {
    if (block.ms_per_byte > 0 && (ms_per_byte == 0 || block.ms_per_byte < ms_per_byte)) ms_per_byte = block.ms_per_byte;
    largest = std::max(largest, block.largest_video);
    if (block.least) {
      least = std::min(least.value_or(*block.least), *block.least);
      most = std::max(most.value_or(*block.most), *block.most);
    }
    if (block.largest_video > 0) fall = std::max(fall, block.largest_fall);
  }
  // Over TCP the picture has no kernel stamps: then by how far delays fall at once.
  return least ? std::min(*most - *least, ms_per_byte > 0 ? ms_per_byte * largest : fall) : 0;
}

}  // namespace jitterscope
