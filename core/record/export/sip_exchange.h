#pragma once
// A call's set-up as SIP (RFC 3261) would tell it, with which Wireshark knows the streams of a capture.
#include <cstdint>
#include <string>
#include <vector>

#include "core/events/names.h"

namespace jitterscope::trace {

/// Where the streams of a medium arrive, at both ends.
struct SignalledMedium {
  Medium medium{};
  std::uint16_t local_port = 0, remote_port = 0;
  bool operator==(const SignalledMedium&) const = default;
};

struct SipMessage {
  Direction direction{};
  std::string text;
};

inline constexpr std::uint16_t kSipPort = 5060;

/// INVITE with the description of what arrives here, 200 with that of what arrives there, ACK.
std::vector<SipMessage> sip_exchange(const std::string& local_address, const std::string& remote_address,
                                     const std::vector<SignalledMedium>& media);

}  // namespace jitterscope::trace
