#include "app/relay/packet_pool.h"

#include <sys/mman.h>

#include <cstring>
#include <new>

namespace jitterscope {

PacketPool::PacketPool(std::size_t packets) : packets_(packets) {
  void* memory = mmap(nullptr, packets * kLargest, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<std::byte*>(memory);
  free_.reserve(packets);
  for (std::size_t i = packets; i > 0; --i) free_.push_back(static_cast<std::uint32_t>(i - 1));
}

PacketPool::~PacketPool() {
  munmap(memory_, packets_.size() * kLargest);
}

std::optional<std::uint32_t> PacketPool::take(std::span<const std::byte> bytes, const Packet& about) {
  if (free_.empty() || bytes.size() > kLargest) return std::nullopt;
  const std::uint32_t index = free_.back();
  free_.pop_back();
  packets_[index] = {bytes.size(), about.way, about.channel, about.traffic_class, 0, true};
  if (!bytes.empty()) std::memcpy(memory_ + index * kLargest, bytes.data(), bytes.size());
  return index;
}

std::span<const std::byte> PacketPool::bytes(std::uint32_t index) const {
  return {memory_ + index * kLargest, packets_[index].size};
}

void PacketPool::free(std::uint32_t index) {
  packets_[index].used = false;
  free_.push_back(index);
}

}  // namespace jitterscope
