#include "core/record/trace/trace_meta.h"

#include "core/events/make_column.h"
#include "core/events/words.h"

namespace jitterscope::trace {

const Columns& stream_columns() {
  static const Columns of_streams =
      columns(column("ssrc", &TraceStream::ssrc), column("medium", &TraceStream::medium),
              column("direction", &TraceStream::direction), column("payload_type", &TraceStream::payload_type),
              column("nominal_period_ms", &TraceStream::nominal_period_ms).within(kPeriodMs),
              column("clock_rate_hz", &TraceStream::clock_rate_hz).within(kClockRateHz),
              column("delay_uncertainty_ms", &TraceStream::delay_uncertainty_ms).within({0, kWidestBoundMs}),
              column("playout_added_ms", &TraceStream::playout_added_ms).within(kSpreadMs),
              column("local_address", &TraceStream::local_address), column("local_port", &TraceStream::local_port),
              column("remote_address", &TraceStream::remote_address), column("remote_port", &TraceStream::remote_port));
  return of_streams;
}

const Columns& meta_columns() {
  static const Columns of_meta = columns(
      column("program_version", &TraceMeta::program_version), column("host", &TraceMeta::host),
      column("settings", &TraceMeta::settings_json), column("conference_offset_ns", &TraceMeta::conference_offset),
      column("realtime_offset_ns", &TraceMeta::realtime_offset), column("call_began_ns", &TraceMeta::call_began),
      column("call_ended_ns", &TraceMeta::call_ended), column("clock_synchronised", &TraceMeta::clock_synchronised));
  return of_meta;
}

}  // namespace jitterscope::trace
