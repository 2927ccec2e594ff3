#include "core/algorithms/rtp/rfc4571.h"

#include <algorithm>

namespace jitterscope::rtp {

std::array<std::uint8_t, kFramingBytes> framing_of(std::size_t packet_bytes) {
  std::array<std::uint8_t, kFramingBytes> bytes;
  std::uint8_t* at = bytes.data();
  write16(at, static_cast<std::uint32_t>(packet_bytes));
  return bytes;
}

std::span<std::uint8_t> FramedPackets::room() {
  std::copy(&bytes_[begin_], &bytes_[end_], &bytes_[0]);
  end_ -= begin_;
  begin_ = 0;
  return {&bytes_[end_], kRoom - end_};
}

void FramedPackets::received(std::size_t bytes) {
  end_ += std::min(bytes, kRoom - end_);
}

std::optional<ConstBytes> FramedPackets::next() {
  while (end_ - begin_ >= kFramingBytes) {
    const std::size_t size = read16(&bytes_[begin_]);
    if (end_ - begin_ < kFramingBytes + size) return std::nullopt;
    const ConstBytes packet(&bytes_[begin_] + kFramingBytes, size);
    begin_ += kFramingBytes + size;
    if (size > 0) return packet;
    ++empty_;
  }
  return std::nullopt;
}

}  // namespace jitterscope::rtp
