#pragma once
// Numbers of capture files that both their readers and their writers know.
#include <cstddef>
#include <cstdint>

namespace jitterscope::trace {

inline constexpr std::uint8_t kUdpProtocol = 17;  // of IP
inline constexpr std::size_t kUdpHeaderBytes = 8;

inline constexpr std::uint16_t kPcapngPacketFlags = 2;  // the option, draft-ietf-opsawg-pcapng
inline constexpr std::uint32_t kPcapngInbound = 1, kPcapngOutbound = 2;

inline constexpr std::size_t kRtpdumpEntryHeaderBytes = 8;

}  // namespace jitterscope::trace
