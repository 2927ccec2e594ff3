// What was set, what the conditions of the call were, and what became of its frames and blocks, as CSV files beside the
// packet lists.
#include <fmt/format.h>

#include "core/base/units/printable.h"
#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/call_ended.h"
#include "core/events/kinds/class_changed.h"
#include "core/events/kinds/clock_stepped.h"
#include "core/events/kinds/demonstration_entered.h"
#include "core/events/kinds/frame_decoded.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_encoded.h"
#include "core/events/kinds/frame_omitted.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/frame_sent.h"
#include "core/events/kinds/frame_shown.h"
#include "core/events/kinds/link_report.h"
#include "core/events/kinds/load_report.h"
#include "core/events/kinds/marker.h"
#include "core/events/kinds/notice.h"
#include "core/events/kinds/packet_rejected.h"
#include "core/events/kinds/packet_stamped.h"
#include "core/events/kinds/peer_quality.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/playout_decided.h"
#include "core/events/kinds/playout_report.h"
#include "core/events/kinds/rate_decided.h"
#include "core/events/kinds/remote_unheard.h"
#include "core/events/kinds/ring_dropped.h"
#include "core/events/kinds/rtcp_reported.h"
#include "core/events/kinds/sender_summary.h"
#include "core/events/kinds/sender_times.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/kinds/stream_announced.h"
#include "core/events/kinds/tcp_reported.h"
#include "core/events/kinds/thread_load.h"
#include "core/events/kinds/trend_reported.h"
#include "core/record/disk/output_file.h"
#include "core/record/export/export.h"
#include "core/record/trace/conference_offsets.h"
#include "core/record/trace/reader.h"

namespace jitterscope::trace {
namespace {

/// RFC 4180: quoted where it has to be. A row stays a line, for whoever reads lines.
std::string text_cell(std::string_view text) {
  const std::string line = one_line(text);
  if (line.find_first_of(",\"") == std::string::npos) return line;
  std::string quoted = "\"";
  for (const char c : line) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string cell(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kWhole: return std::to_string(value.whole);
    case Value::Kind::kReal: return fmt::format("{}", value.real);
    case Value::Kind::kText: return text_cell(value.text);
    case Value::Kind::kAbsent: break;
  }
  return {};
}

std::string header(const EventTable& table) {
  std::string line = "local_ns,conference_ns,unix_ns";
  for (const Column& column : table.columns) line.append(",").append(column.name);
  return line + "\n";
}

/// From the local clock to the others.
struct Clocks {
  ConferenceOffsets conference;
  std::optional<Duration> real;
};

std::string row(const Event& event, const Clocks& clocks) {
  const Timestamp local = local_time(event);
  const auto conference = conference_time(event, clocks.conference.at(local));
  std::string line = std::to_string(local.ns()) + "," + (conference ? std::to_string(conference->ns()) : "") + "," +
                     (clocks.real ? std::to_string((local + *clocks.real).ns()) : "");
  for (const Column& column : table_of(event).columns) line += "," + cell(column.get(event.data()));
  return line + "\n";
}

template <typename E>
bool write_table(const TraceReader& trace, const Clocks& clocks, const std::string& folder, WrittenFiles& files,
                 std::string& error) {
  std::optional<OutputFile> file;
  const auto write = [&](const Event& event) {
    const EventTable& table = table_of(event);
    if (!file) file.emplace(folder + "/" + std::string(table.name) + ".csv").write(header(table));
    file->write(row(event, clocks));
  };
  if (!trace.read_some<E>(write, error)) return false;
  if (!file) return true;
  if (!file->finish(error)) return false;
  files.push_back(file->path());
  return true;
}

template <typename... E>
bool write_tables(const TraceReader& trace, const Clocks& clocks, const std::string& folder, WrittenFiles& files,
                  std::string& error) {
  return (write_table<E>(trace, clocks, folder, files, error) && ...);
}

}  // namespace

bool write_csv_tables(const TraceReader& trace, const std::string& folder, WrittenFiles& files, std::string& error) {
  const auto offsets = ConferenceOffsets::of(trace, error);
  return offsets &&
         write_tables<SettingChanged, LinkReport, LoadReport, ClockSynced, ClockStepped, PacketStamped, FrameShown,
                      SenderTimes, ThreadLoad, ClassChanged, TrendReported, RateDecided, FrameOmitted, TcpReported,
                      DemonstrationEntered, RemoteUnheard, CallEnded, FrameEncoded, FrameSent, FrameDone, FrameDecoded,
                      FramePlayed, AudioBlockDone, PlayoutDecided, PlayoutReport, PeerSummary, PeerQuality,
                      SenderSummary, RtcpReported, PacketRejected, StreamAnnounced, RingDropped, Marker, Notice>(
             trace, {*offsets, trace.meta().realtime_offset}, folder, files, error);
}

}  // namespace jitterscope::trace
