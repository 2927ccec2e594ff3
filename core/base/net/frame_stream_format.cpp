#include "core/base/net/frame_stream_format.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace jitterscope {
namespace {

constexpr std::uint32_t kFrameMagic = 0x4a53'4652;         // "JSFR"
constexpr std::uint32_t kAnnouncementMagic = 0x4a53'5241;  // "JSRA"
constexpr double kNewestShare = 0.25;                      // of the smoothed rate

template <typename Value>
void put(std::byte* at, Value value) {
  for (std::size_t i = sizeof value; i-- > 0; value = static_cast<Value>(value >> 8)) at[i] = std::byte(value & 0xff);
}

template <typename Value>
Value get(const std::byte* at) {
  Value value = 0;
  for (std::size_t i = 0; i < sizeof value; ++i) value = static_cast<Value>(value << 8 | std::to_integer<Value>(at[i]));
  return value;
}

void put_frame_header(std::byte* at, const FrameHeader& header) {
  put(at, kFrameMagic);
  put(at + 4, header.bytes);
  put(at + 8, header.frame);
  put(at + 16, static_cast<std::uint64_t>(header.loaded.ns()));
}

}  // namespace

std::array<std::byte, kFrameHeaderBytes> write_frame_header(const FrameHeader& header) {
  std::array<std::byte, kFrameHeaderBytes> bytes;
  put_frame_header(bytes.data(), header);
  return bytes;
}

std::optional<FrameHeader> read_frame_header(std::span<const std::byte> bytes) {
  if (bytes.size() < kFrameHeaderBytes || get<std::uint32_t>(bytes.data()) != kFrameMagic) return std::nullopt;
  FrameHeader header{get<std::uint64_t>(&bytes[8]),
                     Timestamp::ns(static_cast<std::int64_t>(get<std::uint64_t>(&bytes[16]))),
                     get<std::uint32_t>(&bytes[4])};
  if (header.bytes == 0 || header.bytes > kLargestFrame) return std::nullopt;
  return header;
}

std::span<std::byte> FrameStreamReader::room() {
  if (broken_) return {};
  return in_header_ ? std::span(header_).subspan(filled_) : std::span(frame_.bytes).subspan(filled_);
}

bool FrameStreamReader::take(std::size_t count) {
  const std::size_t left = room().size();
  filled_ += std::min(count, left);
  if (broken_ || count < left) return false;
  filled_ = 0;
  if (!in_header_) return in_header_ = true;
  const auto header = read_frame_header(header_);
  broken_ = !header;
  if (broken_) return false;
  in_header_ = false;
  frame_.header = *header;
  frame_.bytes.resize(header->bytes);
  return false;
}

std::uint32_t fragments_of(std::uint32_t frame_bytes) {
  return static_cast<std::uint32_t>((frame_bytes + kFragmentBytes - 1) / kFragmentBytes);
}

std::array<std::byte, kFragmentHeaderBytes> write_fragment_header(const FrameHeader& header, std::uint32_t index) {
  std::array<std::byte, kFragmentHeaderBytes> bytes;
  put_frame_header(bytes.data(), header);
  put(bytes.data() + kFrameHeaderBytes, index);
  return bytes;
}

bool FragmentReassembler::begin(const FrameHeader& header) {
  if (any_ && header.frame <= frame_.header.frame) return header == frame_.header;  // an earlier one was given up
  if (missing_ > 0) ++incomplete_;
  any_ = true;
  frame_.header = header;
  frame_.bytes.resize(header.bytes);
  missing_ = fragments_of(header.bytes);
  have_.assign(missing_, false);
  return true;
}

bool FragmentReassembler::take(std::span<const std::byte> datagram) {
  const auto header = read_frame_header(datagram);
  if (!header || datagram.size() < kFragmentHeaderBytes) return false;
  const auto index = get<std::uint32_t>(&datagram[kFrameHeaderBytes]);
  if (index >= fragments_of(header->bytes)) return false;
  const std::size_t begins = index * kFragmentBytes;
  const auto bytes = datagram.subspan(kFragmentHeaderBytes);
  if (bytes.size() != std::min<std::size_t>(kFragmentBytes, header->bytes - begins)) return false;
  if (!begin(*header) || have_[index]) return false;
  have_[index] = true;
  std::memcpy(frame_.bytes.data() + begins, bytes.data(), bytes.size());
  return --missing_ == 0;
}

std::array<std::byte, kAnnouncementBytes> write_announcement(const RateAnnouncement& announcement) {
  std::array<std::byte, kAnnouncementBytes> bytes;
  put(bytes.data(), kAnnouncementMagic);
  put(&bytes[4], static_cast<std::uint64_t>(std::llround(announcement.rate.bits_per_second())));
  put(&bytes[12], announcement.frame);
  put(&bytes[20], announcement.incomplete);
  return bytes;
}

std::optional<RateAnnouncement> read_announcement(std::span<const std::byte> bytes) {
  if (bytes.size() != kAnnouncementBytes || get<std::uint32_t>(bytes.data()) != kAnnouncementMagic) return std::nullopt;
  const auto rate = DataRate::bits_per_second(static_cast<double>(get<std::uint64_t>(&bytes[4])));
  return RateAnnouncement{std::clamp(rate, ReceiverRate::kLowest, ReceiverRate::kHighest),
                          get<std::uint64_t>(&bytes[12]), get<std::uint64_t>(&bytes[20])};
}

void ReceiverRate::frame_handled(DataSize size, Duration busy) {
  if (size.bytes() <= 0 || busy.ns() <= 0) return;
  const double newest = (size / busy).bits_per_second();
  bps_ = bps_ ? *bps_ + kNewestShare * (newest - *bps_) : newest;
}

void ReceiverRate::frame_lost() {
  bps_ = bps_.value_or(kFirst.bits_per_second() / kShare) / 2;
}

DataRate ReceiverRate::announced() const {
  if (!bps_) return kFirst;
  return std::clamp(DataRate::bits_per_second(kShare * *bps_), kLowest, kHighest);
}

}  // namespace jitterscope
