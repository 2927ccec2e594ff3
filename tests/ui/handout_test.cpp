// The page to hand out: whole HTML that needs nothing else, one page of PDF, text from outside as it is, and nothing
// drawn outside its plot.
#include <gtest/gtest.h>

#include <map>

#include <QApplication>
#include <QRectF>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/report_json.h"
#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/thread_row.h"
#include "core/record/open/opened_call.h"
#include "core/record/open/span_changes.h"
#include "core/record/open/stream_file.h"
#include "tests/source_tree/source_tree.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "ui/handout/handout.h"
#include "ui/handout/lab_page.h"
#include "ui/handout/settings_of_span.h"
#include "ui/plots/lab_plot_view.h"
#include "ui/theme.h"

namespace jitterscope::handout_test {
namespace {

const std::string kHostile = "<script>alert('x')</script>\"&<img src=\"http://example.org/x.png\">\x01";

Handout handout_of(const std::string& name) {
  Handout made;
  made.file = test_data("traces/") + name + ".jscope.gz";
  made.command = "jitterscope analyze " + made.file;
  std::string error, note;
  const auto input = read_stream_file(made.file, {}, error, note);
  auto call = open_call(made.file, error);
  const auto trace = TraceReader::open(made.file, error);
  EXPECT_TRUE(input && call && trace) << error;
  made.reports = analyze(*input).streams;
  for (const StreamReport& report : made.reports) made.words.push_back(stream_words(report));
  AnalysisQuery query;
  query.window = MeasureWindow::kWhole;
  made.snapshot = std::make_shared<const CallSnapshot>(call->snapshot(query));
  made.to_s = made.snapshot->elapsed_s;
  made.host = trace->meta().host;
  made.changes = changes_of_span(*trace, *trace->meta().call_began, 0, made.to_s, error);
  return made;
}

class HandoutPage : public testing::Test {
 protected:
  void SetUp() override { apply_theme(*qApp, Theme::kLight); }
  void TearDown() override { apply_theme(*qApp, Theme::kDark); }
};

/// Reads all of it: its text without what is drawn and styled.
QString expect_well_formed(const QByteArray& html) {
  QXmlStreamReader reader(QString::fromUtf8(html));
  QString text;
  int drawings = 0;
  while (!reader.atEnd()) {
    reader.readNext();
    if (reader.isStartElement()) {
      EXPECT_NE(reader.name(), QLatin1String("script"));
      EXPECT_NE(reader.name(), QLatin1String("img"));
      EXPECT_NE(reader.name(), QLatin1String("link"));
      EXPECT_FALSE(reader.attributes().hasAttribute("src") || reader.attributes().hasAttribute("href"));
      drawings += reader.name() == QLatin1String("svg");
    }
    if (reader.isCharacters()) text += reader.text();
  }
  EXPECT_FALSE(reader.hasError()) << reader.errorString().toStdString() << " in line " << reader.lineNumber();
  static const QRegularExpression kOutside("url\\((?!#)|@import|@font-face");
  EXPECT_FALSE(kOutside.match(QString::fromUtf8(html)).hasMatch());
  return text;
}

QRectF rect_of(const QXmlStreamAttributes& attributes) {
  const auto number = [&](const char* name) { return attributes.value(name).toDouble(); };
  return {number("x"), number("y"), number("width"), number("height")};
}

TEST_F(HandoutPage, IsWholeHtmlWithPlots) {
  const auto of = handout_of("schema8-b");
  const auto html = handout_html(of);
  const auto text = expect_well_formed(html);
  for (const auto* heading : {"Verdict", "What was measured", "What was set", "Jitter over time", "Compensation curve",
                              "One-way delay over time", "Acceptable region"})
    EXPECT_TRUE(text.contains(heading)) << heading;
  EXPECT_EQ(html.count("<svg"), 4);
  EXPECT_TRUE(html.contains("default-src 'none'")) << "nothing may be loaded";
  for (const StreamWords& stream : of.words) {
    EXPECT_TRUE(stream.figures.front().value.empty() || text.contains(QString::fromStdString(stream.figures[0].value)));
  }
  EXPECT_TRUE(text.contains("Shaping")) << "what was set";
  EXPECT_TRUE(text.contains("00:06.3")) << "and when it changed";
  EXPECT_TRUE(text.contains(QString::fromStdString(of.command)));
}

TEST_F(HandoutPage, ColoursAreVariablesForLightDarkAndPrint) {
  const auto html = QString::fromUtf8(handout_html(handout_of("schema8-b")));
  EXPECT_TRUE(html.contains("@media screen and (prefers-color-scheme:dark)"));
  EXPECT_TRUE(html.contains("--audio:" + colours_of(Theme::kLight)[Hue::kAudio].name()));
  EXPECT_TRUE(html.contains("--audio:" + colours_of(Theme::kDark)[Hue::kAudio].name()));
  const auto body = html.section("</style>", 1);
  static const QRegularExpression kFixed("(fill|stroke|color)[:=]\"?(#|rgb)");
  EXPECT_FALSE(kFixed.match(body).hasMatch()) << kFixed.match(body).captured().toStdString();
  EXPECT_TRUE(body.contains("stroke:var(--audio)") && body.contains("stroke:var(--video)"));
}

/// Every drawn element stands in a group whose clip lies inside the drawing.
TEST_F(HandoutPage, EveryDrawingIsClipped) {
  QXmlStreamReader reader(QString::fromUtf8(handout_html(handout_of("schema8-b"))));
  std::map<QString, QRectF> clips;
  QRectF drawing, clip;
  int drawn = 0, inside_axes = 0;
  QString defined, used;
  while (!reader.atEnd()) {
    reader.readNext();
    const auto name = reader.name();
    if (reader.isEndElement() && name == QLatin1String("g")) used.clear();
    if (reader.isEndElement() && name == QLatin1String("clipPath")) defined.clear();
    if (!reader.isStartElement()) continue;
    const auto attributes = reader.attributes();
    if (name == QLatin1String("svg")) {
      const auto box = attributes.value("viewBox").toString().split(' ');
      drawing = {0, 0, box[2].toDouble(), box[3].toDouble()};
    } else if (name == QLatin1String("clipPath")) {
      defined = attributes.value("id").toString();
      EXPECT_FALSE(clips.contains(defined)) << "of another drawing too: " << defined.toStdString();
    } else if (name == QLatin1String("rect")) {
      clips[defined] = rect_of(attributes);
      EXPECT_TRUE(drawing.contains(clips[defined])) << defined.toStdString();
    } else if (name == QLatin1String("g")) {
      used = attributes.value("clip-path").toString().remove("url(#").remove(')');
      EXPECT_TRUE(clips.contains(used)) << used.toStdString();
    } else if (name == QLatin1String("path") || name == QLatin1String("polyline") || name == QLatin1String("text")) {
      ++drawn;
      EXPECT_FALSE(used.isEmpty());
      inside_axes += clips[used].width() < drawing.width() - 10;
    }
  }
  EXPECT_GT(drawn, 100);
  EXPECT_GT(inside_axes, 50) << "series are clipped by their axes";
}

TEST_F(HandoutPage, TextFromOutsideIsPlain) {
  auto of = handout_of("schema8-b");
  of.host = of.left_out = of.program = of.file = of.command = kHostile;
  of.changes->changes.push_back({LoggedChange::Kind::kMarker, 3, false, {}, kHostile});
  of.changes->changes.push_back({LoggedChange::Kind::kSetting, 4, true, kHostile, kHostile});
  for (auto& stream : of.words) stream.title = stream.verdict = kHostile;
  for (auto& report : of.reports) report.notes.push_back(kHostile);
  auto snapshot = std::make_shared<CallSnapshot>(*of.snapshot);
  snapshot->demonstration = make_demonstration("done");
  snapshot->demonstration->sentence = kHostile;
  of.snapshot = snapshot;
  const auto text = expect_well_formed(handout_html(of));
  EXPECT_GE(text.count("<script>alert('x')</script>\"&<img"), 8);
  EXPECT_TRUE(handout_pdf(of).startsWith("%PDF-"));
}

TEST_F(HandoutPage, PdfIsOnePage) {
  for (const auto* name : {"schema8-b", "schema9-tcp"}) {
    auto of = handout_of(name);
    for (int i = 0; i < 200; ++i)
      of.changes->changes.push_back(
          {LoggedChange::Kind::kMarker, 4 + 0.01 * i, false, {}, "a marker that is not short at all"});
    const auto pdf = handout_pdf(of);
    EXPECT_EQ(QString::fromLatin1(pdf).count(QRegularExpression("/Type\\s*/Page\\b")), 1) << name;
  }
}

TEST_F(HandoutPage, OfManyChangesAHundredStandThereAndHowManyFollow) {
  auto of = handout_of("schema8-b");
  of.changes.emplace();
  for (int i = 0; i < 150; ++i)
    of.changes->changes.push_back({LoggedChange::Kind::kMarker, 4 + 0.01 * i, false, {}, std::to_string(i)});
  of.changes->more = 143'850;
  const auto text = expect_well_formed(handout_html(of));
  EXPECT_TRUE(text.contains("“99”") && !text.contains("“100”"));
  EXPECT_TRUE(text.contains("and 143 900 more changes")) << text.toStdString();
}

TEST_F(HandoutPage, SaysWhatIsNotInTheFile) {
  Handout of;
  of.file = "list.csv";
  of.snapshot = std::make_shared<const CallSnapshot>();
  const auto text = expect_well_formed(handout_html(of));
  for (const auto* sentence : {"There are no packets in it", "does not tell what was set", "No jitter over time",
                               "No delay over time", "No compensation curve", "No quality space", "No verdict"})
    EXPECT_TRUE(text.contains(sentence)) << sentence;
  EXPECT_FALSE(handout_pdf(of).isEmpty());
}

TEST_F(HandoutPage, ADemonstrationStandsThereWithBothHalves) {
  auto of = handout_of("schema8-b");
  auto snapshot = std::make_shared<CallSnapshot>(*of.snapshot);
  snapshot->demonstration = make_demonstration("done");
  of.snapshot = snapshot;
  const auto text = expect_well_formed(handout_html(of));
  EXPECT_TRUE(text.contains("Strategy C") && text.contains("Strategy A") && text.contains("Packet loss, local"));
  EXPECT_FALSE(text.contains("Earlier demonstrations"));
  snapshot->demonstration->earlier = {{DemonstrationKind::kPriority, 75, "In the default class it waited."}};
  const auto both = expect_well_formed(handout_html(of));
  EXPECT_TRUE(both.contains("Earlier demonstrations of this call"));
  EXPECT_TRUE(both.contains("Priority, at 01:15.0: In the default class it waited.")) << both.toStdString();
  snapshot->demonstration->after.reset();
  EXPECT_TRUE(expect_well_formed(handout_html(of)).contains("only one half"));
}

TEST_F(HandoutPage, ADemonstrationOfRateControlHasTheFiguresOfItsKind) {
  auto of = handout_of("schema8-b");
  auto snapshot = std::make_shared<CallSnapshot>(*of.snapshot);
  DemonstrationView view;
  view.kind = DemonstrationKind::kRateControl;
  view.state = "done";
  view.before.emplace().variant = "off";
  view.after.emplace().variant = "two-stream";
  view.before->peer_sound_loss = {0.16, 0.1, 0.2};
  view.after->peer_sound_loss = {0, 0, 0.01};
  view.after->pictures_sent = 240;
  view.after->pictures_left_out = 210;
  snapshot->demonstration = view;
  of.snapshot = snapshot;
  const auto text = expect_well_formed(handout_html(of));
  EXPECT_TRUE(text.contains("Sound lost") && text.contains("Delay of the sound, median"));
  EXPECT_TRUE(text.contains("Pictures left out") && text.contains("210 of 450"));
  EXPECT_FALSE(text.contains("Kernel to user"));
}

/// Its own curves beside what a stranger might have called them.
TEST_F(HandoutPage, ALabsResultIsSuchAPageWithDrawingsOfItsGroups) {
  LabResult result{.lab = "x.y", .mode = "simulated", .seed = 7, .headline = kHostile, .parameters = {{"k", 3.0}}};
  Finding above{.id = "above", .statement = "a <b>", .paper = 1.5, .measured = 2.0, .unit = "ms"};
  above.criterion = Criterion::above(1);
  Finding open{.id = "open", .statement = "it Not judged: no data.", .unit = "ms", .judged = false};
  result.findings = {above, open};
  result.tables = {{"cells", {"name", "value"}, {{kHostile, 0.1}, {"three", {}}}}};
  const auto line = [](const char* name, std::vector<PlotPoint> points) {
    return PlotLayer{.name = name, .mark = PlotMark::kLine, .points = std::move(points)};
  };
  result.plots = {{.name = "loss",
                   .title = "loss",
                   .x_label = "load",
                   .y_label = "%",
                   .layers = {line("A", {{0, 1}, {1000, 4}}), line("C", {{0, -2}, {1000, 9}})}},
                  {.name = "delay",
                   .title = "delay",
                   .x_label = "load",
                   .y_label = "ms",
                   .layers = {line("A", std::vector<PlotPoint>(LabPlotView::kMostMarks + 1))}},
                  {.name = "nothing", .title = "nothing", .x_label = "x", .y_label = "y", .layers = {line("A", {})}}};
  std::map<std::string, QByteArray> files;
  for (const auto& [name, bytes] : lab_pages({.name = "x.y", .title = "T<"}, result, "Made by <it>."))
    files[name] = bytes;
  ASSERT_EQ(files.size(), 4u);
  const auto text = expect_well_formed(files.at("report.html"));
  for (const auto* words : {"T<", "x.y, simulated, seed 7", "a <b>", "✓ reproduced", "it Not judged: no data.",
                            "measured > 1", "cells", "0.1", "Parameters", "Made by <it>."})
    EXPECT_TRUE(text.contains(words)) << words;
  EXPECT_GE(text.count("<script>alert('x')</script>"), 2);
  EXPECT_EQ(files.at("report.html").count("<svg"), 3);
  for (const auto* name : {"loss.svg", "delay.svg", "nothing.svg"}) {
    EXPECT_TRUE(expect_well_formed(files.at(name)).contains("A")) << "its legend";
    EXPECT_FALSE(files.at(name).contains("nan") || files.at(name).contains("var(")) << name;
  }
  EXPECT_GT(files.at("loss.svg").count("<path"), files.at("delay.svg").count("<path")) << "marks of few points";
}

// What was set when a span began, and what changed in it.
using Kind = LoggedChange::Kind;

const std::vector<LoggedChange> kLog{{Kind::kSetting, 0.1, false, "shaping", "b,60"},
                                     {Kind::kSetting, 0.2, true, "shaping", "a"},
                                     {Kind::kSetting, 0.2, false, "priority.audio-send", "realtime"},
                                     {Kind::kSetting, 5, false, "shaping", "c"},
                                     {Kind::kSetting, 6, false, "shaping", "c"},
                                     {Kind::kMarker, 7, false, {}, "here"},
                                     {Kind::kDemonstration, 8, true, {}, "settling shaping"},
                                     {Kind::kSetting, 9, true, "something new", "1,2"}};

QStringList words(const SettingsOfSpan& of) {
  QStringList all;
  for (const auto& change : of.changes) all << change.what;
  return all;
}

TEST(SettingsOfSpan, OfAWholeCall) {
  const auto of = settings_of_span(kLog, {}, 0, 20);
  ASSERT_EQ(of.at_begin.size(), 1u) << "classes have a table of their own";
  EXPECT_EQ(of.at_begin[0].name, "Shaping");
  EXPECT_EQ(of.at_begin[0].here, "B, 60");
  EXPECT_EQ(of.at_begin[0].remote, "A");
  EXPECT_EQ(words(of), (QStringList{"Shaping C", "Marker “here”", "something new 1, 2"}))
      << "neither what stays as it is nor the demonstration as the remote tells it";
  EXPECT_EQ(of.changes[0].who, "this end");
}

TEST(SettingsOfSpan, OfAStretchWithWhatWasSetBefore) {
  const auto of = settings_of_span(kLog, {}, 6.5, 8);
  EXPECT_EQ(of.at_begin[0].here, "C");
  EXPECT_EQ(words(of), QStringList{"Marker “here”"});
}

TEST(SettingsOfSpan, ClassesAskedForBesideThoseInForce) {
  ThreadRow thread;
  thread.role = ThreadRole::kAudioSend;
  thread.requested = "realtime";
  thread.effective = "default";
  const auto of = settings_of_span(kLog, {thread}, 0, 20);
  ASSERT_EQ(of.classes.size(), 1u);
  EXPECT_EQ(of.classes[0].thread, "audio-send");
  EXPECT_EQ(of.classes[0].asked, "real-time");
  EXPECT_TRUE(of.classes[0].in_force.contains("▲")) << of.classes[0].in_force.toStdString();
}

}  // namespace
}  // namespace jitterscope::handout_test
