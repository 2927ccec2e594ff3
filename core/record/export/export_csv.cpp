#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <filesystem>

#include "core/events/words.h"
#include "core/measures/definitions/rfc3550_jitter.h"
#include "core/measures/definitions/sequence_ledger.h"
#include "core/measures/definitions/stream_input.h"
#include "core/record/disk/output_file.h"
#include "core/record/export/export.h"

namespace jitterscope {
namespace {

namespace fs = std::filesystem;

/// Wireshark's columns, then those that `analyze` and the window read; video has a frame column.
constexpr const char* kCsvHeader =
    "Packet,Sequence,Delta (ms),Jitter (ms),Skew (ms),Bandwidth (kbps),Marker,Status,Arrival Time (s),Send Time (s),"
    "Length,seq,send_us,recv_us,size,{}block,rtp_timestamp,clock_hz,ssrc,unix_ns\n";
constexpr std::string_view kWrongSequence = "Wrong sequence number";  // a gap, or out of order
constexpr std::int64_t kIpUdpBytes = 28;                              // counted as Wireshark does

std::string seconds(std::optional<Timestamp> time) {
  if (!time) return {};
  const std::int64_t ns = time->ns();
  return fmt::format("{}{}.{:09}", ns < 0 ? "-" : "", std::abs(ns / 1'000'000'000), std::abs(ns % 1'000'000'000));
}

std::string microseconds(std::optional<Timestamp> time) {
  if (!time) return {};
  const std::int64_t ns = time->ns();
  return fmt::format("{}{}.{:03}", ns < 0 ? "-" : "", std::abs(ns / 1000), std::abs(ns % 1000));
}

template <typename T>
std::string known(const T& value) {
  return value ? fmt::format("{}", *value) : std::string();
}

/// The running figures of Wireshark's RTP stream analysis, row by row.
class RowWriter {
 public:
  RowWriter(const StreamInput& stream, std::optional<Duration> to_real_time)
      : to_real_time_(to_real_time),
        sent_(stream.direction == Direction::kSent),
        ssrc_(stream.ssrc ? fmt::format("0x{:08x}", *stream.ssrc) : std::string()),
        frames_(stream.medium == Medium::kVideo),
        clock_rate_hz_(stream.clock_rate_hz.value_or(stream.medium == Medium::kAudio ? 8000 : 90000)),
        jitter_(clock_rate_hz_) {}

  std::string row(const PacketObservation& packet) {
    const auto expected = ledger_.highest() ? *ledger_.highest() + 1 : packet.sequence;
    const auto arrival = ledger_.add(packet.sequence);
    const bool duplicate = arrival == SequenceLedger::Arrival::kDuplicate;
    const std::string_view status = duplicate ? "Duplicate" : packet.sequence == expected ? "Ok" : kWrongSequence;
    const Duration delta = previous_ ? packet.received - *previous_ : Duration();
    previous_ = packet.received;
    if (packet.rtp_timestamp && !duplicate) {
      if (!first_) first_ = packet;
      jitter_.add(packet.received, *packet.rtp_timestamp);
    }
    const std::string figures =
        fmt::format("{:.6f},{:.6f},{:.6f},{:.2f}", delta.ms(), jitter_.ms().value_or(0), skew_ms(packet), kbps(packet));
    const std::string wireshark = fmt::format("{},{},{},{},{},{},{},{}", ++rows_, packet.sequence & 0xffff, figures,
                                              packet.marker ? "SET" : "", status, sent_ ? "" : seconds(packet.received),
                                              seconds(sent_ ? packet.received : packet.sent), known(packet.size));
    const auto unix_ns = to_real_time_ ? std::optional((packet.received + *to_real_time_).ns()) : std::nullopt;
    return fmt::format("{},{},{},{},{},{}{},{},{:.0f},{},{}\n", wireshark, packet.sequence,
                       microseconds(sent_ ? packet.received : packet.sent), sent_ ? "" : microseconds(packet.received),
                       known(packet.size), frames_ ? known(packet.frame) + "," : "", known(packet.block),
                       known(packet.rtp_timestamp), clock_rate_hz_, ssrc_, known(unix_ns));
  }

 private:
  /// How far the packet is ahead of its media clock.
  double skew_ms(const PacketObservation& packet) const {
    if (!first_ || !packet.rtp_timestamp) return 0;
    const auto units = static_cast<double>(*packet.rtp_timestamp - *first_->rtp_timestamp);
    return units / clock_rate_hz_ * 1000 - (packet.received - first_->received).ms();
  }
  /// Over the last second, with IP and UDP headers.
  double kbps(const PacketObservation& packet) {
    last_second_.push_back({packet.received, packet.size.value_or(0) + kIpUdpBytes});
    bytes_ += last_second_.back().bytes;
    while (packet.received - last_second_.front().at > Duration::seconds(1)) {
      bytes_ -= last_second_.front().bytes;
      last_second_.pop_front();
    }
    return static_cast<double>(bytes_) * 8 / 1000;
  }

  struct Passed {
    Timestamp at;
    std::int64_t bytes;
  };
  std::optional<Duration> to_real_time_;
  bool sent_;
  std::string ssrc_;
  bool frames_;
  double clock_rate_hz_;
  Rfc3550Jitter jitter_;
  SequenceLedger ledger_;
  std::optional<Timestamp> previous_;
  std::optional<PacketObservation> first_;
  std::deque<Passed> last_second_;
  std::int64_t bytes_ = 0, rows_ = 0;
};

std::string stream_name(const StreamInput& stream) {
  return fmt::format("{}-{}-{:08x}", to_string(stream.medium), to_string(stream.direction), stream.ssrc.value_or(0));
}

/// Where a stream goes: see export.h.
std::string path_for(const StreamInput& stream, std::size_t streams, const fs::path& out) {
  if (out.extension() != ".csv" || fs::is_directory(out)) return out / (stream_name(stream) + ".csv");
  if (streams == 1) return out;
  fs::path path = out;
  return path.replace_extension().string() + "-" + stream_name(stream) + ".csv";
}

}  // namespace

std::optional<WrittenFiles> export_csv(const TraceReader& trace, const std::string& out, std::string& error) {
  const auto input = to_analysis(trace, error);
  if (!input) return std::nullopt;
  if (input->streams.empty()) {
    error = trace.path() + " holds no packets.";
    return std::nullopt;
  }
  const bool folder = fs::path(out).extension() != ".csv" || fs::is_directory(out);
  std::error_code ignored;  // a folder that cannot be made is said by the first file
  if (folder) fs::create_directories(out, ignored);
  WrittenFiles files;
  for (const StreamInput& stream : input->streams) {
    trace::OutputFile file(path_for(stream, input->streams.size(), out));
    file.write(fmt::format(fmt::runtime(kCsvHeader), stream.medium == Medium::kVideo ? "frame," : ""));
    RowWriter writer(stream, trace.meta().realtime_offset);
    for (const PacketObservation& packet : stream.packets) file.write(writer.row(packet));
    if (!file.finish(error)) return std::nullopt;
    files.push_back(file.path());
  }
  if (folder && !trace::write_csv_tables(trace, out, files, error)) return std::nullopt;
  return files;
}

}  // namespace jitterscope
