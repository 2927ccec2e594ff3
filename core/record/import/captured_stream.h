#pragma once
// The packets of one captured RTP stream, and what can be said of a stream that nobody described.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "core/measures/definitions/stream_input.h"
#include "core/record/import/payload_types.h"

namespace jitterscope::trace {

/// Small: there may be millions.
struct CapturedRtp {
  std::int64_t at_ns = 0, sent_ns = 0;
  std::uint32_t timestamp = 0;
  std::uint16_t sequence = 0, size = 0;  // of the UDP payload
  std::uint16_t frame = 0, block = 0;
  std::uint16_t payload = 0;      // bytes behind the header, without padding
  std::uint8_t payload_type = 0;  // below 128
  bool marker : 1 = false, has_sent : 1 = false, has_block : 1 = false;
};

struct KnownPayload {
  PayloadFormat format;
  PayloadSource source{};
};

/// What the RTP timestamps of a stream that nobody described show: their steps against time.
struct TimestampPace {
  Medium medium{};
  double clock_rate_hz = 0;
};

/// Timestamps a second: the median of the rates at which they run over an eighth of the record (at least eight
/// packets); absent where not half of those lie within a tenth of it.
std::optional<double> timestamp_rate(std::span<const CapturedRtp> packets);

/// The rate that media have within 4 % of it.
std::optional<double> usual_clock_rate(double rate);

/// The clock: the median of the rates at which timestamps run over an eighth of the record (at least eight packets), if
/// half of those lie within a tenth of it and it lies within 4 % of a rate that media have. The medium: at 90 kHz
/// video, if its steps make 1 to 240 pictures a second; at other rates sound, if few packets share a timestamp and the
/// usual step is 2 to 200 ms. Of fewer than 16 packets the rate must lie within 1 %, and blocks of sound be of whole
/// 2.5 ms. nullopt where any of this fails: a capture played back faster, keep-alives, another
/// clock.
std::optional<TimestampPace> pace_of(std::span<const CapturedRtp> packets);

struct NumberedSource;

/// What somebody says of a payload type.
using PayloadLookup = std::function<std::optional<KnownPayload>(std::uint8_t type)>;

/// The packets of one source, of which `numbered` says how they are numbered (packet_numbering.h). Medium and clock
/// rate are those of the payload type of most packets: what `said` knows of it, else what the timestamps show
/// (pace_of), else unknown; where the timestamps of many packets contradict what is said, the clock is the one that
/// they show. Telephone- events (RFC 4733), comfort noise and empty packets are not timed. Timestamps of types with
/// another clock are in units of that one clock; where a run, a clock or the sender's timestamps begin anew, they go on
/// an hour later, which all who measure take for a restart (restart.h). Frame numbers of our header extension are taken
/// where they change with the timestamp; its send times where every packet has one. They are of the sender's clock,
/// `received` of the capture's: the relation of the two is unknown.
StreamInput to_stream(std::uint32_t ssrc, std::span<const CapturedRtp> packets, const NumberedSource& numbered,
                      const PayloadLookup& said);

}  // namespace jitterscope::trace
