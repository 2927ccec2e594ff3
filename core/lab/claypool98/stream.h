#pragma once
// One stream of packets over a socket on loopback, received as the product receives, with work for each packet.
#include <optional>
#include <span>
#include <string>

#include "core/algorithms/media/jpeg_buffer.h"
#include "core/events/settings.h"

namespace jitterscope {

struct PacketArrived;

/// What one run of a stream says of the thread that received it. Without values: fewer than two packets came, or the
/// kernel did not stamp them.
struct StreamFigures {
  int sent = 0, received = 0;                        // packets that count
  std::optional<double> variance_ms2;                // of interarrival times, n − 1
  std::optional<double> sent_variance_ms2;           // of the times between sends: the sender's own part
  std::optional<double> delay_p50_ms, delay_p99_ms;  // kernel's stamp to the receive call's return
};

/// `arrivals` in order of arrival, `sent` in order of sequence; both count from 0. The first `lead_in` packets do not
/// count.
StreamFigures stream_figures(std::span<const PacketArrived> arrivals, std::span<const Timestamp> sent, int lead_in);

/// A picture to decode at every packet: the same work on every machine, as the paper's is.
struct DecodingWork {
  JpegBuffer picture;
  double ms = 0;  // median, measured on an idle processor
  int rows = 0;   // of the picture
};
inline constexpr int kMostWorkRows = 2032;
/// Some tens of milliseconds. `rows` 0 … kMostWorkRows, of which whole blocks of 16 count; 0: no work. nullopt: `error`
/// says why.
std::optional<DecodingWork> decoding_work(int rows, int processor, std::string& error);
/// Why a real-time thread may not do this work in each period, one sentence; empty: it may.
std::string why_no_rest(const DecodingWork& work, Duration period);

struct StreamPlan {
  Duration period;
  int packets = 200;  // that count
  PrioritySetting receiver;
  PrioritySetting sender = {PrioritySetting::Kind::kRealtime};
  int receiver_processor = 0, sender_processor = 0;
  int competitors = 0;                      // real-time threads that work a little on the receiver's processor
  std::span<const std::uint8_t> work = {};  // a JPEG to decode at every packet; may be empty
};
/// Blocks for packets · period and a little. It ends by itself, whatever comes or does not.
/// nullopt: `error` says why (a class was refused or lost, no socket).
std::optional<StreamFigures> run_stream(const StreamPlan& plan, std::string& error);

}  // namespace jitterscope
