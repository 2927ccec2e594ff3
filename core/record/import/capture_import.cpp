#include "core/record/import/capture_import.h"

#include <fmt/format.h>
#include <pcap/pcap.h>

#include <memory>

#include "core/measures/definitions/stream_input.h"
#include "core/record/disk/whole_file.h"
#include "core/record/import/ip_fragments.h"
#include "core/record/import/link_layer.h"
#include "core/record/import/pcapng_details.h"
#include "core/record/import/rtp_finder.h"

namespace jitterscope {
namespace {

struct CloseCapture {
  void operator()(pcap_t* capture) const { pcap_close(capture); }
};
using Capture = std::unique_ptr<pcap_t, CloseCapture>;

struct Counts {
  std::int64_t packets = 0, datagrams = 0;
  std::int64_t out_of_time = 0;  // datagrams, or fragments of them
};

std::string link_name(int type) {
  const char* name = pcap_datalink_val_to_description(type);
  return name ? name : fmt::format("link type {}", type);
}

/// Of stamps in ns, as the capture was opened with. Absurd ones are none.
std::optional<Timestamp> stamp_of(const pcap_pkthdr& header) {
  constexpr std::int64_t kLatest = (std::int64_t{1} << 61) / 1'000'000'000;  // s, in 2043: the analysis takes no more
  const auto seconds = static_cast<std::int64_t>(header.ts.tv_sec), ns = static_cast<std::int64_t>(header.ts.tv_usec);
  if (seconds < 0 || seconds >= kLatest || ns < 0) return std::nullopt;
  return Timestamp::ns(seconds * 1'000'000'000 + ns);
}

/// Empty, or how the file ends too soon.
std::string read_capture(pcap_t* capture, const trace::CaptureDetails& details, trace::RtpFinder& finder,
                         trace::IpFragments& fragments, Counts& counts, const std::stop_token& stop) {
  const int link = pcap_datalink(capture);
  pcap_pkthdr* header = nullptr;
  const std::uint8_t* bytes = nullptr;
  int outcome = 0;
  while (!stop.stop_requested() && (outcome = pcap_next_ex(capture, &header, &bytes)) == 1) {
    const auto number = static_cast<std::size_t>(counts.packets++);
    auto segment = trace::find_udp(link, {bytes, header->caplen});
    if (!segment) continue;
    const auto at = stamp_of(*header);
    if (!at) {
      ++counts.datagrams, ++counts.out_of_time;
      continue;
    }
    if (number < details.outbound.size()) segment->outgoing = segment->outgoing || details.outbound[number];
    if (segment->fragment) {
      fragments.add(*at, *segment);
    } else if (const auto datagram = trace::datagram_of(*segment)) {
      ++counts.datagrams;
      finder.add(*at, *datagram);
    }
  }
  fragments.finish();
  return outcome == PCAP_ERROR ? pcap_geterr(capture) : "";
}

std::string why_no_stream(const std::string& name, const CaptureOptions& options, const Counts& counts) {
  const std::string held = fmt::format("({} packets, {} of them UDP)", counts.packets, counts.datagrams);
  if (options.port) return fmt::format("{} holds no RTP from or to UDP port {} {}.", name, *options.port, held);
  if (options.ssrc) return fmt::format("{} has no stream with SSRC {} {}.", name, *options.ssrc, held);
  if (counts.out_of_time == counts.datagrams && counts.datagrams > 0)
    return fmt::format("{} holds no RTP stream that could be found {}.", name, held);
  return fmt::format("{} holds no RTP stream that could be found {}; name its UDP port (--port) if you know it.", name,
                     held);
}

std::string fragments_note(const trace::IpFragments& fragments) {
  std::string note;
  if (fragments.incomplete() > 0)
    note = fmt::format(
        "Some datagrams came in IP fragments of which others are missing ({}): the first fragment counts with its "
        "time.",
        fragments.incomplete());
  if (fragments.without_first() > 0)
    note += fmt::format(
        "{}Some datagrams were left out ({}): of their IP fragments the first, which says whose they are, is missing.",
        note.empty() ? "" : " ", fragments.without_first());
  return note;
}

void append(std::string& note, const std::string& sentence) {
  if (!note.empty()) note += ' ';
  note += sentence;
}

}  // namespace

std::optional<AnalysisInput> import_capture(std::FILE* file, const std::string& name, const CaptureOptions& options,
                                            std::string& error, std::string& note, const std::stop_token& stop) {
  char trouble[PCAP_ERRBUF_SIZE] = "";
  const trace::CaptureDetails details = trace::read_capture_details(file);
  const Capture capture(pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, trouble));
  if (!capture) {
    std::fclose(file);
    error = fmt::format("{} is no capture that can be read: {}.", name, trouble);
    return std::nullopt;
  }
  if (const int link = pcap_datalink(capture.get()); !trace::is_known_link(link)) {
    error = fmt::format("{} was captured on {}: only Ethernet, Linux cooked, raw IP and loopback captures are read.",
                        name, link_name(link));
    return std::nullopt;
  }
  trace::RtpFinder finder(options, trace::packets_that_fit());
  Counts counts;
  trace::IpFragments fragments([&](Timestamp at, const trace::UdpDatagram& datagram, bool in_order) {
    ++counts.datagrams;
    finder.add(at, datagram, in_order);
  });
  note.clear();
  const std::string cut = read_capture(capture.get(), details, finder, fragments, counts, stop);
  if (stop.stop_requested()) return std::nullopt;
  if (!cut.empty()) append(note, fmt::format("{} is read up to packet {}: {}.", name, counts.packets, cut));
  if (const std::string missing = fragments_note(fragments); !missing.empty()) append(note, missing);
  if (counts.out_of_time > 0)
    append(note,
           fmt::format("{} packets were left out: their times are not between 1970 and 2042.", counts.out_of_time));
  if (const std::string left_out = finder.left_out(); !left_out.empty()) append(note, left_out);
  AnalysisInput input{name, finder.take(), {}};
  for (StreamInput& stream : input.streams) stream.stamp_resolution_ms = details.stamp_resolution_ms;
  if (!input.streams.empty()) return input;
  error = why_no_stream(name, options, counts);
  if (!note.empty()) error += ' ' + note;
  return std::nullopt;
}

std::optional<AnalysisInput> import_capture(const std::string& path, const CaptureOptions& options, std::string& error,
                                            std::string& note, const std::stop_token& stop) {
  if (std::FILE* file = std::fopen(path.c_str(), "rb")) return import_capture(file, path, options, error, note, stop);
  error = path + " cannot be read: check its name and permissions.";
  return std::nullopt;
}

}  // namespace jitterscope
