#pragma once
// A small valid trace, and all that the program does with a trace from anywhere.

#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/record/export/export.h"
#include "core/record/export/trace_packets.h"
#include "core/record/open/opened_call.h"
#include "core/record/trace/rate_schedule.h"
#include "core/record/trace/recorder.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/scratch_file.h"
#include "tests/unit/record/trace/sample_events.h"

namespace jitterscope::fuzz_trace {

/// Sixteen rows of each table, and among them packets of a stream in each direction.
inline std::vector<Event> events() {
  std::vector<Event> all;
  for (std::int64_t i = 0; i < 16; ++i) {
    const Timestamp at = Timestamp::ns(9'000'000'000) + Duration::ms(20) * i;
    for (Event event : trace_test::samples(i)) {
      if (auto* arrived = get_if<PacketArrived>(&event)) {
        *arrived = {};
        arrived->ssrc = 7;
        arrived->sequence = arrived->rtp_timestamp = i;
        arrived->received = at;
        arrived->sent_conference = at - Duration::ms(5);
        arrived->received_conference = at;
        arrived->size = 172;
      } else if (auto* sent = get_if<PacketSent>(&event)) {
        *sent = {};
        sent->ssrc = 8;
        sent->sequence = i;
        sent->sent = at;
        sent->size = 172;
      } else if (auto* block = get_if<AudioBlockDone>(&event)) {
        block->ssrc = 7;
        block->sequence = i;
        block->outcome = PlayoutOutcome::kPlayed;
      }
      all.push_back(event);
    }
  }
  return all;
}

inline FuzzInput valid_trace() {
  const ScratchFile file("valid.jscope");
  TraceMeta meta;
  meta.program_version = "1";
  meta.conference_offset = Duration::seconds(1'700'000'000);
  meta.call_began = Timestamp::ns(9'000'000'000);
  meta.streams = {{.ssrc = 7, .payload_type = 0, .nominal_period_ms = 20, .clock_rate_hz = 8000},
                  {.ssrc = 8, .medium = Medium::kVideo, .direction = Direction::kSent, .payload_type = 26}};
  TraceRecorder recorder;
  require(recorder.begin(file.path(), meta) && recorder.write(events(), {}) && recorder.close(), "a trace is recorded");
  std::ifstream in(file.path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void analyse(const TraceReader& trace, std::string& error) {
  const auto input = to_analysis(trace, error);
  require(input.has_value() || !error.empty(), "what cannot be analysed has a reason");
  if (input) analyze(*input);
}

inline void export_all(const TraceReader& trace, std::string& error) {
  const ScratchFile place("out");
  export_csv(trace, place.path() + ".csv", error);
  export_json(trace, place.path() + ".json", error);
  export_pcapng(trace, place.path() + ".pcapng", error);
  export_rtpdump(trace, place.path() + ".rtpdump", error);
  export_sdp(trace, place.path() + ".sdp", error);
  export_jscope(trace, place.path() + ".jscope", error);
}

/// `what`: which of the readers beside that of all events; with bit 6 without names.
inline void read_all(const std::string& path, std::uint8_t what) {
  std::string error;
  if (what % 4 == 1) {
    require(open_call(path, error).has_value() || !error.empty(), "what cannot be shown has a reason");
    error.clear();
    if (auto end = open_end(path, error, {}, 1)) end->snapshot({});
    return;
  }
  const auto trace = TraceReader::open(path, error);
  require((trace != nullptr) == error.empty(), "a trace, or a reason");
  if (!trace) return;
  if (what & 64) trace->leave_out_names();
  std::size_t events = 0;
  require(trace->read_events([&](const Event&) { ++events; }, error) || !error.empty(), "damage has a reason");
  require(events < 100'000, "no more events than the file can hold");
  if (what % 4 == 0) analyse(*trace, error);
  if (what % 4 == 2) export_all(*trace, error);
  if (what % 4 == 3) {
    trace::read_packets(*trace, error);
    read_rate_schedule(path, error);
  }
}

}  // namespace jitterscope::fuzz_trace
