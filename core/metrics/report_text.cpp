#include <fmt/format.h>

#include <algorithm>

#include "core/metrics/quality_json.h"
#include "core/metrics/report_json.h"

namespace jitterscope {
namespace {

template <typename T>
std::string number(const std::optional<T>& value) {
  if (!value) return "-";
  if constexpr (std::is_integral_v<T>) {
    return fmt::format("{}", *value);
  } else {
    return fmt::format("{:.4g}", *value);
  }
}

std::string percent(std::optional<double> share) {
  return share ? fmt::format("{:.3g} %", *share * 100) : "-";
}

class Table {
 public:
  explicit Table(std::string& out) : out_(out) {}
  void row(std::string_view name, std::string_view text) { out_ += fmt::format("  {:<26}{}\n", name, text); }

 private:
  std::string& out_;
};

std::string title(const StreamReport& r) {
  const std::string ssrc = r.ssrc ? fmt::format(", SSRC 0x{:08x}", *r.ssrc) : "";
  return fmt::format("{} {}{}\n", to_string(r.medium), to_string(r.direction), ssrc);
}

void count_rows(const StreamReport& r, Table& table) {
  table.row("packets",
            fmt::format("{} of {} expected, {} lost ({})", r.packets, r.expected, r.lost, percent(r.loss_ratio)));
  table.row("duplicates, reordered", fmt::format("{}, {}", r.duplicates, r.reordered));
  table.row("bytes", number(r.bytes));
  table.row("duration ms", number(r.duration_ms));
}

void time_rows(const StreamReport& r, Table& table) {
  const InterarrivalReport& x = r.interarrival;
  table.row("interarrival ms", fmt::format("mean {}, stddev {}, cv {}, min {}, max {}", number(x.mean),
                                           number(x.stddev), number(x.cv), number(x.min), number(x.max)));
  table.row("", fmt::format("p50 {}, p95 {}, p99 {}, skew {}, excess kurtosis {}", number(x.p50), number(x.p95),
                            number(x.p99), number(x.skew), number(x.excess_kurtosis)));
  for (const ExceedanceReport& e : r.exceedances) {
    const std::optional<double> spacing = e.spacing_ms ? std::optional(e.spacing_ms->mean) : std::nullopt;
    table.row(fmt::format("above mean + {} stddev", e.n),
              fmt::format("{} above {} ms, every {} ms", percent(e.share), number(e.threshold_ms), number(spacing)));
  }
  const auto& j = r.jitter_rfc3550;
  table.row("jitter (RFC 3550) ms",
            j ? fmt::format("last {:.4g}, mean {:.4g}, max {:.4g}", j->last, j->mean, j->max) : "-");
  const auto& d = r.delay;
  table.row("one-way delay ms",
            d ? fmt::format("min {:.4g}, mean {:.4g}, p50 {:.4g}, p95 {:.4g}, p99 {:.4g}, max {:.4g}, ± {}", d->min,
                            d->mean, d->p50, d->p95, d->p99, d->max, number(d->uncertainty))
              : "-");
  const auto& p = r.pdv;
  table.row("delay variation ms",
            p ? fmt::format("p50 {:.4g}, p95 {:.4g}, p99 {:.4g}, max {:.4g}", p->p50, p->p95, p->p99, p->max) : "-");
  const auto& i = r.ipdv;
  table.row("successive variation ms",
            i ? fmt::format("mean {:.4g}, p95 {:.4g}, max {:.4g}", i->mean_abs, i->p95_abs, i->max_abs) : "-");
}

void trend_row(const StreamReport& r, Table& table) {
  if (!r.trend || r.trend->verdicts.empty()) return;
  const auto share = [&](auto is) {
    const auto count = std::ranges::count_if(r.trend->verdicts, is, &TrendVerdictReport::value);
    return percent(static_cast<double>(count) / static_cast<double>(r.trend->verdicts.size()));
  };
  table.row("trend of delays",
            fmt::format("increasing {}, decreasing {}, steady {}, ambiguous {}", share([](double v) { return v == 1; }),
                        share([](double v) { return v == -1; }), share([](double v) { return v == 0; }),
                        share([](double v) { return v == 0.5 || v == -0.5; })));
}

void frame_rows(const StreamReport& r, Table& table) {
  if (r.frames) {
    table.row("frames",
              fmt::format("{} of {} complete, {} lost, {} late (T {} ms), error {}", r.frames->complete, r.frames->sent,
                          r.frames->lost, number(r.frames->late), number(r.period_ms), percent(r.frames->error_ratio)));
  }
  if (r.audio) {
    table.row("audio blocks", fmt::format("{}, {} error, {} late (T {} ms)", r.audio->blocks, r.audio->error,
                                          number(r.audio->late), number(r.period_ms)));
  }
  table.row("gaps per second", number(r.gaps_per_second));
  if (const auto& c = r.compensation) {
    const std::string skew = c->skew_ppm ? fmt::format(", skew of {:.3g} ppm removed", *c->skew_ppm) : "";
    table.row("compensation",
              fmt::format("area {:.4g} ms %, optimum {:.4g} ms with {:.3g} % dropped ({} reference{})",
                          c->area_ms_percent, c->optimal.buffer_ms, c->optimal.dropped_percent, c->reference, skew));
  }
}

void split_rows(const StreamReport& r, Table& table) {
  if (!r.delay_split) return;
  const auto row = [&](std::string_view name, const std::optional<DelayPartReport>& part) {
    table.row(name, part ? fmt::format("{:>9.4g} {:>9.4g} {:>9.4g} {:>7}", part->mean, part->p50, part->p95, part->n)
                         : fmt::format("{:>9}", "-"));
  };
  table.row("where the delay goes ms", fmt::format("{:>9} {:>9} {:>9} {:>7}", "mean", "p50", "p95", "n"));
  for (std::size_t i = 0; i < kDelayParts; ++i) row(fmt::format("  {}", kDelayPartWords[i]), r.delay_split->parts[i]);
  row("  whole", r.delay_split->whole);
  table.row("operating system, network", fmt::format("{}, {}", percent(r.os_share), percent(r.network_share)));
}

}  // namespace

std::string to_text(const AnalysisReport& report) {
  std::string out = report.file + "\n";
  if (report.streams.empty()) out += "  no streams\n";
  for (const StreamReport& stream : report.streams) {
    out += "\n" + title(stream);
    Table table(out);
    count_rows(stream, table);
    time_rows(stream, table);
    trend_row(stream, table);
    split_rows(stream, table);
    frame_rows(stream, table);
    table.row("quality", quality_text(stream.medium, stream.quality));
  }
  return out;
}

}  // namespace jitterscope
