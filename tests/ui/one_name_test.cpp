// One number, one name: a trace with a change at 12 s is opened; every label, cell and legend that holds a digit is
// found and looked up in one_name_list.txt, which says what it is: keys of `analyze --json`, of which it must be the
// value, in text and in the pcapng of the same call too (or null there), or a name of its own, which analyze does not
// use.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <utility>

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTextDocumentFragment>
#include <nlohmann/json.hpp>

#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/report_json.h"
#include "core/measures/views/quality_view.h"
#include "core/record/export/export.h"
#include "core/record/open/opened_call.h"
#include "core/record/open/stream_file.h"
#include "tests/source_tree/source_tree.h"
#include "tests/ui/fakes/changing_call.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/controls/quality_verdict.h"
#include "ui/controls/readouts.h"
#include "ui/widgets/figure_table.h"
#include "ui/words/text.h"

namespace jitterscope::one_name_test {
namespace {

using Json = nlohmann::ordered_json;
/// Not the digits of a name: p95, RFC 3550.
const QRegularExpression kNumber("(?<![\\w.])(?<!RFC )[0-9][0-9\u202F]*(\\.[0-9]+)?");

/// What stands on the screen under one name.
struct Shown {
  QString text, span;
};

class OneName : public WindowFixture {
 protected:
  void SetUp() override {
    const auto path = [this](const char* name) { return folder_.filePath(name).toStdString(); };
    std::string error, note;
    ASSERT_TRUE(changing_call::write(path("call.jscope"), error)) << error;
    const auto input = read_stream_file(path("call.jscope"), {}, error, note);
    ASSERT_TRUE(input) << error;
    const AnalysisReport report = analyze(*input);
    analysis_ = to_json(report);
    text_ = to_text(report);
    AnalysisOptions last;
    last.from_s = changing_call::kCallEnd_s - 10;
    last_ = to_json(analyze(*input, last));
    const auto trace = TraceReader::open(path("call.jscope"), error);
    ASSERT_TRUE(trace && export_pcapng(*trace, path("call.pcapng"), error)) << error;
    const auto captured = read_stream_file(path("call.pcapng"), {}, error, note);
    ASSERT_TRUE(captured) << error;
    capture_ = to_json(analyze(*captured));
    auto call = open_call(path("call.jscope"), error);
    ASSERT_TRUE(call) << error;
    open(false);
    window->view().set_window(MeasureWindow::kWhole);
    session.latest = std::make_shared<const CallSnapshot>(call->snapshot(window->view().query()));
    session.opened = path("call.jscope");
    ticks(3);
  }

  static QString pattern_of(const QString& text) { return QString(text).replace(kNumber, "#").simplified(); }
  static bool has_digit(const QString& text) { return text.contains(QRegularExpression("[0-9]")); }
  static QString words_of(const QLabel& label) {
    return Qt::mightBeRichText(label.text()) ? QTextDocumentFragment::fromHtml(label.text()).toPlainText()
                                             : label.text();
  }
  void put(const QString& name, const QString& text, const QString& span) {
    if (!has_digit(text)) return;
    auto unique = name.simplified();  // rows of a group have one name: they are counted
    for (int i = 2; shown_.contains(unique) && shown_[unique].text != text; ++i)
      unique = name.simplified() + QString(" (%1)").arg(i);
    shown_[unique] = {text, span};
  }
  void list_panel(const Panel& panel) {
    for (const auto* table : panel.findChildren<FigureTable*>()) {
      if (!table->isVisible()) continue;
      for (int row = 0; row < table->rowCount(); ++row)
        for (int column = 1; column < table->columnCount(); ++column)
          put(panel.title() + " | " + table->cell(row, 0) + " | " + table->horizontalHeaderItem(column)->text(),
              table->cell(row, column), panel.span());
    }
    if (has_digit(panel.reading()))
      for (const auto& part : panel.reading().split("  ·  "))
        put(panel.title() + " | legend | " + pattern_of(part), part, panel.span());
    for (const auto* label : panel.findChildren<QLabel*>())
      if (label->isVisible() && !label->text().contains(panel.span().isEmpty() ? "\n\n" : panel.span()))
        put(panel.title() + " | label | " + pattern_of(words_of(*label)), words_of(*label), panel.span());
  }
  /// All that stands in the window, tab by tab.
  void list_everything() {
    for (auto* tab : window->open_tabs()) {
      show(tab);
      for (const auto* panel : window->findChildren<Panel*>())
        if (panel->isVisible() && panel->empty_sentence().isEmpty()) list_panel(*panel);
    }
    const auto& readouts = *window->findChild<Readouts*>();
    for (int row = 0; row < readouts.rows(); ++row)
      for (int column = 0; column < 4; ++column)
        put("Readouts | " + readouts.row_name(row) + " | " +
                QStringList{"Audio local", "Audio remote", "Video local", "Video remote"}[column],
            readouts.text(row, column), readouts.span());
    for (const auto* line : all_in<QualityVerdictLine>(*window)) {
      const auto verdict = line->text().split('\n');
      for (const auto& words : verdict.mid(0, 2)) put("Window | verdict | " + pattern_of(words), words, verdict.last());
    }
    for (const auto* label : window->findChildren<QLabel*>()) {
      bool inside = !label->isVisible();
      for (auto* parent = label->parentWidget(); parent; parent = parent->parentWidget())
        inside = inside || qobject_cast<Panel*>(parent) || qobject_cast<Readouts*>(parent);
      if (!inside) put("Window | label | " + pattern_of(words_of(*label)), words_of(*label), "-");
    }
  }
  /// "audio.interarrival_ms.p95" of a report, "sent.audio.packets" of what was sent; null where it is null.
  static Json value_of(const Json& report, QString key) {
    const bool sent = key.startsWith("sent.");
    if (sent) key = key.mid(5);
    const auto parts = key.split('.');
    for (const auto& stream : report.at("streams")) {
      if (stream.at("medium") != parts[0].toStdString() || stream.at("direction") != (sent ? "sent" : "received"))
        continue;
      Json found = stream;
      for (qsizetype i = 1; i < parts.size() && !found.is_null(); ++i)
        found = found.is_array() ? found.at(parts[i].toUInt()) : found.at(parts[i].toStdString());
      return found;
    }
    return nullptr;
  }
  /// The numbers of a text, in the unit that analyze has: "4.29 Mbit/s" stays 4.29, "1.2 MB" is 1200000, "2 %" is 0.02.
  static void expect_value(const QString& name, const QString& words, const QString& key, double wanted) {
    const auto found = kNumber.match(words);
    const auto digits = found.captured().remove(QChar(0x202F));
    double unit = 1;
    const auto after = words.mid(found.capturedEnd()).trimmed();
    if (key.endsWith("bytes")) unit = after.startsWith("MB") ? 1e6 : after.startsWith("kB") ? 1e3 : 1;
    if ((key.endsWith("ratio") || key.endsWith("share")) && (name.contains('%') || after.startsWith('%'))) unit = 0.01;
    // The window's percentiles and curve are of bins of 0.01 ms.
    static const QRegularExpression kOfBins("\\.p[59][059]$|buffer_ms$");
    const double bins = key.endsWith("area_ms_percent") ? 1 : key.contains(kOfBins) ? 0.0051 : 0;
    const auto decimals = digits.contains('.') ? digits.size() - digits.indexOf('.') - 1 : 0;
    const double last = std::pow(10.0, -static_cast<double>(decimals));
    // The window's last 10 s are of whole slots.
    const double ragged = key.startsWith("last.") ? 0.01 * std::abs(wanted) : 0;
    EXPECT_NEAR(digits.toDouble() * unit, std::abs(wanted), 0.502 * last * unit + bins + ragged) << key.toStdString();
  }
  /// What a capture cannot tell though the trace does: null there, and the stream says why. All else is known.
  void expect_known_in_capture(const QString& key, const Json& captured) const {
    if (key.endsWith(".refused")) {  // nobody tells a capture what the ends refused
      EXPECT_TRUE(captured.is_null());
      return;
    }
    struct Unknown {
      const char *keys, *where, *why;
    };
    constexpr const char *kClocks = "nobody says that the clocks which stamped sending and receiving agree",
                         *kPlayed = "When the units of a capture or packet list were played is not in it";
    static constexpr std::array kUnknown{
        Unknown{"delay_ms\\.\\w+", ".notes", kClocks},
        Unknown{"delay_split_ms\\.\\w+\\.\\w+", ".quality.latency_unknown", kPlayed},  // from capturing to playing
        Unknown{"voice\\.(r|mos)", ".quality.latency_unknown", kPlayed},               // of the latency
        Unknown{"quality\\.(latency_ms|distance)", ".quality.latency_unknown", kPlayed},
    };
    for (const auto& [keys, where, why] : kUnknown) {
      const QRegularExpression pattern(QString("^((?:sent\\.)?(?:audio|video))\\.%1$").arg(keys));
      const auto found = pattern.match(key);
      if (!found.hasMatch()) continue;
      EXPECT_TRUE(captured.is_null()) << key.toStdString() << " is known in the pcapng: not one of these";
      EXPECT_NE(value_of(capture_, found.captured(1) + where).dump().find(why), std::string::npos) << key.toStdString();
      return;
    }
    EXPECT_TRUE(captured.is_number()) << key.toStdString() << " is null in the pcapng";
  }

  QTemporaryDir folder_;
  Json analysis_, capture_, last_;  // last_: of the last 10 s
  std::string text_;
  std::map<QString, Shown> shown_;
};

std::map<QString, QString> read_list() {
  std::ifstream file(test_data("one_name_list.txt"));
  std::map<QString, QString> list;
  std::string line;
  while (std::getline(file, line)) {
    const auto words = QString::fromStdString(line);
    if (words.isEmpty() || words.startsWith('#')) continue;
    list[words.section(" = ", 0, 0).simplified()] = words.section(" = ", 1).trimmed();
  }
  return list;
}

TEST_F(OneName, EveryNumberInTheWindowIsListedAndIsWhatAnalyzeSays) {
  list_everything();
  EXPECT_GT(shown_.size(), 60U) << "the panels show something";
  const auto list = read_list();
  int compared = 0, in_capture = 0;
  std::ofstream actual;
  for (const auto& [name, shown] : shown_) {
    SCOPED_TRACE(name.toStdString() + " = " + shown.text.toStdString());
    const auto found = list.find(name);
    if (found == list.end()) {
      if (!actual.is_open()) actual.open(test_data("one_name_list.txt.actual"));
      actual << name.toStdString() << " = own: \n";
      ADD_FAILURE() << "is not in one_name_list.txt (span: " << shown.span.toStdString() << ")";
      continue;
    }
    EXPECT_FALSE(shown.span.isEmpty()) << "says of which time it is";
    if (found->second.startsWith("own:")) {
      EXPECT_GT(found->second.size(), 12) << "why analyze has no number of that name";
      continue;
    }
    if (found->second.startsWith("own, on a busy machine:")) continue;
    auto rest = shown.text;
    for (const auto& key : found->second.split(' ')) {
      if (key == "own") {
        rest = rest.mid(kNumber.match(rest).capturedEnd());
        continue;
      }
      const bool of_last = key.startsWith("last.");
      const auto wanted = of_last ? value_of(last_, key.mid(5)) : value_of(analysis_, key);
      EXPECT_TRUE(wanted.is_number()) << key.toStdString();
      if (!wanted.is_number()) continue;
      expect_value(name, rest, key, wanted.get<double>());
      rest = rest.mid(kNumber.match(rest).capturedEnd());
      ++compared;
      const QString whole = of_last ? key.mid(5) : key;
      const auto captured = value_of(capture_, whole);
      expect_known_in_capture(whole, captured);
      if (of_last) continue;
      in_capture += captured.is_number();
      EXPECT_TRUE(captured.is_null() || std::abs(captured.get<double>() - wanted.get<double>()) <=
                                            1e-3 * std::max(1.0, std::abs(wanted.get<double>())))
          << key.toStdString() << " in the pcapng: " << captured.dump() << ", in the trace: " << wanted.dump();
    }
  }
  for (const auto& [name, key] : list)
    EXPECT_TRUE(shown_.contains(name) || key.startsWith("own, on a busy machine:"))
        << name.toStdString() << " is shown nowhere";
  EXPECT_GE(compared, 40);
  EXPECT_GE(in_capture, 40) << "most are known of the pcapng too";
}

/// Keys of the numbers of each row of the text, in order; the row of percentiles below interarrival has no name.
const std::map<QString, QString> kRows{
    {"packets", "packets expected lost loss_ratio"},
    {"duplicates, reordered", "duplicates reordered"},
    {"bytes", "bytes"},
    {"duration ms", "duration_ms"},
    {"interarrival ms",
     "interarrival_ms.mean interarrival_ms.stddev interarrival_ms.cv interarrival_ms.min interarrival_ms.max"},
    {"",
     "interarrival_ms.p50 interarrival_ms.p95 interarrival_ms.p99 interarrival_ms.skew "
     "interarrival_ms.excess_kurtosis"},
    {"above mean + 1 stddev", "exceedances.0.share exceedances.0.threshold_ms exceedances.0.spacing_ms.mean"},
    {"above mean + 2 stddev", "exceedances.1.share exceedances.1.threshold_ms exceedances.1.spacing_ms.mean"},
    {"jitter (RFC 3550) ms", "jitter_rfc3550_ms.last jitter_rfc3550_ms.mean jitter_rfc3550_ms.max"},
    {"on send times ms", "jitter_on_send_times_ms.last jitter_on_send_times_ms.mean jitter_on_send_times_ms.max"},
    {"one-way delay ms",
     "delay_ms.min delay_ms.mean delay_ms.p50 delay_ms.p95 delay_ms.p99 delay_ms.max delay_ms.uncertainty"},
    {"delay variation ms", "pdv_ms.p50 pdv_ms.p95 pdv_ms.p99 pdv_ms.max"},
    {"successive variation ms",
     "ipdv_ms.mean_abs ipdv_ms.p95_abs ipdv_ms.max_abs ipdv_ms.pairs ipdv_ms.undefined_share"},
    {"frames", "frames.complete frames.sent frames.lost frames.late frames.dvt_ms frames.error_ratio"},
    {"audio blocks", "audio.blocks audio.error audio.late audio.dvt_ms"},
    {"gaps per second", "gaps_per_second"},
    {"compensation",
     "compensation.area_ms_percent compensation.optimal.buffer_ms compensation.optimal.dropped_percent"},
    {"bursts not played", "loss_bursts.bursts loss_bursts.mean_length loss_bursts.gap_ms loss_bursts.burst_ratio"},
    {"voice", "voice.r voice.mos voice.ta_ms voice.ppl_percent voice.burst_r voice.bpl"},
    {"quality", "quality.latency_ms quality.jitter_ms quality.loss_ratio quality.distance"},
    {"operating system, network", "os_share network_share"},
};

TEST_F(OneName, EachRowOfAnalyzesTextSaysWhatItsKeysOfJsonSay) {
  QString medium;
  std::map<QString, int> rows;
  int compared = 0;
  for (const QString& line : QString::fromStdString(text_).split('\n')) {
    if (!line.startsWith(' ')) {
      medium = line.contains("received") ? line.section(' ', 0, 0) : QString();
      continue;
    }
    if (medium.isEmpty()) continue;
    const QString name = line.mid(2, 26).trimmed();
    QString keys;
    if (const auto found = kRows.find(name); found != kRows.end()) keys = found->second;
    for (const std::string_view part : kDelayPartWords)
      if (line.startsWith("    ") && name == QString::fromUtf8(part.data(), static_cast<int>(part.size())))
        keys =
            QString("delay_split_ms.%1.mean delay_split_ms.%1.p50 delay_split_ms.%1.p95 delay_split_ms.%1.n").arg(name);
    if (name == "whole") keys = "delay_split_ms.whole.mean delay_split_ms.whole.p50 delay_split_ms.whole.p95";
    QString rest = line.mid(28);
    for (const QString& key : keys.split(' ', Qt::SkipEmptyParts)) {
      SCOPED_TRACE(line.toStdString());
      const auto wanted = value_of(analysis_, medium + "." + key);
      if (!wanted.is_number()) break;  // a dash
      expect_value(rest.mid(kNumber.match(rest).capturedStart()), rest, key, wanted.get<double>());
      rest = rest.mid(kNumber.match(rest).capturedEnd());
      ++rows[name];
      ++compared;
    }
  }
  for (const auto& [name, keys] : kRows) EXPECT_GT(rows[name], 0) << name.toStdString();
  EXPECT_GT(rows["whole"], 0);
  EXPECT_GE(compared, 120);
}

/// The window judges the last 10 s, and says so; analyze of those says the same.
TEST_F(OneName, TheVerdictIsAnalyzesOfTheLastTenSeconds) {
  const QualitySettings settings;
  for (const auto& [medium, name, view] :
       {std::tuple{Medium::kAudio, "audio", session.latest->received(Medium::kAudio).quality},
        {Medium::kVideo, "video", session.latest->received(Medium::kVideo).quality}}) {
    ASSERT_TRUE(view);
    const auto verdict = verdict_words(settings, medium, view->now);
    ASSERT_TRUE(verdict.inside) << verdict.words.toStdString();
    const auto wanted = value_of(last_, QString(name) + ".quality");
    SCOPED_TRACE(wanted.dump());
    EXPECT_EQ(*verdict.inside, wanted["acceptable"].get<bool>()) << verdict.words.toStdString();
    for (const auto& [shown, key] : {std::pair{view->now.latency_ms, "latency_ms"},
                                     {view->now.jitter_ms, "jitter_ms"},
                                     {view->now.loss_ratio, "loss_ratio"}})
      EXPECT_NEAR(shown.value_or(-1), wanted[key].get<double>(), 0.02 * wanted[key].get<double>()) << key;
  }
}

/// The number in a column of a file's rows that begin with these words, one after the other.
std::vector<double> column(const QString& csv, const QString& begin, int index) {
  std::vector<double> values;
  for (const QString& line : csv.split('\n'))
    if (line.startsWith(begin)) values.push_back(line.section(',', index, index).toDouble());
  return values;
}

/// What stands beside a panel's title is what its file of numbers says.
TEST_F(OneName, TheCsvOfAPlotSaysWhatItsPanelReads) {
  const auto written = [&](const char* title) {
    show(panel(title));
    return std::pair(csv_of(*panel(title)), panel(title)->reading());
  };
  const auto [curve, optimum] = written("Compensation");
  const auto buffers = column(curve, "audio,curve,", 3), dropped = column(curve, "audio,curve,", 4);
  ASSERT_GT(buffers.size(), 10U);
  double area = 0;  // below a curve that falls in steps
  for (std::size_t i = 1; i < buffers.size(); ++i) area += dropped[i - 1] * (buffers[i] - buffers[i - 1]);
  const auto best = column(curve, "audio,optimum,", 3), with = column(curve, "audio,optimum,", 4);
  ASSERT_TRUE(best.size() == 1 && with.size() == 1) << curve.toStdString();
  expect_value("", optimum.section("optimum", 1), "buffer_ms", best[0]);
  expect_value("", optimum.section(" ms, ", 1), "dropped_percent", with[0]);
  expect_value("", optimum.section("area", 1), "last.area_ms_percent", area);

  const auto [split, wholes] = written("Delay split");
  for (const auto& [begin, name] : {std::pair{"parts,audio,", "Audio "}, {"parts,video,", "Video "}}) {
    double whole = 0;
    for (const QString& line : split.split('\n'))  // shares of whose it is are below the parts
      if (line.startsWith(begin) && line.section(',', 7, 7).isEmpty()) whole += line.section(',', 4, 4).toDouble();
    EXPECT_GT(whole, 100) << split.toStdString();
    expect_value(name, wholes.section(name, 1), "whole", whole);
  }

  const auto [trail, verdicts] = written("Region");
  const auto distances = column(trail, "audio,local,", 7);
  ASSERT_GT(distances.size(), 10U) << trail.toStdString();
  const auto now = value_of(last_, "audio.quality.distance").get<double>();
  EXPECT_NEAR(distances.back(), now, 0.1 * now)
      << "of the 10 s up to the last whole second, as the verdict is: " << verdicts.toStdString();
}

/// All of its tables, and nothing else.
TEST_F(OneName, TheCsvOfAPanelOfTablesIsThatOfItsTables) {
  const auto cells_of = [](const QString& csv) {  // words of figures, without those of heads and empty cells
    auto cells = csv.section('\n', 1).split(QRegularExpression("[,\n]"), Qt::SkipEmptyParts);
    cells.sort();
    return cells;
  };
  for (const auto* title : {"Figures", "Statistics", "Playout"}) {
    show(panel(title));
    auto written = cells_of(csv_of(*panel(title)));
    QStringList of_tables;
    for (const auto* table : panel(title)->findChildren<FigureTable*>()) {
      of_tables << cells_of(csv_of(*table));
      written.removeAll(table->accessibleName());  // where several are joined
    }
    of_tables.sort();
    EXPECT_GT(written.size(), 10) << title;
    EXPECT_EQ(written.join('\n').toStdString(), of_tables.join('\n').toStdString()) << title;
  }
}

}  // namespace
}  // namespace jitterscope::one_name_test
