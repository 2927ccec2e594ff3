#include <fmt/format.h>
#include <pcap/pcap.h>

#include <memory>

#include "core/record/datagrams/capture_datagrams.h"
#include "core/record/datagrams/ip_fragments.h"
#include "core/record/datagrams/pcapng_details.h"

namespace jitterscope::trace {
namespace {

struct CloseCapture {
  void operator()(pcap_t* capture) const { pcap_close(capture); }
};
using Capture = std::unique_ptr<pcap_t, CloseCapture>;

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
std::string read_packets(pcap_t* capture, const CaptureDetails& details, const TakeDatagram& take,
                         IpFragments& fragments, DatagramsRead& read, const std::stop_token& stop) {
  const int link = pcap_datalink(capture);
  pcap_pkthdr* header = nullptr;
  const std::uint8_t* bytes = nullptr;
  int outcome = 0;
  while (!stop.stop_requested() && (outcome = pcap_next_ex(capture, &header, &bytes)) == 1) {
    const auto number = static_cast<std::size_t>(read.packets++);
    auto segment = find_udp(link, {bytes, header->caplen});
    if (!segment) continue;
    const auto at = stamp_of(*header);
    if (!at) {
      ++read.datagrams, ++read.out_of_time;
      continue;
    }
    if (number < details.outbound.size()) segment->outgoing = segment->outgoing || details.outbound[number];
    if (segment->fragment) {
      fragments.add(*at, *segment);
    } else if (const auto datagram = datagram_of(*segment)) {
      ++read.datagrams;
      take(*at, *datagram, true);
    }
  }
  fragments.finish();
  return outcome == PCAP_ERROR ? pcap_geterr(capture) : "";
}

std::string fragments_note(const IpFragments& fragments) {
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

std::optional<DatagramsRead> read_capture(std::FILE* file, const std::string& name, const TakeDatagram& take,
                                          std::string& error, const std::stop_token& stop) {
  char trouble[PCAP_ERRBUF_SIZE] = "";
  const CaptureDetails details = read_capture_details(file);
  const Capture capture(pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, trouble));
  if (!capture) {
    std::fclose(file);
    error = fmt::format("{} is no capture that can be read: {}.", name, trouble);
    return std::nullopt;
  }
  if (const int link = pcap_datalink(capture.get()); !is_known_link(link)) {
    error = fmt::format("{} was captured on {}: only Ethernet, Linux cooked, raw IP and loopback captures are read.",
                        name, link_name(link));
    return std::nullopt;
  }
  DatagramsRead read;
  read.stamp_resolution_ms = details.stamp_resolution_ms;
  IpFragments fragments([&](Timestamp at, const UdpDatagram& datagram, bool in_order) {
    ++read.datagrams;
    take(at, datagram, in_order);
  });
  const std::string cut = read_packets(capture.get(), details, take, fragments, read, stop);
  if (stop.stop_requested()) return std::nullopt;
  if (!cut.empty()) append(read.note, fmt::format("{} is read up to packet {}: {}.", name, read.packets, cut));
  if (const std::string missing = fragments_note(fragments); !missing.empty()) append(read.note, missing);
  if (read.out_of_time > 0)
    append(read.note,
           fmt::format("{} packets were left out: their times are not between 1970 and 2042.", read.out_of_time));
  return read;
}

}  // namespace jitterscope::trace
