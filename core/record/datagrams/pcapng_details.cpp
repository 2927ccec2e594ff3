#include "core/record/datagrams/pcapng_details.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "core/record/datagrams/capture_format.h"

namespace jitterscope::trace {
namespace {

// draft-ietf-opsawg-pcapng
constexpr std::uint32_t kSection = 0x0A0D0D0A, kInterface = 1, kOldPacket = 2, kSimplePacket = 3, kPacket = 6;
constexpr std::uint32_t kByteOrder = 0x1A2B3C4D;
constexpr std::uint32_t kLargestBlock = 16u << 20;
constexpr std::uint16_t kEndOfOptions = 0, kTimeResolution = 9;
constexpr std::uint32_t kDirectionBits = 3;

/// Reads numbers of the section's byte order.
class Block {
 public:
  Block(const std::string& body, bool swapped) : body_(body), swapped_(swapped) {}
  std::size_t size() const { return body_.size(); }
  std::uint16_t half(std::size_t at) const { return number<std::uint16_t>(at); }
  std::uint32_t word(std::size_t at) const { return number<std::uint32_t>(at); }
  std::uint8_t byte(std::size_t at) const { return static_cast<std::uint8_t>(body_[at]); }

  /// Where the value of an option of at least `length` bytes begins, of the options from `at` on.
  std::optional<std::size_t> option(std::uint16_t wanted, std::size_t length, std::size_t at) const {
    while (at + 4 <= size()) {
      const std::uint16_t code = half(at), bytes = half(at + 2);
      at += 4;
      if (code == kEndOfOptions || at + bytes > size()) return std::nullopt;
      if (code == wanted && bytes >= length) return at;
      at += (bytes + 3u) / 4 * 4;
    }
    return std::nullopt;
  }

 private:
  template <typename T>
  T number(std::size_t at) const {
    T value{};
    if (at + sizeof value > body_.size()) return value;
    std::memcpy(&value, body_.data() + at, sizeof value);
    if (!swapped_) return value;
    T turned{};
    for (std::size_t i = 0; i < sizeof value; ++i) turned = static_cast<T>(turned << 8 | (value >> 8 * i & 0xFF));
    return turned;
  }
  const std::string& body_;
  bool swapped_;
};

double resolution_ms(const Block& interface) {
  constexpr std::size_t kOptions = 8;
  const auto at = interface.option(kTimeResolution, 1, kOptions);
  if (!at) return 1e-3;  // 10^-6 s
  const std::uint8_t value = interface.byte(*at);
  return 1e3 * (value & 0x80 ? std::pow(2.0, -(value & 0x7F)) : std::pow(10.0, -value));
}

/// Of an enhanced or an old packet block; nullopt: it has no flags.
std::optional<bool> is_outbound(const Block& packet) {
  constexpr std::size_t kFixed = 20;
  const std::size_t captured = packet.size() >= kFixed ? packet.word(12) : 0;
  if (packet.size() < kFixed || captured > packet.size() - kFixed) return std::nullopt;
  const auto at = packet.option(kPcapngPacketFlags, 4, kFixed + (captured + 3) / 4 * 4);
  if (!at || (packet.word(*at) & kDirectionBits) == 0) return std::nullopt;
  return (packet.word(*at) & kDirectionBits) == kPcapngOutbound;
}

struct Head {
  std::uint32_t type = 0, length = 0;
};

class DetailsReader {
 public:
  explicit DetailsReader(std::FILE* file) : file_(file) {}

  CaptureDetails read() {
    while (const auto head = next_head()) {
      if (!take(*head)) break;
    }
    if (!any_flags_) details_.outbound.clear();
    return std::move(details_);
  }

 private:
  std::optional<Head> next_head() {
    std::uint32_t words[2];
    if (std::fread(words, sizeof words, 1, file_) != 1) return std::nullopt;
    if (words[0] == kSection && !begin_section()) return std::nullopt;
    const Block block(copy(words, sizeof words), swapped_);
    const Head head{block.word(0), block.word(4)};
    if (head.length < 12 || head.length % 4 != 0 || head.length > kLargestBlock) return std::nullopt;
    return head;
  }

  /// The byte order stands behind the length: it is looked at, and read again with the body.
  bool begin_section() {
    std::uint32_t magic = 0;
    if (std::fread(&magic, sizeof magic, 1, file_) != 1 || std::fseek(file_, -4, SEEK_CUR) != 0) return false;
    swapped_ = magic != kByteOrder;
    return magic == kByteOrder || magic == 0x4D3C2B1A;
  }

  bool take(const Head& head) {
    body_.resize(head.length - 8);
    if (std::fread(body_.data(), body_.size(), 1, file_) != 1) return false;
    body_.resize(body_.size() - 4);
    const Block block(body_, swapped_);
    if (head.type == kInterface)
      details_.stamp_resolution_ms = std::max(details_.stamp_resolution_ms.value_or(0), resolution_ms(block));
    const bool simple = head.type == kSimplePacket;
    if (!simple && head.type != kPacket && head.type != kOldPacket) return true;
    const auto outbound = simple ? std::nullopt : is_outbound(block);
    any_flags_ |= outbound.has_value();
    details_.outbound.push_back(outbound.value_or(false));
    return true;
  }

  const std::string& copy(const void* bytes, std::size_t size) {
    head_.assign(static_cast<const char*>(bytes), size);
    return head_;
  }

  std::FILE* file_;
  bool swapped_ = false, any_flags_ = false;
  std::string head_, body_;
  CaptureDetails details_;
};

}  // namespace

CaptureDetails read_capture_details(std::FILE* file) {
  CaptureDetails details;
  std::uint32_t magic = 0;
  const bool read = std::fread(&magic, sizeof magic, 1, file) == 1;
  std::rewind(file);
  if (!read) return details;
  const auto is = [&](std::uint32_t known) { return magic == known || magic == __builtin_bswap32(known); };
  if (is(0xA1B2C3D4) || is(0xA1B2CD34)) details.stamp_resolution_ms = 1e-3;
  if (is(0xA1B23C4D)) details.stamp_resolution_ms = 1e-6;
  if (magic == kSection) details = DetailsReader(file).read();
  std::rewind(file);
  return details;
}

}  // namespace jitterscope::trace
