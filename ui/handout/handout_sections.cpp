#include "ui/handout/handout_sections.h"

#include <algorithm>
#include <functional>

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>

#include "ui/demonstrations/make_comparison.h"
#include "ui/drawings/xml_text.h"
#include "ui/handout/settings_of_span.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMostStreams = 4;  // of a direction
constexpr qsizetype kLongestFact = 100;
constexpr std::size_t kMostSettings = 30;  // there are about as many

QString plain(const std::string& text) {
  return xml_text(QString::fromStdString(text));
}

QString cell(const QString& plain_text, const char* kind = "td") {
  return QString("<%1>%2</%1>").arg(kind, xml_text(plain_text));
}

QString row(const QStringList& cells, const char* kind = "td") {
  QString words = "<tr>";
  for (const auto& each : cells) words += cell(each, kind);
  return words + "</tr>\n";
}

QString note(const QString& plain_text) {
  return plain_text.isEmpty() ? QString() : "<br/><small>" + xml_text(plain_text) + "</small>";
}

QString note_line(const QString& plain_text) {
  return "<p><small>" + xml_text(plain_text) + "</small></p>\n";
}

QString span_words(const Handout& of) {
  const auto length = axis_time(of.to_s - of.from_s);
  const QString what = of.changes ? "call" : "file";
  if (of.whole) return "the whole " + what + ", " + length;
  return axis_time(of.from_s) + " – " + axis_time(of.to_s) + " of the " + what + ", " + length;
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

QString and_more(std::size_t all, std::size_t shown, const QString& what) {
  return all > shown ? note_line(QString("and %1 more %2").arg(all - shown).arg(what)) : QString();
}

/// A column a stream, a row a figure.
QString figures_table(const std::vector<const StreamWords*>& streams) {
  QString table = "<table class=\"figures\">\n<tr><th width=\"30%\"></th>";
  for (const auto* stream : streams) table += cell(QString::fromStdString(stream->title), "th");
  table += "</tr>\n";
  for (std::size_t i = 0; i < streams.front()->figures.size(); ++i) {
    table += "<tr>" + cell(QString::fromStdString(streams.front()->figures[i].name));
    for (const auto* stream : streams) {
      const FigureWords& figure = stream->figures[i];
      table += "<td>" + (figure.value.empty() ? xml_text(kDash) : plain(figure.value)) +
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
  return "Report of " + QFileInfo(QString::fromStdString(of.file)).fileName();
}

QString head_section(const Handout& of) {
  QStringList facts;
  if (of.began_at_ms)
    facts << QLocale::c().toString(QDateTime::fromMSecsSinceEpoch(*of.began_at_ms), "d MMMM yyyy, HH:mm:ss");
  if (!of.host.empty()) facts << "this end: " + QString::fromStdString(of.host).left(kLongestFact);
  facts << span_words(of);
  if (!of.program.empty()) facts << "recorded by Jitterscope " + QString::fromStdString(of.program).left(kLongestFact);
  return "<h1>" + xml_text(title_of(of)) + "</h1>\n<p class=\"facts\">" + xml_text(facts.join("  ·  ")) + "</p>\n";
}

QString verdict_section(const Handout& of) {
  QString words;
  for (const auto* stream : words_of(of, true)) {
    if (stream->verdict.empty()) continue;
    const auto inside = stream->acceptable;
    const auto* sign = !inside ? "–" : *inside ? "✓" : "✕";
    words += QString("<p class=\"verdict\"><b>%1 %2</b>: %3</p>\n")
                 .arg(sign, plain(stream->title.substr(0, stream->title.find(','))), plain(stream->verdict));
  }
  if (words.isEmpty()) words = "<p class=\"verdict\">– No verdict: nothing of a known medium was received in it.</p>\n";
  return "<h2>Verdict</h2>\n" + words;
}

QString measured_section(const Handout& of) {
  QString words = "<h2>What was measured</h2>\n";
  if (of.reports.empty()) return words + "<p>There are no packets in it.</p>\n";
  std::size_t shown = 0;
  for (const bool received : {true, false})
    if (const auto streams = words_of(of, received); !streams.empty()) {
      words += figures_table(streams);
      shown += streams.size();
    }
  words += and_more(of.reports.size(), shown, "streams, with fewer packets");
  QStringList notes;
  for (const StreamReport& report : of.reports)
    for (const std::string& each : report.notes)
      if (const auto text = QString::fromStdString(each); !notes.contains(text)) notes << text;
  if (!of.left_out.empty()) notes << QString::fromStdString(of.left_out);
  for (const auto& each : notes) words += note_line(each);
  return words;
}

QString set_section(const Handout& of, std::size_t most_changes) {
  QString words = "<h2>What was set</h2>\n";
  if (!of.changes) return words + "<p>A packet list or capture does not tell what was set.</p>\n";
  const auto set = settings_of_span(*of.changes, of.snapshot->threads, of.from_s, of.to_s);
  if (!set.at_begin.empty()) {
    words += "<table>\n" +
             row({of.whole ? "When the call began" : "At " + axis_time(of.from_s), "this end", "remote"}, "th");
    const auto shown = std::min(kMostSettings, set.at_begin.size());
    for (std::size_t i = 0; i < shown; ++i) {
      const auto& each = set.at_begin[i];
      words += row({each.name, each.here.isEmpty() ? kDash : each.here, each.remote.isEmpty() ? kDash : each.remote});
    }
    words += "</table>\n" + note_line(kDash + " as it is by default, or not told.") +
             and_more(set.at_begin.size(), shown, "settings");
  }
  if (!set.classes.empty()) {
    words += "<table>\n" + row({"Class of", "asked for", "in force at the end", "remote asked for"}, "th");
    for (const auto& each : set.classes)
      words += row({each.thread, each.asked, each.in_force, each.remote_asked.isEmpty() ? kDash : each.remote_asked});
    words += "</table>\n";
  }
  if (set.changes.empty()) return words + "<p>Nothing was changed in this time.</p>\n";
  words += "<table>\n" + row({"Time", "End", "Changed"}, "th");
  const auto shown = std::min(most_changes, set.changes.size());
  for (std::size_t i = 0; i < shown; ++i)
    words += row({axis_time(set.changes[i].at_s), set.changes[i].who, set.changes[i].what});
  return words + "</table>\n" + and_more(set.changes.size(), shown, "changes");
}

QString demonstration_section(const Handout& of) {
  const auto& last = of.snapshot->demonstration;
  if (!last) return {};
  QString earlier;
  for (const EarlierDemonstration& each : last->earlier)
    if (!each.sentence.empty())  // of one that is not whole in what is read
      earlier += QString("<p><b>%1, at %2</b>: %3</p>\n")
                     .arg(xml_text(facts_of(each.kind).name), axis_time(each.at_s), plain(each.sentence));
  if (!earlier.isEmpty()) earlier = "<h2>Earlier demonstrations of this call</h2>\n" + earlier;
  const auto* view = demonstration_of(of);
  if (!view) return earlier;
  return earlier + "<h2>Demonstration: " + xml_text(facts_of(view->kind).name) + "</h2>\n" +
         (view->sentence.empty() ? QString() : "<p>" + plain(view->sentence) + "</p>\n");
}

QString demonstration_table(const Handout& of) {
  const auto* view = demonstration_of(of);
  if (!view) return {};
  const auto comparison = make_comparison(view->kind);
  const DemonstrationHalf &before = *view->before, &after = *view->after;
  auto words = "<table>\n" + row({"", comparison->variant_name(before.variant, false),
                                  comparison->variant_name(after.variant, true), comparison->differs()},
                                 "th");
  for (const ComparisonRow& each : comparison->rows()) {
    const auto differs = each.difference(before, after);
    words += row({each.name, each.value(before), each.value(after), differs.isEmpty() ? kDash : differs});
  }
  return words + "</table>\n";
}

QString foot_section(const Handout& of) {
  return "<p class=\"foot\">The same figures and more: <code>" + plain(of.command) +
         "</code><br/>Latency, jitter and share not played: Claypool 1998, §7; limits are the usual ones of each "
         "medium. "
         "Delay: one way, in the conference clock. RFC 3550 jitter has the sender’s pacing in it. A dash: not known, "
         "for the reason "
         "beside it.</p>\n";
}

QString caption_of(const HandoutPlots::Plot& plot) {
  constexpr auto kMediaKey = "<span class=\"audio\">■</span> audio &#160;<span class=\"video\">■</span> video. ";
  return (plot.of_media ? kMediaKey : "") + xml_text(plot.about);
}

}  // namespace jitterscope
