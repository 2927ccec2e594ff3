#pragma once
// What arrives at a media socket: it becomes a PacketArrived and a parsed packet, everything else is
// refused with a reason. Sans-IO; one stream; used by one receive thread.
#include <optional>
#include <vector>

#include "core/algorithms/rtp/packet_seal.h"
#include "core/algorithms/rtp/sequence_runs.h"
#include "core/base/units/sequence.h"
#include "core/call/exchange/call_clock.h"
#include "core/call/steps/arrival.h"
#include "core/events/kinds/notice.h"

namespace jitterscope {

struct AcceptedPacket;

struct IntakeConfig {
  Medium medium{};
  std::uint8_t payload_type = 0;
  /// Absent (a foreign sender, whose packets of other payload types count too): the first valid packet decides; two
  /// packets in a row of another take its place when it was a single one, or has been silent for two seconds.
  std::optional<std::uint32_t> ssrc;
  rtp::ExtensionIds ids;
  const CallClock* clock = nullptr;  // outlives the intake, as the seal
  rtp::PacketSeal* seal = nullptr;   // packets come sealed; needs the SSRC
};

/// For the log: the sender of a plain stream began a new run of numbers.
Notice new_run_notice(Medium medium, Timestamp at);

class PacketIntake {
 public:
  /// A packet has at most `largest_packet` bytes.
  explicit PacketIntake(const IntakeConfig& config, std::size_t largest_packet = 9000)
      : config_(config), learns_(!config.ssrc), opened_(config.seal ? largest_packet : 0) {}

  /// Never allocates.
  rtp::Parsed<AcceptedPacket> accept(const Arrival& arrival);
  /// The stream's SSRC, once known.
  std::optional<std::uint32_t> ssrc() const { return config_.ssrc; }

 private:
  rtp::Parsed<rtp::ConstBytes> open(rtp::ConstBytes sealed);
  /// True if its send time is before that of the newest packet that was taken.
  bool is_of_the_past(std::optional<Timestamp> sent) const;
  /// True if a packet of another SSRC replaces the stream that is taken.
  bool takes_over(const rtp::RtpHeader& header, Timestamp received);

  IntakeConfig config_;
  const bool learns_;  // the SSRC
  std::vector<std::uint8_t> opened_;
  struct Other {
    std::uint32_t ssrc;
    std::uint16_t next;  // the sequence that would follow
  };
  std::optional<Other> other_;
  bool alone_ = true;  // of the stream that is taken not more than one packet has come
  Timestamp heard_;
  void set_offset(const rtp::RunPlace& first, bool other_ssrc);

  rtp::SequenceRuns runs_;
  std::optional<Timestamp> began_run_;    // the last one that was said
  std::int64_t highest_ = -1;             // of the numbers told
  std::int64_t offset_ = 0;               // from the numbers of the run to those told
  std::int64_t run_first_ = INT64_MIN;    // what is lower came before the run was believed
  std::optional<Timestamp> newest_sent_;  // conference
  SequenceUnwrapper frames_;
};

}  // namespace jitterscope
