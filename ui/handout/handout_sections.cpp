#include "ui/handout/handout_sections.h"

#include <algorithm>
#include <functional>

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>

#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/demonstrations/comparison.h"
#include "ui/drawings/xml_text.h"
#include "ui/handout/html_page.h"
#include "ui/handout/settings_of_span.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMostStreams = 4;  // of a direction
constexpr qsizetype kLongestFact = 100;
constexpr std::size_t kMostSettings = 30;  // there are about as many

QString note(const QString& plain_text) {
  return plain_text.isEmpty() ? QString() : "<br/><small>" + xml_text(plain_text) + "</small>";
}

QString span_words(const Handout& of) {
  const auto length = axis_time(of.to_s - of.from_s);
  if (of.whole) return (of.changes ? Tr::tr("the whole call, %1") : Tr::tr("the whole file, %1")).arg(length);
  return (of.changes ? Tr::tr("%1 – %2 of the call, %3") : Tr::tr("%1 – %2 of the file, %3"))
      .arg(axis_time(of.from_s), axis_time(of.to_s), length);
}

bool is_received(const StreamReport& report) {
  return report.direction == Direction::kReceived;
}

/// Of more than there is room for those with the most packets, in the order of the file.
std::vector<const StreamWords*> words_of(const Handout& of, bool received) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < of.reports.size(); ++i)
    if (is_received(of.reports[i]) == received) places.push_back(i);
  std::ranges::stable_sort(places, std::greater(), [&](std::size_t i) { return of.reports[i].packets; });
  const auto end = places.begin() + static_cast<std::ptrdiff_t>(std::min(places.size(), kMostStreams));
  std::sort(places.begin(), end);
  std::vector<const StreamWords*> chosen;
  for (auto place = places.begin(); place != end; ++place) chosen.push_back(&of.words[*place]);
  return chosen;
}

/// In groups of three digits: "143 900".
QString in_thousands(std::size_t number) {
  auto digits = QString::number(number);
  for (auto at = digits.size() - 3; at > 0; at -= 3) digits.insert(at, ' ');
  return digits;
}

/// `words` has %1 for how many.
QString and_more(std::size_t all, std::size_t shown, const QString& words) {
  return all > shown ? html::note(words.arg(in_thousands(all - shown))) : QString();
}

/// A column a stream, a row a figure.
QString figures_table(const std::vector<const StreamWords*>& streams) {
  QString table = "<table class=\"figures\">\n<tr><th width=\"30%\"></th>";
  for (const auto* stream : streams) table += html::cell(QString::fromStdString(stream->title), "th");
  table += "</tr>\n";
  for (std::size_t i = 0; i < streams.front()->figures.size(); ++i) {
    table += "<tr>" + html::cell(QString::fromStdString(streams.front()->figures[i].name));
    for (const auto* stream : streams) {
      const FigureWords& figure = stream->figures[i];
      table += "<td>" + (figure.value.empty() ? xml_text(kDash) : html::plain(figure.value)) +
               note(QString::fromStdString(figure.why)) + "</td>";
    }
    table += "</tr>\n";
  }
  return table + "</table>\n";
}

const DemonstrationView* demonstration_of(const Handout& of) {
  const auto& view = of.snapshot->demonstration;
  return view && view->before && view->after ? &*view : nullptr;
}

}  // namespace

QString title_of(const Handout& of) {
  return Tr::tr("Report of %1").arg(QFileInfo(QString::fromStdString(of.file)).fileName());
}

QString head_section(const Handout& of) {
  QStringList facts;
  if (of.began_at_ms)
    facts << QLocale::c().toString(QDateTime::fromMSecsSinceEpoch(*of.began_at_ms), "d MMMM yyyy, HH:mm:ss");
  if (!of.host.empty()) facts << Tr::tr("this end: %1").arg(QString::fromStdString(of.host).left(kLongestFact));
  facts << span_words(of);
  if (!of.program.empty())
    facts << Tr::tr("recorded by Jitterscope %1").arg(QString::fromStdString(of.program).left(kLongestFact));
  return "<h1>" + xml_text(title_of(of)) + "</h1>\n<p class=\"facts\">" + xml_text(facts.join("  ·  ")) + "</p>\n";
}

QString verdict_section(const Handout& of) {
  QString words;
  for (const auto* stream : words_of(of, true)) {
    if (stream->verdict.empty()) continue;
    const auto inside = stream->acceptable;
    const auto* sign = !inside ? "–" : *inside ? "✓" : "✕";
    words +=
        QString("<p class=\"verdict\"><b>%1 %2</b>: %3</p>\n")
            .arg(sign, html::plain(stream->title.substr(0, stream->title.find(','))), html::plain(stream->verdict));
  }
  if (words.isEmpty())
    words = "<p class=\"verdict\">" + xml_text(Tr::tr("– No verdict: nothing of a known medium was received in it.")) +
            "</p>\n";
  return html::heading(Tr::tr("Verdict")) + words;
}

QString measured_section(const Handout& of) {
  QString words = html::heading(Tr::tr("What was measured"));
  if (of.reports.empty()) return words + html::paragraph(Tr::tr("There are no packets in it."));
  std::size_t shown = 0;
  for (const bool received : {true, false})
    if (const auto streams = words_of(of, received); !streams.empty()) {
      words += figures_table(streams);
      shown += streams.size();
    }
  words += and_more(of.reports.size(), shown, Tr::tr("and %1 more streams, with fewer packets"));
  QStringList notes;
  for (const StreamReport& report : of.reports)
    for (const std::string& each : report.notes)
      if (const auto text = QString::fromStdString(each); !notes.contains(text)) notes << text;
  if (!of.left_out.empty()) notes << QString::fromStdString(of.left_out);
  for (const auto& each : notes) words += html::note(each);
  return words;
}

QString set_section(const Handout& of, std::size_t most_changes) {
  QString words = html::heading(Tr::tr("What was set"));
  if (!of.changes) return words + html::paragraph(Tr::tr("A packet list or capture does not tell what was set."));
  const auto set = settings_of_span(of.changes->changes, of.snapshot->threads, of.from_s, of.to_s);
  if (!set.at_begin.empty()) {
    words +=
        "<table>\n" + html::row({of.whole ? Tr::tr("When the call began") : Tr::tr("At %1").arg(axis_time(of.from_s)),
                                 Tr::tr("this end"), Tr::tr("remote")},
                                "th");
    const auto shown = std::min(kMostSettings, set.at_begin.size());
    for (std::size_t i = 0; i < shown; ++i) {
      const auto& each = set.at_begin[i];
      words +=
          html::row({each.name, each.here.isEmpty() ? kDash : each.here, each.remote.isEmpty() ? kDash : each.remote});
    }
    words +=
        "</table>\n" + html::note(Tr::tr("%1 as it is by default, or not told.").arg(kDash)) +
        and_more(set.at_begin.size(), shown,
                 of.changes->more_settings ? Tr::tr("and more than %1 more settings") : Tr::tr("and %1 more settings"));
  }
  if (!set.classes.empty()) {
    words += "<table>\n" + html::row({Tr::tr("Class of"), Tr::tr("asked for"), Tr::tr("in force at the end"),
                                      Tr::tr("remote asked for")},
                                     "th");
    for (const auto& each : set.classes)
      words +=
          html::row({each.thread, each.asked, each.in_force, each.remote_asked.isEmpty() ? kDash : each.remote_asked});
    words += "</table>\n";
  }
  if (set.changes.empty()) return words + html::paragraph(Tr::tr("Nothing was changed in this time."));
  words += "<table>\n" + html::row({Tr::tr("Time"), Tr::tr("End"), Tr::tr("Changed")}, "th");
  const auto shown = std::min(most_changes, set.changes.size());
  for (std::size_t i = 0; i < shown; ++i)
    words += html::row({axis_time(set.changes[i].at_s), set.changes[i].who, set.changes[i].what});
  const auto all = set.changes.size() + static_cast<std::size_t>(of.changes->more);
  return words + "</table>\n" + and_more(all, shown, Tr::tr("and %1 more changes"));
}

QString demonstration_section(const Handout& of) {
  const auto& last = of.snapshot->demonstration;
  if (!last) return {};
  QString earlier;
  for (const EarlierDemonstration& each : last->earlier)
    if (!each.sentence.empty())  // of one that is not whole in what is read
      earlier += QString("<p><b>%1</b>: %2</p>\n")
                     .arg(xml_text(Tr::tr("%1, at %2").arg(facts_of(each.kind).name, axis_time(each.at_s))),
                          html::plain(each.sentence));
  if (!earlier.isEmpty()) earlier = html::heading(Tr::tr("Earlier demonstrations of this call")) + earlier;
  const auto* view = demonstration_of(of);
  if (!view) return earlier;
  return earlier + html::heading(Tr::tr("Demonstration: %1").arg(facts_of(view->kind).name)) +
         (view->sentence.empty() ? QString() : "<p>" + html::plain(view->sentence) + "</p>\n");
}

QString demonstration_table(const Handout& of) {
  const auto* view = demonstration_of(of);
  if (!view) return {};
  const auto comparison = make_comparison(view->kind);
  const DemonstrationHalf &before = *view->before, &after = *view->after;
  auto words = "<table>\n" + html::row({"", comparison->variant_name(before.variant, false),
                                        comparison->variant_name(after.variant, true), Tr::tr("Difference")},
                                       "th");
  for (const ComparisonRow& each : comparison->rows()) {
    const auto differs = each.difference(before, after);
    words += html::row({each.name, each.value(before), each.value(after), differs.isEmpty() ? kDash : differs});
  }
  return words + "</table>\n";
}

QString foot_section(const Handout& of) {
  return "<p class=\"foot\">" +
         xml_text(Tr::tr("The same figures and more: %1")).arg("<code>" + html::plain(of.command) + "</code>") +
         "<br/>" +
         xml_text(
             Tr::tr("Latency, jitter and share not played: Claypool 1998, §7; limits are those of --limit, else the "
                    "usual ones of each medium. Delay: one way, in the conference clock. RFC 3550 jitter has the "
                    "sender’s pacing in it. A dash: not known, for the reason beside it.")) +
         (of.made.empty() ? QString() : "<br/>" + html::plain(of.made)) + "</p>\n";
}

QString caption_of(const HandoutPlots::Plot& plot) {
  const auto key = QString("<span class=\"audio\">■</span> %1 &#160;<span class=\"video\">■</span> %2. ")
                       .arg(xml_text(Tr::tr("audio")), xml_text(Tr::tr("video")));
  return (plot.of_media ? key : QString()) + xml_text(plot.about);
}

}  // namespace jitterscope
