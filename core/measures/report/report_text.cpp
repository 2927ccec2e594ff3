#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/base/units/plain_digits.h"
#include "core/base/units/printable.h"
#include "core/measures/report/figure_text.h"
#include "core/measures/report/quality_json.h"
#include "core/measures/report/reject_reasons.h"
#include "core/measures/report/report_json.h"

namespace jitterscope {
namespace {

class Table {
 public:
  explicit Table(std::string& out) : out_(out) {}
  void row(std::string_view name, std::string_view text) { out_ += fmt::format("  {:<25} {}\n", name, text); }

 private:
  std::string& out_;
};

// Nobody reads longer lists; --json has all of them.
constexpr std::size_t kMostStreams = 500, kMostRuns = 50, kMostNotes = 50;

std::string more(std::size_t left_out, std::string_view what) {
  return fmt::format("and {} more {}: --json has them all.", left_out, what);
}
void and_more(std::size_t all, std::size_t most, std::string_view what, Table& table) {
  if (all > most) table.row("", more(all - most, what));
}

void count_rows(const StreamReport& r, Table& table) {
  if (r.direction == Direction::kSent)
    table.row("packets", fmt::format("{} sent, {} refused by the system", r.packets, number_text(r.refused)));
  else
    table.row("packets", fmt::format("{} of {} expected, {} lost ({})", r.packets, r.expected, number_text(r.lost),
                                     percent_text(r.loss_ratio)));
  if (r.direction == Direction::kReceived && r.refused.value_or(0) > 0)
    table.row("refused", fmt::format("{} came and could not be read: {}", *r.refused, reason_words(r.refused_by)));
  for (std::size_t i = 0; i < std::min(r.runs.size(), kMostRuns); ++i)
    table.row(fmt::format("  run {} of numbers", i + 1),
              fmt::format("{} of {} expected, {} lost", r.runs[i].packets, r.runs[i].expected, r.runs[i].lost));
  and_more(r.runs.size(), kMostRuns, "runs", table);
  std::int64_t counted = 0;  // of the whole file
  for (const PayloadCount& each : r.payloads) counted += each.packets;
  if (r.payloads.size() > 1 && counted == r.packets + r.duplicates)
    for (const PayloadCount& each : r.payloads) {
      const std::string what = encoding_text(each.payload, each.clock_rate_hz);
      table.row(fmt::format("  payload type {}", each.payload.type),
                fmt::format("{} packets{}{}{}", each.packets, what.empty() ? "" : ", ", what,
                            each.timed ? "" : ", not timed"));
    }
  table.row("duplicates, reordered", fmt::format("{}, {}", r.duplicates, r.reordered));
  table.row("bytes", number_text(r.bytes));
  table.row("duration ms", number_text(r.duration_ms));
}

/// Wireshark filters all packets of an SSRC, each by the clock of its payload type, where RFC 3551 or a description
/// tells that.
bool is_wiresharks_jitter(const StreamReport& r) {
  const auto differs = [&](const PayloadCount& each) {
    return !each.timed || (each.clock_rate_hz && each.clock_rate_hz != r.clock_rate_hz);
  };
  const PayloadSource from = r.payload ? r.payload->source : PayloadSource::kAssigned;
  const bool known = from == PayloadSource::kAssigned || from == PayloadSource::kDescription;
  return known && r.runs.empty() && r.duplicates == 0 && std::ranges::none_of(r.payloads, differs);
}

std::string jitter_words(const StreamReport& r) {
  if (!r.stamped) return "by send time, for there are no RTP timestamps";
  return fmt::format("by RTP timestamp, includes the sender's pacing{}",
                     is_wiresharks_jitter(r) ? " (as Wireshark)" : "");
}

std::string_view skew_words(bool removed) {
  return removed ? " (skew removed)" : "";
}

void time_rows(const StreamReport& r, Table& table) {
  const InterarrivalReport& x = r.interarrival;
  table.row("interarrival ms",
            fmt::format("mean {}, stddev {}, cv {}, min {}, max {}", number_text(x.mean), number_text(x.stddev),
                        number_text(x.cv), number_text(x.min), number_text(x.max)));
  table.row("",
            fmt::format("p50 {}, p95 {}, p99 {}, skew {}, excess kurtosis {}", number_text(x.p50), number_text(x.p95),
                        number_text(x.p99), number_text(x.skew), number_text(x.excess_kurtosis)));
  for (const ExceedanceReport& e : r.exceedances) {
    const std::optional<double> spacing = e.spacing_ms ? std::optional(e.spacing_ms->mean) : std::nullopt;
    table.row(fmt::format("above mean + {} stddev", e.n),
              fmt::format("{} above {} ms, every {} ms", percent_text(e.share), number_text(e.threshold_ms),
                          number_text(spacing)));
  }
  const auto& j = r.jitter_rfc3550;
  table.row("jitter (RFC 3550) ms", j ? fmt::format("last {}, mean {}, max {}; {}", plain_digits(j->last),
                                                    plain_digits(j->mean), plain_digits(j->max), jitter_words(r))
                                      : "-");
  if (const auto& s = r.jitter_on_send_times)
    table.row("  on send times ms", fmt::format("last {}, mean {}, max {}", plain_digits(s->last),
                                                plain_digits(s->mean), plain_digits(s->max)));
  const auto& d = r.delay;
  const auto within = [&](double ms) { return plain_digits_within(ms, d->uncertainty); };
  table.row(r.round_trips ? "round trip ms" : "one-way delay ms",
            d ? fmt::format("min {}, mean {}, p50 {}, p95 {}, p99 {}, max {}, ± {}{}", within(d->min), within(d->mean),
                            within(d->p50), within(d->p95), within(d->p99), within(d->max), number_text(d->uncertainty),
                            skew_words(d->skew_removed))
              : "-");
  const auto& p = r.pdv;
  table.row("delay variation ms",
            p ? fmt::format("p50 {}, p95 {}, p99 {}, max {}{}", plain_digits(p->p50), plain_digits(p->p95),
                            plain_digits(p->p99), plain_digits(p->max), skew_words(p->skew_removed))
              : "-");
  const auto& i = r.ipdv;
  table.row(
      "successive variation ms",
      i ? fmt::format("mean {}, p95 {}, max {} of {} pairs; {} undefined", number_text(i->mean_abs),
                      number_text(i->p95_abs), number_text(i->max_abs), i->pairs, percent_text(i->undefined_share))
        : "-");
}

void series_row(std::string_view name, const std::optional<SeriesIntervals>& r, Table& table) {
  if (!r) return;
  table.row(name, fmt::format("mean {}, p95 {}, p99 {} (effective n {:.0f})", interval_text(r->mean),
                              interval_text(r->p95), interval_text(r->p99), r->effective_n));
}

void interval_rows(const StreamReport& r, Table& table) {
  if (!r.intervals) return;
  series_row("95 %: interarrival ms", r.intervals->interarrival, table);
  series_row(r.round_trips ? "95 %: round trip ms" : "95 %: one-way delay ms", r.intervals->delay, table);
  if (const auto& optimum = r.intervals->optimal_buffer) table.row("95 %: optimum ms", interval_text(*optimum));
  if (const auto& loss = r.intervals->loss_ratio)
    table.row("95 %: packet loss in percent", interval_text(in_percent(*loss)));
}

void loss_rows(const StreamReport& r, Table& table) {
  if (const auto& b = r.loss_bursts)
    table.row(r.quality.lost_only ? "bursts of units not come" : "bursts not played",
              fmt::format("{} of {} units on average, {} ms without one between them; burst ratio {}", b->bursts,
                          number_text(b->mean_length), number_text(b->gap_ms), number_text(b->burst_ratio)));
  if (r.medium == Medium::kAudio && r.direction == Direction::kReceived) table.row("voice", voice_text(r.voice));
}

void trend_row(const StreamReport& r, Table& table) {
  if (!r.trend || r.trend->verdicts.empty()) return;
  const auto share = [&](auto is) {
    const auto count = std::ranges::count_if(r.trend->verdicts, is, &TrendVerdictReport::value);
    return percent_text(static_cast<double>(count) / static_cast<double>(r.trend->verdicts.size()));
  };
  table.row("trend of delays",
            fmt::format("increasing {}, decreasing {}, steady {}, ambiguous {}", share([](double v) { return v == 1; }),
                        share([](double v) { return v == -1; }), share([](double v) { return v == 0; }),
                        share([](double v) { return v == 0.5 || v == -0.5; })));
}

void frame_rows(const StreamReport& r, Table& table) {
  if (r.frames) {
    table.row("frames",
              fmt::format("{} of {} complete, {} lost, {} late (DVT {} ms), error {}", number_text(r.frames->complete),
                          r.frames->sent, number_text(r.frames->lost), number_text(r.frames->late),
                          number_text(r.frames->dvt_ms), percent_text(r.frames->error_ratio)));
  }
  if (r.audio) {
    table.row("audio blocks",
              fmt::format("{}, {} error, {} late (DVT {} ms)", r.audio->blocks, number_text(r.audio->error),
                          number_text(r.audio->late), number_text(r.audio->dvt_ms)));
  }
  table.row("gaps per second",
            number_text(r.gaps_per_second) + (r.gaps_per_second ? " (runs of units lost or over 250 ms late)" : ""));
  if (const auto& c = r.compensation) {
    const std::string skew =
        c->skew_ppm ? fmt::format(", skew of {} ppm removed: {}", plain_digits(*c->skew_ppm, 3), c->skew_by) : "";
    table.row("compensation", fmt::format("area {} ms %, optimum {} ms with {} % dropped ({} reference{})",
                                          plain_digits(c->area_ms_percent), plain_digits(c->optimal.buffer_ms),
                                          plain_digits(c->optimal.dropped_percent, 3), c->reference, skew));
  }
  if (const auto& k = r.skew_candidate) {
    table.row("skew, not removed", fmt::format("{} ppm, the clocks' or a queue's that grows: one direction cannot tell",
                                               plain_digits(k->ppm, 3)));
    table.row("", fmt::format("without it area {} ms %, optimum {} ms with {} % dropped",
                              plain_digits(k->corrected.area_ms_percent), plain_digits(k->corrected.optimal.buffer_ms),
                              plain_digits(k->corrected.optimal.dropped_percent, 3)));
  }
}

void split_rows(const StreamReport& r, Table& table) {
  if (!r.delay_split) return;
  const auto uncertainty = r.delay ? r.delay->uncertainty : std::nullopt;  // the link crosses two clocks
  const auto row = [&](std::string_view name, const std::optional<DelayPartReport>& part, bool crosses) {
    const auto digits = [&](double ms) { return plain_digits_within(ms, crosses ? uncertainty : std::nullopt); };
    table.row(name, part ? fmt::format("{:>9} {:>9} {:>9} {:>7}", digits(part->mean), digits(part->p50),
                                       digits(part->p95), part->n)
                         : fmt::format("{:>9}", "-"));
  };
  table.row("where the delay goes ms", fmt::format("{:>9} {:>9} {:>9} {:>7}", "mean", "p50", "p95", "n"));
  for (std::size_t i = 0; i < kDelayParts; ++i)
    row(fmt::format("  {}", kDelayPartWords[i]), r.delay_split->parts[i],
        i == static_cast<std::size_t>(DelayPart::kLink));
  row("  whole", r.delay_split->whole, true);
  table.row("operating system, network",
            fmt::format("{}, {}", percent_text(r.os_share), percent_text(r.network_share)));
}

}  // namespace

std::string to_text(const AnalysisReport& report) {
  std::string out = one_line(report.file) + "\n";
  if (report.streams.empty()) out += "  no streams\n";
  const std::size_t told = std::min(report.streams.size(), kMostStreams);
  for (const StreamReport& stream : std::span(report.streams).first(told)) {
    out += "\n" + stream_title(stream) + "\n";
    Table table(out);
    count_rows(stream, table);
    time_rows(stream, table);
    trend_row(stream, table);
    split_rows(stream, table);
    frame_rows(stream, table);
    loss_rows(stream, table);
    interval_rows(stream, table);
    if (stream.medium_known) table.row("quality", quality_text(stream.quality, stream.limits));
    if (stream.stamp_resolution_ms.value_or(0) >= 0.1)
      table.row("stamps",
                fmt::format("in steps of {} ms: no figure is finer", plain_digits(*stream.stamp_resolution_ms)));
    for (const std::string& note : std::span(stream.notes).first(std::min(stream.notes.size(), kMostNotes)))
      table.row("note", note);
    and_more(stream.notes.size(), kMostNotes, "notes", table);
  }
  if (report.streams.size() > told) out += "\n" + more(report.streams.size() - told, "streams") + "\n";
  return out;
}

}  // namespace jitterscope
