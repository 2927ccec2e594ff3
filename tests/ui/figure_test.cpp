// Each panel as a figure of a recorded call: light, named, of the time that was asked for, whole, and without controls.
#include <QAbstractButton>
#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgRenderer>

#include <gtest/gtest.h>

#include "core/measures/views/snapshot.h"
#include "core/record/open/opened_call.h"
#include "tests/source_tree/source_tree.h"
#include "ui/figures/panel_figure.h"
#include "ui/theme.h"

namespace jitterscope::figure_test {
namespace {

class PanelFigureTest : public testing::Test {
 protected:
  void SetUp() override { apply_theme(*qApp, Theme::kLight); }
  void TearDown() override { apply_theme(*qApp, Theme::kDark); }

  static FigureOrder order_of(const std::string& panel, double from_s = 0, double to_s = 0) {
    const std::string path = test_data("traces/schema10-a.jscope.gz");
    std::string error;
    auto call = open_call(path, error);
    EXPECT_TRUE(call) << error;
    AnalysisQuery query;
    query.window = MeasureWindow::kWhole;
    const CallSnapshot whole = call->snapshot(query);
    FigureOrder order{.panel = panel, .chosen = {}, .file = "call.jscope", .snapshot = {}, .from_s = from_s};
    order.to_s = to_s > 0 ? to_s : whole.elapsed_s;
    const Stretch stretch = *Stretch::of(order.from_s, order.to_s);
    query.window = MeasureWindow::kSelection;
    query.selection_s = {stretch.from_s(), stretch.to_s()};
    auto part = open_stretch(path, stretch, {}, error);
    EXPECT_TRUE(part) << error;
    CallSnapshot shown = with_stretch(whole, part->snapshot(query));
    shown.selected = SelectedStretch{.stretch = stretch};
    order.snapshot = std::make_shared<const CallSnapshot>(std::move(shown));
    return order;
  }
  static QImage image_of(PanelFigure& figure) { return QImage::fromData(figure.bytes("png")); }
};

/// Of all points the share that is as dark as words, and as the grounds of the dark theme.
double dark_share(const QImage& image) {
  qint64 dark = 0, all = 0;
  for (int y = 0; y < image.height(); y += 3)
    for (int x = 0; x < image.width(); x += 3, ++all) dark += qGray(image.pixel(x, y)) < 60;
  return static_cast<double>(dark) / static_cast<double>(all);
}

QStringList texts_of(const QByteArray& svg) {
  static const QRegularExpression kText("<text[^>]*>([^<]*)</text>");
  QStringList texts;
  for (auto each = kText.globalMatch(QString::fromUtf8(svg)); each.hasNext();) texts << each.next().captured(1);
  return texts;
}

/// It is light, named, of its span and without controls, in each format.
void expect_publishable(PanelFigure& figure, std::string_view name) {
  const QImage image = QImage::fromData(figure.bytes("png"));
  ASSERT_FALSE(image.isNull()) << name;
  EXPECT_EQ(image.pixelColor(0, 0), colours_of(Theme::kLight).panel) << name << ": no frame";
  EXPECT_LT(dark_share(image), 0.1) << name;
  const QByteArray svg = figure.bytes("svg");
  EXPECT_EQ(svg.count("<image"), 0) << name << ": vectors, and no arrows of fields and choosers";
  const QStringList texts = texts_of(svg);
  EXPECT_TRUE(texts.join(' ').contains("call.jscope")) << name;
  EXPECT_TRUE(texts.join(' ').contains(QRegularExpression("00:00\\.0 – \\d\\d:\\d\\d\\.\\d"))) << name << ": its span";
  for (const char* control : {"ⓘ", "⤓", "Use it", "10 s", "histogram", "all parts"})
    EXPECT_FALSE(texts.contains(control)) << name << " shows " << control;
  EXPECT_TRUE(QSvgRenderer(svg).isValid()) << name;
  EXPECT_TRUE(figure.bytes("pdf").startsWith("%PDF-")) << name;
  EXPECT_GT(figure.bytes("csv").count('\n'), 1) << name;
}

TEST_F(PanelFigureTest, OfAPlotATableAndADrawingIsLightNamedAndWithoutControls) {
  for (const char* name : {"jitter", "statistics", "region"}) {
    PanelFigure figure(order_of(name));
    ASSERT_EQ(figure.trouble(), "") << name;
    expect_publishable(figure, name);
  }
}

// Slow: some seconds of a core.
TEST_F(PanelFigureTest, OfEveryPanelIsLightNamedAndWithoutControls) {
  int drawn = 0;
  for (const std::string_view name : plotted_panels()) {
    PanelFigure figure(order_of(std::string(name)));
    if (name == "demonstration") {
      EXPECT_FALSE(figure.trouble().isEmpty()) << "this call has none";
      continue;
    }
    ASSERT_EQ(figure.trouble(), "") << name;
    ++drawn;
    expect_publishable(figure, name);
  }
  EXPECT_GE(drawn, 13);
}

TEST_F(PanelFigureTest, HasAMeaningForEachColourOfAPlotOverTime) {
  for (const char* name : {"jitter", "delay", "rates", "compensation", "region"}) {
    PanelFigure figure(order_of(name));
    const QString words = texts_of(figure.bytes("svg")).join(' ');
    EXPECT_TRUE(words.contains("Audio") && words.contains("Video")) << name;
  }
  PanelFigure packets(order_of("packets"));
  EXPECT_TRUE(texts_of(packets.bytes("svg")).join(' ').contains("packet of a picture"));
}

TEST_F(PanelFigureTest, IsOfTheTimeThatWasAskedFor) {
  PanelFigure figure(order_of("delay", 2, 4));
  const QByteArray svg = figure.bytes("svg");
  const QStringList texts = texts_of(svg);
  EXPECT_TRUE(texts.join(' ').contains("00:02.0 – 00:04.0"));
  EXPECT_TRUE(texts.contains("Time since the beginning (min:s)"));
  const QList<QByteArray> lines = figure.bytes("csv").split('\n');
  for (qsizetype i = 1; i + 1 < lines.size(); ++i) {
    const double at = lines[i].split(',').front().toDouble();
    EXPECT_TRUE(at >= 1.9 && at <= 4.1) << lines[i].constData();
  }
}

TEST_F(PanelFigureTest, SaysInItsFileWhereItComesFrom) {
  FigureOrder order = order_of("delay");
  order.made = "Made by <this>.";
  PanelFigure figure(order);
  EXPECT_TRUE(figure.bytes("svg").contains("<desc>Made by &lt;this&gt;.</desc>"));
  EXPECT_EQ(image_of(figure).text("Description"), "Made by <this>.");
  EXPECT_FALSE(texts_of(figure.bytes("svg")).join(' ').contains("Made by")) << "it is not drawn";
}

TEST_F(PanelFigureTest, ShowsAllRowsOfATable) {
  PanelFigure figure(order_of("figures"));
  const QString words = texts_of(figure.bytes("svg")).join(' ');
  EXPECT_TRUE(words.contains("Packets") && words.contains("Rejected: bad seal")) << "the first and the last row";
  EXPECT_GT(image_of(figure).height(), 3 * 480);
}

TEST_F(PanelFigureTest, TakesTheChoicesOfItsPanel) {
  FigureOrder order = order_of("jitter");
  order.chosen = {"histogram"};
  PanelFigure histogram(order);
  EXPECT_EQ(histogram.trouble(), "");
  EXPECT_TRUE(texts_of(histogram.bytes("svg")).contains("Share (%)"));
  order = order_of("conditions");
  order.chosen = {"load-and-clock"};
  EXPECT_TRUE(texts_of(PanelFigure(order).bytes("svg")).contains("Load (processes)"));
  order = order_of("jitter");
  order.chosen = {"pie"};
  EXPECT_EQ(PanelFigure(order).trouble(),
            "“Jitter” offers no “pie”. Choose of these: series, histogram, cdf, box, local and remote.");
  order = order_of("statistics");
  order.chosen = {"pie"};
  EXPECT_EQ(PanelFigure(order).trouble(), "“Statistics” offers no choice, so there is no “pie”.");
}

TEST_F(PanelFigureTest, OfNoPanelSaysWhichThereAre) {
  const QString trouble = PanelFigure(order_of("pie")).trouble();
  EXPECT_TRUE(trouble.startsWith("There is no panel “pie”. Name one of these: jitter, compensation, region, packets,"))
      << trouble.toStdString();
}

}  // namespace
}  // namespace jitterscope::figure_test
