// Every panel saves what is visible as PNG, SVG, PDF and CSV.
#include <QFile>
#include <QPainter>
#include <QSvgRenderer>
#include <QTabWidget>
#include <QTemporaryDir>

#include "tests/ui/fake_conditions.h"
#include "tests/ui/window_fixture.h"
#include "ui/panels/jitter_panel.h"

namespace jitterscope {
namespace {

class Export : public WindowFixture {
 protected:
  void open_all() {
    open();
    publish([](CallSnapshot& now) { now.demonstration = make_demonstration("done"); });
  }
  QString file(Panel& of, const QString& suffix) {
    const auto path = folder.filePath("saved." + suffix);
    EXPECT_TRUE(of.export_to(path)) << of.title().toStdString();
    return path;
  }
  static QByteArray read(const QString& path) {
    QFile in(path);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
  }
  void show(Panel& of) {
    auto* tabs = window->findChild<QTabWidget*>();
    if (tabs->indexOf(&of) >= 0) tabs->setCurrentWidget(&of);
    ticks(2);
  }
  QTemporaryDir folder;
};

TEST_F(Export, EveryPanelInEveryFormat) {
  open_all();
  for (auto* of : window->findChildren<Panel*>()) {
    show(*of);
    const auto title = of->title().toStdString();
    EXPECT_FALSE(QImage(file(*of, "png")).isNull()) << title;
    QSvgRenderer drawing(file(*of, "svg"));
    ASSERT_TRUE(drawing.isValid()) << title;
    EXPECT_EQ(drawing.viewBox().size(), of->size()) << title;
    QImage drawn(of->size(), QImage::Format_RGB32);
    drawn.fill(Qt::magenta);
    QPainter painter(&drawn);
    drawing.render(&painter);
    EXPECT_NE(drawn.pixelColor(drawn.width() / 2, drawn.height() - 3), QColor(Qt::magenta)) << title;
    const auto page = read(file(*of, "pdf"));
    EXPECT_TRUE(page.startsWith("%PDF-")) << title;
    EXPECT_TRUE(page.trimmed().endsWith("%%EOF")) << title;
    EXPECT_TRUE(read(file(*of, "csv")).contains(',')) << title;
  }
}

TEST_F(Export, PlotsAndWordsAreVectors) {
  open();
  auto* jitter = panel<JitterPanel>();
  const auto svg = read(file(*jitter, "svg"));
  EXPECT_GT(svg.count("<polyline") + svg.count("<path"), 10);
  EXPECT_GT(svg.count("<text"), 8);
  EXPECT_FALSE(svg.contains("<image")) << "no raster picture inside";
  EXPECT_TRUE(svg.contains(">Jitter<"));
}

TEST_F(Export, NumbersAreThoseVisible) {
  open();
  auto* jitter = panel<JitterPanel>();
  EXPECT_TRUE(read(file(*jitter, "csv")).startsWith("seconds,series,min_ms,max_ms\n"));
  jitter->choose(JitterPanel::Mode::kHistogram);
  ticks(2);
  const auto bins = read(file(*jitter, "csv")).split('\n');
  EXPECT_EQ(bins[0], "series,from_ms,to_ms,count");
  EXPECT_EQ(bins.size() - 2, static_cast<qsizetype>(session.latest->audio_measures->linear.size() +
                                                    session.latest->video_measures->linear.size()));
  jitter->choose(JitterPanel::Mode::kBoxes);
  ticks(2);
  EXPECT_EQ(read(file(*jitter, "csv")).count('\n'), 25);
}

TEST_F(Export, AFolderThatIsNotThereIsSaid) {
  open();
  auto* jitter = panel<JitterPanel>();
  for (const auto* suffix : {"png", "svg", "pdf", "csv"}) {
    EXPECT_FALSE(jitter->export_to(folder.filePath("none/saved.") + suffix)) << suffix;
    EXPECT_TRUE(jitter->reading().contains("Could not write")) << suffix;
  }
}

}  // namespace
}  // namespace jitterscope
