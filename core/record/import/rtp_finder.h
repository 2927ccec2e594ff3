#pragma once
// Finds the RTP streams among datagrams. Rules, for what CaptureOptions do not name: version 2, no RTCP packet (RFC
// 5761 §4); and of one SSRC to one destination in one direction at least five packets that follow each other as those
// of a stream do, most of them of an assigned, dynamic or described payload type (RFC 3551 §6) or of 35 to 63, which
// browsers take when the dynamic ones are used up. Once an SSRC is a stream, whatever is of it counts. Sources that
// send with one SSRC to one target at the same time are streams of their own; one that goes on where another ended is a
// path that moved, and the stream stays whole.
#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/algorithms/rtp/sequence_runs.h"
#include "core/record/datagrams/link_layer.h"
#include "core/record/import/capture_import.h"
#include "core/record/import/captured_stream.h"
#include "core/record/import/payload_descriptions.h"
#include "core/record/import/reported_clock.h"

namespace jitterscope::trace {

/// "192.0.2.1:5004", "[2001:db8::1]:5004"; empty: nobody says it.
std::string address_text(const IpAddress& address, std::uint16_t port);

class RtpFinder {
 public:
  static constexpr std::size_t kMostCandidates = 65536;

  /// Packets beyond `most_packets` are left out, and those of further streams once kMostCandidates are held, most of
  /// them no noise.
  RtpFinder(const CaptureOptions& options, std::size_t most_packets) : options_(options), most_packets_(most_packets) {}

  /// Datagrams are given in the order of the capture, but for those that are not `in_order`.
  void add(Timestamp at, const UdpDatagram& datagram, bool in_order = true);
  /// One sentence of what there was no room for; empty = nothing.
  std::string left_out() const;
  /// The streams in order of appearance; nothing is left here.
  std::vector<StreamInput> take();

 private:
  /// Packets of an SSRC go to this place.
  struct Target {
    IpAddress destination{};
    std::uint16_t port = 0;
    std::uint32_t ssrc = 0;
    bool outgoing = false;
    auto operator<=>(const Target&) const = default;
  };
  struct Key {
    Target target;
    IpAddress source{};
    std::uint16_t source_port = 0;
    auto operator<=>(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  struct Candidate {
    Key key = {};
    std::uint64_t place = 0;  // in order of appearance
    std::vector<CapturedRtp> packets;
    std::size_t odd_headers = 0;  // packets whose padding or extension cannot be what the header says
    bool in_order = true;
  };
  /// One sender sent these packets to a target, maybe from one address after the other.
  struct Flow {
    Candidate packets;         // those of all sources, with the key of the first one
    std::vector<Key> sources;  // in the order in which they began
    Timestamp first, last;
    bool looks_like_one = false;  // is_stream() is true of its packets
    bool retransmits = false;
    bool shares_target = false;  // with another flow, at the same time
    bool follows_other = false;  // with another flow, at another time
    bool by_turns = false;       // some of its sources sent at the same time
  };
  struct Call {
    IpAddress remote{};
    std::int64_t first_ns = 0, last_ns = 0;
  };
  static int call_of(const Candidate& candidate, std::vector<Call>& calls);
  Candidate* candidate(const Key& key);  // null: no room
  bool is_usual(std::uint8_t payload_type) const;
  bool is_stream(const Candidate&) const;
  std::optional<KnownPayload> said_of(const Candidate& candidate, std::uint8_t type) const;
  void drop_noise();
  bool is_named(const UdpDatagram& datagram) const;
  void take_reports(Timestamp at, const UdpDatagram&);
  std::vector<Flow> take_flows();
  bool belongs_to(const Flow&, const Candidate&);
  bool may_compare(std::size_t packets);
  static void say_who_shares(std::vector<Flow>& flows);
  void take_streams(Flow&, std::vector<Call>& calls, std::vector<StreamInput>& streams) const;

  CaptureOptions options_;
  PayloadDescriptions descriptions_;
  std::size_t most_packets_, packets_ = 0, left_out_ = 0;
  bool full_ = false;  // of candidates that look like streams
  std::unordered_map<Key, Candidate, KeyHash> candidates_;
  struct Reports {  // in the order of their arrival
    std::vector<rtp::SenderCountAt> counts;
    std::vector<ReportedTime> times;
  };
  std::map<std::uint32_t, Reports> reports_;  // RTCP SRs, by SSRC
  Key last_key_;
  Candidate* last_ = nullptr;
  std::uint64_t seen_ = 0;
  std::size_t compared_ = 0;  // packets of flows, to see what belongs to them
};

}  // namespace jitterscope::trace
