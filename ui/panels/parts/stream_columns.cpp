#include "ui/panels/parts/stream_columns.h"

#include <optional>

#include "core/measures/views/file/file_streams.h"
#include "ui/controls/quality_verdict.h"
#include "ui/quality_settings.h"
#include "ui/tr.h"
#include "ui/words/media.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

using Figure = std::optional<double> (*)(const StreamReport&);

const QString kPending = QStringLiteral("…");

QString address_of(const StreamReport& report) {
  return report.sources.empty() ? kDash : text_of(report.sources.front());
}

QString type_of(const StreamReport& report) {
  if (!report.payload)
    return report.medium_known ? Tr::tr(kMediumNames[static_cast<std::size_t>(report.medium)]) : kDash;
  const auto name = text_of(report.payload->name);
  const auto number = QString::number(report.payload->type);
  if (!report.medium_known) return Tr::tr("type %1, unknown").arg(number);
  if (!name.isEmpty()) return QString("%1 (%2)").arg(name, number);
  return QString("%1 (%2)").arg(Tr::tr(kMediumNames[static_cast<std::size_t>(report.medium)]), number);
}

}  // namespace

QString ssrc_of(const StreamReport& report) {
  return report.ssrc ? "0x" + QString("%1").arg(*report.ssrc, 8, 16, QChar('0')) : kDash;
}

std::vector<RowColumn> stream_columns(const std::function<const ListedStream&(std::size_t row)>& at,
                                      const std::function<bool(std::size_t row)>& is_shown,
                                      const QualitySettings& quality) {
  const auto figure_column = [at](const QString& title, const QString& tip, Figure value) {
    return RowColumn{title, tip,
                     [at, value](std::size_t row) {
                       const auto now = value(at(row).report);
                       return at(row).measured || now ? figure(now) : kPending;
                     },
                     [at, value](std::size_t row) { return value(at(row).report); }};
  };
  const auto words = [at](const QString& title, const QString& tip, QString (*of)(const StreamReport&)) {
    return RowColumn{title, tip, [at, of](std::size_t row) { return of(at(row).report); }, {}, true};
  };
  const auto verdict = [at, &quality](std::size_t row) -> VerdictWords {
    const StreamReport& report = at(row).report;
    if (!at(row).measured) return {std::nullopt, kPending};
    if (!report.medium_known) return {std::nullopt, kDash};
    return verdict_words(quality, report.medium, report.quality);
  };
  return {{"●", Tr::tr("The panels show it"),
           [is_shown](std::size_t row) { return is_shown(row) ? QStringLiteral("●") : QString(); },
           [is_shown](std::size_t row) { return std::optional(is_shown(row) ? 0.0 : 1.0); }, true},
          words(Tr::tr("From"), Tr::tr("Address and port it comes from"), &address_of),
          words(Tr::tr("To"), Tr::tr("Address and port it goes to"),
                [](const StreamReport& report) {
                  return report.destination.empty() ? kDash : text_of(report.destination);
                }),
          words("SSRC", Tr::tr("Synchronization source, which names the stream"), &ssrc_of),
          words(Tr::tr("Type"), Tr::tr("What it carries, and its payload type"), &type_of),
          {Tr::tr("Packets"), Tr::tr("That came, without copies"),
           [at](std::size_t row) { return count_text(at(row).report.packets); },
           [at](std::size_t row) { return std::optional(static_cast<double>(at(row).report.packets)); }},
          {Tr::tr("Lost"), Tr::tr("Numbers that did not come, and their share of those expected"),
           [at](std::size_t row) {
             const StreamReport& report = at(row).report;
             if (!at(row).measured) return kPending;
             return report.lost ? QString("%1 (%2)").arg(count_text(*report.lost), percent(report.loss_ratio)) : kDash;
           },
           [at](std::size_t row) {
             const auto& lost = at(row).report.lost;
             return lost ? std::optional(static_cast<double>(*lost)) : std::nullopt;
           },
           false,
           [at](std::size_t row) {
             const StreamReport& report = at(row).report;
             if (report.direction == Direction::kSent) return Tr::tr("It left here: what came of it is not known");
             return report.quality.own_drops ? Tr::tr("This program itself dropped notes of what came")
                                             : Tr::tr("Its packets do not tell what should have come");
           }},
          figure_column(Tr::tr("Max delta\n(ms)"), Tr::tr("The longest time between a packet and the one before it"),
                        [](const StreamReport& report) { return report.interarrival.max; }),
          figure_column(Tr::tr("Mean jitter\n(ms)"), Tr::tr("Mean of the estimate of RFC 3550 after each packet"),
                        [](const StreamReport& report) {
                          return report.jitter_rfc3550 ? std::optional(report.jitter_rfc3550->mean) : std::nullopt;
                        }),
          figure_column(Tr::tr("Max jitter\n(ms)"), Tr::tr("Largest estimate of RFC 3550"),
                        [](const StreamReport& report) {
                          return report.jitter_rfc3550 ? std::optional(report.jitter_rfc3550->max) : std::nullopt;
                        }),
          {Tr::tr("Begins"), Tr::tr("Its first packet, in seconds of the file"),
           [at](std::size_t row) { return at(row).from_s ? axis_time(*at(row).from_s) : kDash; },
           [at](std::size_t row) { return at(row).from_s; }},
          figure_column(Tr::tr("Lasts\n(s)"), Tr::tr("From its first packet to its last"),
                        [](const StreamReport& report) {
                          return report.duration_ms ? std::optional(*report.duration_ms / 1e3) : std::nullopt;
                        }),
          {Tr::tr("Verdict"),
           Tr::tr("By the limits and the metric of Region"),
           [verdict](std::size_t row) {
             const auto now = verdict(row);
             return (!now.inside ? QString() : *now.inside ? "✓ " : "✕ ") + now.words;
           },
           {},
           true}};
}

}  // namespace jitterscope
