#pragma once
// A trace in the formats of other programs, and a copy of it. Each returns the files written, or nullopt and one
// sentence in `error`.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/measures/report/provenance.h"
#include "core/record/trace/reader.h"

namespace jitterscope {

using WrittenFiles = std::vector<std::string>;

/// The words of the command line: "csv", "json" …
std::vector<std::string> export_formats();
/// Exports the trace in one of these formats. `made` stands in JSON, and beside CSV (provenance_file.h).
std::optional<WrittenFiles> export_trace(std::string_view format, const TraceReader& trace, const std::string& out,
                                         std::string& error, const std::optional<Provenance>& made = {});

/// One file a stream: Wireshark's RTP stream analysis columns, then arrival time, send time (s, local clock) and
/// length, then the columns with which csv_import.h reads it again, then the wall clock: unix_ns, when the packet came
/// (of a sent stream: left) in ns since 1970, by the offset that was measured when the recording began. `out` ending in
/// .csv: that file if there is one stream, else OUT-MEDIUM-DIRECTION-SSRC.csv beside it; otherwise a folder, made if
/// missing, which also gets setting_changed.csv, link_report.csv, frame_done.csv, audio_block.csv,
/// peer_summary.csv … (csv_tables.cpp) with the columns of those tables behind local_ns, conference_ns and unix_ns,
/// each where there are such events.
std::optional<WrittenFiles> export_csv(const TraceReader& trace, const std::string& out, std::string& error);
namespace trace {
/// One file in `folder` for each of those tables that holds events; added to `files`. False: `error` says why.
bool write_csv_tables(const TraceReader& trace, const std::string& folder, WrittenFiles& files, std::string& error);
}  // namespace trace
/// {"provenance":{…},"meta":{…},"streams":[…],"events":[{"event":TABLE, columns…}…]}, one event a line, keys and values
/// as in the tables; without "provenance" where `made` is absent.
std::optional<WrittenFiles> export_json(const TraceReader& trace, const std::string& out, std::string& error,
                                        const std::optional<Provenance>& made = {});
/// RTP packets of both directions with IP and UDP headers, cut after the RTP header and extension (payloads are not in
/// a trace); received packets at their receive time, sent ones at their send time; packet flags say inbound and
/// outbound. Before them stands an exchange in SIP that describes the streams, so that Wireshark finds them; its
/// packets carry a comment that they were not on the wire. Unknown addresses: 192.0.2.1 (here) and 192.0.2.2 (there);
/// unknown ports: 5006 (audio), 5008 (video).
std::optional<WrittenFiles> export_pcapng(const TraceReader& trace, const std::string& out, std::string& error);
/// rtptools' rtpdump: headers of the received packets (of a call in which none came: of the sent ones), with their full
/// lengths; payloads are not in a trace. Times are whole ms since the first packet.
std::optional<WrittenFiles> export_rtpdump(const TraceReader& trace, const std::string& out, std::string& error);
/// Session description with which another player plays the streams this end sent.
std::optional<WrittenFiles> export_sdp(const TraceReader& trace, const std::string& out, std::string& error);
/// The same trace in the newest schema, for TraceReader::leave_out_names(). What is at `out` already is an error.
std::optional<WrittenFiles> export_jscope(const TraceReader& trace, const std::string& out, std::string& error);

}  // namespace jitterscope
