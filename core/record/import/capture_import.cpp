#include "core/record/import/capture_import.h"

#include <fmt/format.h>

#include "core/measures/definitions/stream_input.h"
#include "core/record/datagrams/capture_datagrams.h"
#include "core/record/disk/whole_file.h"
#include "core/record/import/rtp_finder.h"

namespace jitterscope {
namespace {

std::string why_no_stream(const std::string& name, const CaptureOptions& options, const trace::DatagramsRead& read) {
  const std::string held = fmt::format("({} packets, {} of them UDP)", read.packets, read.datagrams);
  if (options.port) return fmt::format("{} holds no RTP from or to UDP port {} {}.", name, *options.port, held);
  if (options.ssrc) return fmt::format("{} has no stream with SSRC {} {}.", name, *options.ssrc, held);
  if (read.out_of_time == read.datagrams && read.datagrams > 0)
    return fmt::format("{} holds no RTP stream that could be found {}.", name, held);
  return fmt::format("{} holds no RTP stream that could be found {}; name its UDP port (--port) if you know it.", name,
                     held);
}

/// The streams that `finder` has found in what was read; none: an empty list.
AnalysisInput found_in(trace::RtpFinder& finder, trace::DatagramsRead& read, const std::string& name) {
  if (const std::string left_out = finder.left_out(); !left_out.empty())
    read.note += (read.note.empty() ? "" : " ") + left_out;
  AnalysisInput input{name, finder.take(), {}};
  for (StreamInput& stream : input.streams) stream.stamp_resolution_ms = read.stamp_resolution_ms;
  return input;
}

trace::TakeDatagram give_to(trace::RtpFinder& finder) {
  return [&finder](Timestamp at, const trace::UdpDatagram& datagram, bool in_order) {
    finder.add(at, datagram, in_order);
  };
}

}  // namespace

std::optional<AnalysisInput> import_capture(std::FILE* file, const std::string& name, const CaptureOptions& options,
                                            std::string& error, std::string& note, const std::stop_token& stop) {
  note.clear();
  trace::RtpFinder finder(options, trace::packets_that_fit());
  auto read = trace::read_capture(file, name, give_to(finder), error, stop);
  if (!read) return std::nullopt;
  AnalysisInput input = found_in(finder, *read, name);
  note = read->note;
  if (!input.streams.empty()) return input;
  error = why_no_stream(name, options, *read);
  if (!note.empty()) error += ' ' + note;
  return std::nullopt;
}

std::optional<AnalysisInput> import_capture(const std::string& path, const CaptureOptions& options, std::string& error,
                                            std::string& note, const std::stop_token& stop) {
  if (std::FILE* file = std::fopen(path.c_str(), "rb")) return import_capture(file, path, options, error, note, stop);
  error = path + " cannot be read: check its name and permissions.";
  return std::nullopt;
}

std::optional<AnalysisInput> parse_rtpdump(std::string_view text, const CaptureOptions& options, std::string& error,
                                           std::string& note, const std::stop_token& stop) {
  error.clear();
  note.clear();
  trace::RtpFinder finder(options, trace::packets_that_fit());
  auto read = trace::read_rtpdump(text, give_to(finder), error, stop);
  if (!read) return std::nullopt;
  AnalysisInput input = found_in(finder, *read, {});
  note = read->note;
  if (!input.streams.empty()) return input;
  error = options.port || options.ssrc ? "it holds no RTP with the port or SSRC asked for"
                                       : fmt::format("it holds no RTP stream ({} entries)", read->packets);
  return std::nullopt;
}

std::optional<AnalysisInput> import_rtpdump(const std::string& path, const CaptureOptions& options, std::string& error,
                                            std::string& note, const std::stop_token& stop) {
  const auto bytes = trace::read_whole_file(path, error);
  if (!bytes) return std::nullopt;
  auto input = parse_rtpdump(*bytes, options, error, note, stop);
  if (input)
    input->file = path;
  else
    error = path + ": " + error + ".";
  return input;
}

}  // namespace jitterscope
