// The picture of a panel is fit to publish: the panel alone, light whatever the window wears, named, without what is
// pressed; and the window does not change while it is saved.
#include <QCheckBox>
#include <QComboBox>
#include <QDateTime>
#include <QFile>
#include <QLabel>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include "core/measures/views/demonstration_view.h"
#include "tests/ui/fakes/fake_comparison.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/fake_views.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/panels/jitter_panel.h"
#include "ui/panels/region_panel.h"
#include "ui/region/octant_view.h"
#include "ui/theme.h"

namespace jitterscope::saved_picture_test {
namespace {

QByteArray bytes_of(const QString& path) {
  QFile in(path);
  return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

/// What is drawn as text, each piece once.
QStringList words_of(const QByteArray& svg) {
  static const QRegularExpression kText("<text[^>]*>([^<]*)</text>");
  QStringList words;
  for (auto each = kText.globalMatch(QString::fromUtf8(svg)); each.hasNext();)
    words << each.next().captured(1).replace("&amp;", "&");
  return words;
}

/// Of its texts.
QList<QColor> colours_in(const QByteArray& svg) {
  static const QRegularExpression kFill("<text[^>]*fill:(#[0-9a-f]{6})");
  QList<QColor> colours;
  for (auto each = kFill.globalMatch(QString::fromUtf8(svg)); each.hasNext();) {
    const QColor colour(each.next().captured(1));
    if (!colours.contains(colour)) colours << colour;
  }
  return colours;
}

/// Counts what is painted in a window.
class PaintWatch : public QObject {
 public:
  explicit PaintWatch(QWidget& window) : window_(window) { qApp->installEventFilter(this); }
  ~PaintWatch() override { qApp->removeEventFilter(this); }
  bool eventFilter(QObject* of, QEvent* event) override {
    if (event->type() != QEvent::Paint || !of->isWidgetType()) return false;
    count += window_.isAncestorOf(static_cast<QWidget*>(of));
    return false;
  }
  int count = 0;

 private:
  QWidget& window_;
};

/// A panel in each format.
struct Pictures {
  QByteArray png, svg, pdf;
};

/// Light, large enough for print, and without a frame.
void expect_light(const Panel& of, const QByteArray& png) {
  const auto title = of.title().toStdString();
  const auto image = QImage::fromData(png);
  ASSERT_FALSE(image.isNull()) << title;
  EXPECT_EQ(image.pixelColor(0, 0), colours_of(Theme::kLight).panel) << title;
  EXPECT_EQ(image.pixelColor(image.width() - 1, image.height() - 1), colours_of(Theme::kLight).panel) << title;
  qint64 dark = 0, all = 0;
  for (int y = 0; y < image.height(); y += 3)
    for (int x = 0; x < image.width(); x += 3, ++all) dark += qGray(image.pixel(x, y)) < 60;
  EXPECT_LT(static_cast<double>(dark) / static_cast<double>(all), 0.1) << title;
  EXPECT_GE(image.width(), 2 * of.width()) << title << ": fit for print";
  EXPECT_NEAR(image.dotsPerMeterX() * 0.0254, 288, 1) << title;
}

/// A drawing of vectors that can be read, which fills its page, and has more words than the labels of the panel.
void expect_vectors(const Panel& of, const QByteArray& svg) {
  const auto title = of.title().toStdString();
  EXPECT_EQ(svg.count("<image"), 0) << title << ": no raster picture inside";
  qsizetype labels = 0;
  for (const auto* label : of.findChildren<QLabel*>()) labels += label->isVisible();
  EXPECT_GT(svg.count("<text"), labels) << title << ": words of the drawing, not of labels alone";
  QSvgRenderer drawing(svg);
  ASSERT_TRUE(drawing.isValid()) << title;
  QImage drawn(drawing.viewBox().size(), QImage::Format_RGB32);
  EXPECT_TRUE(drawn.width() >= of.width() && drawn.height() >= of.height()) << title;
  drawn.fill(Qt::magenta);
  QPainter painter(&drawn);
  drawing.render(&painter);
  EXPECT_NE(drawn.pixelColor(drawn.width() / 2, drawn.height() - 3), QColor(Qt::magenta)) << title;
}

/// It says what it is and of which time, and has no words of what is pressed or chosen.
void expect_named(const Panel& of, const QByteArray& svg, const QString& call) {
  const auto title = of.title().toStdString();
  const auto words = words_of(svg);
  EXPECT_TRUE(has(words.join(' '), of.shown_title() + ": " + call)) << title;
  EXPECT_TRUE(words.join(' ').contains(QRegularExpression("\\d\\d:\\d\\d\\.\\d – \\d\\d:\\d\\d\\.\\d"))) << title;
  EXPECT_TRUE(QString::fromUtf8(svg).contains("<title>" + of.shown_title() + ": " + call)) << title;
  for (const auto* button : of.findChildren<QAbstractButton*>()) {
    if (button->text().isEmpty() || !button->isVisible()) continue;
    EXPECT_FALSE(words.contains(button->text())) << title << " shows " << button->text().toStdString();
  }
  for (const auto& dark_ones : {colours_of(Theme::kDark).text, colours_of(Theme::kDark).muted})
    EXPECT_FALSE(colours_in(svg).contains(dark_ones)) << title << ": words for a dark ground";
  for (const auto* box : of.findChildren<QComboBox*>())
    EXPECT_FALSE(words.contains(box->currentText())) << title << " shows " << box->currentText().toStdString();
}

class SavedPicture : public WindowFixture {
 protected:
  QByteArray saved(Panel& of, const char* suffix) {
    const auto path = folder.filePath(QString("saved.") + suffix);
    EXPECT_TRUE(of.export_to(path)) << of.title().toStdString();
    return bytes_of(path);
  }
  /// In each format, while the window stays as it is.
  Pictures saved_unseen(Panel& of) {
    QApplication::processEvents();
    const auto before = window->grab().toImage();
    const auto query = window->view().query();
    const auto panels = window->findChildren<Panel*>().size();
    Pictures all;
    {
      const PaintWatch painted(*window);
      all = {saved(of, "png"), saved(of, "svg"), saved(of, "pdf")};
      EXPECT_EQ(painted.count, 0) << of.title().toStdString() << ": nothing of it is painted meanwhile";
    }
    EXPECT_EQ(window->view().query(), query);
    EXPECT_EQ(window->findChildren<Panel*>().size(), panels);
    EXPECT_EQ(current_theme(), Theme::kDark);
    for (auto* banner : window->findChildren<Banner*>()) banner->hide();  // says that it is saved
    QApplication::processEvents();
    EXPECT_EQ(window->grab().toImage().size(), before.size()) << of.title().toStdString();
    EXPECT_EQ(of.grab().toImage().pixelColor(of.width() / 2, 1), colours_of(Theme::kDark).panel);
    return all;
  }
  /// To save a panel in each format takes long: all that a saved picture has to be is looked at in those of one round.
  void look_at(Panel& of) {
    show(&of);
    const Pictures pictures = saved_unseen(of);
    expect_light(of, pictures.png);
    expect_vectors(of, pictures.svg);
    expect_named(of, pictures.svg, window->view().call_words());
    EXPECT_TRUE(pictures.pdf.startsWith("%PDF-")) << of.title().toStdString();
    EXPECT_TRUE(pictures.pdf.trimmed().endsWith("%%EOF")) << of.title().toStdString();
  }
  QTemporaryDir folder;
};

TEST_F(SavedPicture, OfAPlotATableAndADrawingIsLightNamedAndWithoutControlsAndLeavesTheWindowAsItIs) {
  open();
  for (const char* title : {"Jitter", "Statistics", "Region"}) look_at(*panel(title));
}

// Slow: ten seconds of a core.
TEST_F(SavedPicture, OfEveryPanelIsLightNamedAndWithoutControlsAndLeavesTheWindowAsItIs) {
  open_with_all_panels();
  const auto all = window->findChildren<Panel*>();
  for (auto* of : all) look_at(*of);
  EXPECT_GE(all.size(), 13);
}

TEST_F(SavedPicture, ShowsWhatIsChosen) {
  open();
  auto* jitter = panel<JitterPanel>();
  jitter->choose(JitterPanel::Mode::kHistogram);
  named<QCheckBox>("Logarithmic axes")->click();
  ticks(2);
  const auto words = words_of(saved(*jitter, "svg"));
  EXPECT_TRUE(words.contains("Share (%)")) << words.join('|').toStdString();
  EXPECT_FALSE(words.contains("log"));
  auto* octant = panel<RegionPanel>()->findChild<OctantView*>();
  const auto as_usual = saved(*panel<RegionPanel>(), "svg");
  QTest::keyClick(octant, Qt::Key_Right);
  QTest::keyClick(octant, Qt::Key_Up);
  EXPECT_NE(saved(*panel<RegionPanel>(), "svg"), as_usual) << "as it is turned";
  QTest::keyClick(octant, Qt::Key_Home);
  EXPECT_EQ(saved(*panel<RegionPanel>(), "svg"), as_usual);
}

TEST_F(SavedPicture, IsNamedByItsCallPanelAndSeconds) {
  session.began = 1'774'000'000'000;
  open();
  const auto call = "call-" + QDateTime::fromMSecsSinceEpoch(*session.began).toString("yyyyMMdd-HHmmss");
  window->view().show(0, 60);
  ticks(2);
  EXPECT_EQ(panel("Jitter")->proposed_name(), call + "-jitter-0-60s");
  window->view().show(30.2, 31);
  ticks(2);
  EXPECT_EQ(panel("Jitter")->proposed_name(), call + "-jitter-30.2-31s") << "of less than ten seconds with tenths";
  window->view().reset();
  window->view().set_window(MeasureWindow::kWhole);
  publish([this](CallSnapshot& now) { add_views(now, window->view().query()); });
  EXPECT_EQ(panel("Compensation")->proposed_name(), call + "-compensation-0-120s") << "to the real end";
  window->view().select(10, 20);
  publish([](CallSnapshot& now) { now.selected = SelectedStretch{*Stretch::of(10, 20), {}, {}}; });
  EXPECT_EQ(panel("Jitter")->proposed_name(), call + "-jitter-10-20s");
  session.open_file("/t/a: strange/name of it.jscope.gz", [](const ExportResult&) {});
  ticks(6);
  EXPECT_TRUE(panel("Jitter")->proposed_name().startsWith("name-of-it-jitter-"))
      << panel("Jitter")->proposed_name().toStdString();
  window->view().set_call_words("../etc/" + QString(300, 'x') + ".jscope");
  const auto safe = panel("Jitter")->proposed_name();
  EXPECT_FALSE(safe.contains('/'));
  EXPECT_FALSE(safe.startsWith('.'));
  EXPECT_LT(safe.toUtf8().size(), 200);
}

}  // namespace
}  // namespace jitterscope::saved_picture_test
