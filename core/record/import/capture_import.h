#pragma once
// Packet captures and rtpdump files of anybody's call: the RTP streams in them, for analysis. Never live capture.
#include <cstdint>
#include <cstdio>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/import/payload_rule.h"

namespace jitterscope {

struct AnalysisInput;

/// What is taken for RTP without being looked at closely: datagrams from or to this UDP port, or of this SSRC. Neither:
/// streams are found by rtp_finder.h's rules.
struct CaptureOptions {
  std::optional<std::uint16_t> port;
  std::optional<std::uint32_t> ssrc;
  std::vector<PayloadRule> payloads = {};  // what payload types carry; the first rule of a type counts, before all else
};

/// A pcap or pcapng file, read by libpcap: Ethernet (VLAN tags too), Linux cooked v1 and v2, raw IP, loopback; IPv4
/// and IPv6, in fragments too; UDP. One stream an SSRC, destination and direction, or several where sources overlap
/// (rtp_finder.h), in order of appearance; sent are those of which the capture says that they left the
/// machine it was made on (packet flags of pcapng, packet types of Linux cooked captures). nullopt and one sentence in
/// `error` when it is no such file or holds no RTP stream; `note`: what was left out, in words; empty = nothing. Also
/// nullopt when `stop` is asked for.
std::optional<AnalysisInput> import_capture(const std::string& path, const CaptureOptions& options, std::string& error,
                                            std::string& note, const std::stop_token& stop = {});
/// The same from an open file, which is closed; `name` stands in sentences.
std::optional<AnalysisInput> import_capture(std::FILE* file, const std::string& name, const CaptureOptions& options,
                                            std::string& error, std::string& note, const std::stop_token& stop = {});

/// rtptools' binary format ("#!rtpplay1.0 address/port"), stamps in whole ms. Packets cut short keep their length.
std::optional<AnalysisInput> import_rtpdump(const std::string& path, const CaptureOptions& options, std::string& error,
                                            std::string& note, const std::stop_token& stop = {});
std::optional<AnalysisInput> parse_rtpdump(std::string_view bytes, const CaptureOptions& options, std::string& error,
                                           std::string& note, const std::stop_token& stop = {});

}  // namespace jitterscope
