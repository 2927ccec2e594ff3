#include "core/algorithms/rtp/sdp.h"
#include "core/record/disk/output_file.h"
#include "core/record/export/export.h"

namespace jitterscope {
namespace {

rtp::SdpStream stream_of(const TraceStream& stream, bool sent) {
  rtp::SdpStream described;
  described.medium = stream.medium;
  described.port = sent ? stream.remote_port : stream.local_port;
  if (stream.nominal_period_ms && *stream.nominal_period_ms > 0) {
    if (stream.medium == Medium::kVideo)
      described.frames_per_second = 1000 / *stream.nominal_period_ms;
    else
      described.packet_ms = static_cast<int>(*stream.nominal_period_ms);
  }
  return described;
}

/// The streams of one direction whose port is known.
rtp::SdpSession session_of(const TraceMeta& meta, Direction direction) {
  const bool sent = direction == Direction::kSent;
  rtp::SdpSession session;
  for (const TraceStream& stream : meta.streams) {
    if (stream.direction != direction || (sent ? stream.remote_port : stream.local_port) == 0) continue;
    const std::string& address = sent ? stream.remote_address : stream.local_address;
    if (session.streams.empty() && !address.empty()) session.address = address;
    session.streams.push_back(stream_of(stream, sent));
  }
  return session;
}

}  // namespace

std::optional<WrittenFiles> export_sdp(const TraceReader& trace, const std::string& out, std::string& error) {
  rtp::SdpSession session = session_of(trace.meta(), Direction::kSent);
  if (session.streams.empty()) session = session_of(trace.meta(), Direction::kReceived);
  if (session.streams.empty()) {
    error = trace.path() + " does not say to which ports its streams were sent, so no player could be told.";
    return std::nullopt;
  }
  trace::OutputFile file(out);
  file.write(rtp::write_sdp(session));
  if (!file.finish(error)) return std::nullopt;
  return WrittenFiles{out};
}

}  // namespace jitterscope
