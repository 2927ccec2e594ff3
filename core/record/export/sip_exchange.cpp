#include "core/record/export/sip_exchange.h"

#include <fmt/format.h>

#include "core/algorithms/rtp/sdp.h"

namespace jitterscope::trace {
namespace {

/// As a URI has it.
std::string host(const std::string& address) {
  return address.find(':') == std::string::npos ? address : "[" + address + "]";
}

std::string description(const std::string& address, const std::vector<SignalledMedium>& media, bool local) {
  rtp::SdpSession session;
  session.address = address;
  for (const SignalledMedium& signalled : media) {
    rtp::SdpStream stream;
    stream.medium = signalled.medium;
    stream.port = local ? signalled.local_port : signalled.remote_port;
    session.streams.push_back(stream);
  }
  std::string text = rtp::write_sdp(session);
  constexpr std::string_view kOneWay = "a=recvonly\r\n";  // streams may go both ways
  for (auto at = text.find(kOneWay); at != std::string::npos; at = text.find(kOneWay)) text.erase(at, kOneWay.size());
  return text;
}

}  // namespace

std::vector<SipMessage> sip_exchange(const std::string& local_address, const std::string& remote_address,
                                     const std::vector<SignalledMedium>& media) {
  const std::string here = host(local_address), there = host(remote_address);
  const auto message = [&](const std::string& first_line, const char* method, const char* to_tag,
                           const std::string& body) {
    return fmt::format(
        "{}\r\nVia: SIP/2.0/UDP {}:{};branch=z9hG4bKjitterscope\r\nMax-Forwards: 70\r\nFrom: "
        "<sip:local@{}>;tag=local\r\n"
        "To: <sip:remote@{}>{}\r\nCall-ID: jitterscope@{}\r\nCSeq: 1 {}\r\nContact: <sip:{}:{}>\r\nUser-Agent: "
        "Jitterscope\r\n"
        "{}Content-Length: {}\r\n\r\n{}",
        first_line, here, kSipPort, here, there, to_tag, here, method, here, kSipPort,
        body.empty() ? "" : "Content-Type: application/sdp\r\n", body.size(), body);
  };
  const std::string to_there = fmt::format(" sip:remote@{} SIP/2.0", there);
  return {{Direction::kSent, message("INVITE" + to_there, "INVITE", "", description(local_address, media, true))},
          {Direction::kReceived,
           message("SIP/2.0 200 OK", "INVITE", ";tag=remote", description(remote_address, media, false))},
          {Direction::kSent, message("ACK" + to_there, "ACK", ";tag=remote", "")}};
}

}  // namespace jitterscope::trace
