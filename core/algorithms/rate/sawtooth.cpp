#include "core/algorithms/rate/sawtooth.h"

#include <algorithm>
#include <utility>

#include "core/events/bytes_on_link.h"

namespace jitterscope {
namespace {

constexpr int kDrain = 25;
constexpr std::size_t kDoubtfulBlocks = 2;  // the sender's word of a break comes after the break

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

}  // namespace jitterscope
