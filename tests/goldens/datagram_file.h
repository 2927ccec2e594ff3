#pragma once
// Recorded datagrams with their times: tests/data/datagrams/*.rtp.gz, written by record.py there.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope::goldens {

struct RecordedDatagram {
  Medium medium{};
  bool stream = false;  // a piece of a TCP connection's stream (RFC 4571), not a datagram
  int connection = 0;   // of a stream: counted from 0
  Timestamp received;   // local: the kernel's stamp
  std::vector<std::uint8_t> bytes;
};

struct DatagramRecording {
  std::optional<Duration> conference_offset;  // conference - local; absent: the clocks were not known to agree
  std::optional<std::uint32_t> audio_ssrc, video_ssrc;  // agreed at set-up; absent: a foreign sender
  std::int32_t period_ms = 0;                           // of the pictures; 0: unknown
  std::int32_t audio_block = 0;                         // samples
  std::vector<RecordedDatagram> datagrams;              // by time
};

/// Throws std::runtime_error on anything that record.py does not write.
DatagramRecording read_datagrams(const std::filesystem::path& path);

}  // namespace jitterscope::goldens
