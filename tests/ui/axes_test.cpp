// Texts of plots are whole: on every panel, at the sizes and zooms of usual screens, each stands in its plot, none
// stands on another, and ticks of an axis read differently.
#include <QRegularExpression>

#include <qcustomplot.h>

#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/log_rows.h"
#include "tests/ui/fakes/fake_comparison.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/fake_rate.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/drawings/svg_canvas.h"
#include "ui/drawings/widget_drawing.h"
#include "ui/plots/split_bars.h"
#include "ui/plots/tick_row.h"
#include "ui/plots/time_plot.h"
#include "ui/region/octant_planes.h"
#include "ui/region/octant_view.h"
#include "ui/theme.h"
#include "ui/widgets/segments.h"
#include "ui/widgets/window_chooser.h"

namespace jitterscope::axes_test {
namespace {

struct DrawnText {
  QString words;
  QRectF place, clip;  // px of the widget; clip: what of it is drawn
};

QRectF rectangle_of(const QString& attributes) {
  const auto value = [&](const char* name) {
    const QRegularExpression found(QString("\\b%1=\"([-0-9.]+)\"").arg(name));
    return found.match(attributes).captured(1).toDouble();
  };
  return {value("x"), value("y"), value("width"), value("height")};
}

/// The texts of a drawing of the widget, turned ones as they are turned.
std::vector<DrawnText> texts_of(QWidget& widget) {
  SvgCanvas canvas(widget.size());
  EXPECT_TRUE(draw_widget(widget, canvas));
  const auto svg = QString::fromUtf8(canvas.svg(""));
  std::map<QString, QRectF> clips;
  static const QRegularExpression kClip("<clipPath id=\"([^\"]*)\"><rect ([^>]*)/></clipPath>");
  for (auto each = kClip.globalMatch(svg); each.hasNext();) {
    const auto clip = each.next();
    clips[clip.captured(1)] = rectangle_of(clip.captured(2));
  }
  static const QRegularExpression kPiece(
      "<g clip-path=\"url\\(#([^)]*)\\)\">|<text [^>]*x=\"([^\"]*)\" y=\"([^\"]*)\" textLength=\"([^\"]*)\"[^>]*?"
      "(?: transform=\"matrix\\(([^)]*)\\)\")? style=\"font-size:(\\d+)px;[^>]*>([^<]*)</text>");
  std::vector<DrawnText> texts;
  QRectF clip = widget.rect();
  for (auto each = kPiece.globalMatch(svg); each.hasNext();) {
    const auto piece = each.next();
    if (!piece.captured(1).isEmpty()) {
      clip = clips[piece.captured(1)];
      continue;
    }
    QFont font("Noto Sans");
    font.setPixelSize(piece.captured(6).toInt());
    const QFontMetricsF metrics(font);
    const double x = piece.captured(2).toDouble(), y = piece.captured(3).toDouble();
    // Letters without the room for accents and for what hangs below a line.
    QRectF place(x, y - metrics.capHeight(), piece.captured(4).toDouble(), metrics.capHeight());
    if (const auto numbers = piece.captured(5).split(' '); numbers.size() == 6) {
      std::array<double, 6> m{};
      for (std::size_t i = 0; i < m.size(); ++i) m[i] = numbers[static_cast<qsizetype>(i)].toDouble();
      place = QTransform(m[0], m[1], m[2], m[3], m[4], m[5]).mapRect(place);
    }
    texts.push_back({piece.captured(7), place, clip});
  }
  return texts;
}

/// What is wrong with the texts of one plot, or nothing.
QStringList faults_of(QWidget& plot) {
  QStringList faults;
  const auto texts = texts_of(plot);
  const auto shown = [](const QRectF& r) {
    return QString(" at %1,%2 %3×%4").arg(r.x()).arg(r.y()).arg(r.width()).arg(r.height());
  };
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto room = texts[i].clip & QRectF(plot.rect());
    if (!room.adjusted(-1, -1, 1, 1).contains(texts[i].place))
      faults << "“" + texts[i].words + "” is cut" + shown(texts[i].place) + " in" + shown(room);
    if (texts[i].words.contains(QStringLiteral("…"))) faults << "“" + texts[i].words + "” is shortened";
    for (std::size_t other = 0; other < i; ++other)
      if (texts[other].place.adjusted(0.5, 0.5, -0.5, -0.5).intersects(texts[i].place.adjusted(0.5, 0.5, -0.5, -0.5)))
        faults << "“" + texts[i].words + "” stands on “" + texts[other].words + "”" + shown(texts[i].place);
  }
  if (auto* with_axes = dynamic_cast<QCustomPlot*>(&plot))
    for (auto* rect : with_axes->axisRects())
      for (auto* axis : rect->axes()) {
        QStringList words;
        const auto ticks = axis->tickVector();
        const auto labels = axis->tickVectorLabels();
        for (qsizetype i = 0; i < std::min(ticks.size(), labels.size()); ++i)
          if (axis->visible() && axis->tickLabels() && axis->range().contains(ticks[i]) && !labels[i].isEmpty()) {
            words << labels[i];
            bool number = false;
            const double read = labels[i].toDouble(&number);
            if (number && std::abs(read - ticks[i]) > 1e-3 * axis->range().size())
              faults << QString("a tick at %1 reads “%2”").arg(ticks[i]).arg(labels[i]);
          }
        if (words.removeDuplicates() > 0) faults << "ticks read alike: " + labels.join(" ");
      }
  return faults;
}

class Axes : public WindowFixture {
 protected:
  void TearDown() override {
    window.reset();
    set_zoom(*qApp, 1);
  }
  void look_at(Panel& of, const QString& where) {
    for (auto* widget : of.findChildren<QWidget*>()) {
      const bool drawn = dynamic_cast<QCustomPlot*>(widget) || dynamic_cast<OctantPlanes*>(widget) ||
                         dynamic_cast<OctantView*>(widget) || dynamic_cast<SplitBars*>(widget) ||
                         dynamic_cast<TickRow*>(widget);
      if (!drawn || !widget->isVisible()) continue;
      for (const auto& fault : faults_of(*widget)) {
        const auto line = where + ", " + widget->accessibleName() +
                          QString(" of %1×%2: ").arg(widget->width()).arg(widget->height()) + fault;
        ADD_FAILURE() << line.toStdString();
      }
    }
  }
  void look_everywhere(const QSize& size, double zoom) {
    set_zoom(*qApp, zoom);
    open(true, size);
    publish([](CallSnapshot& now) { now.demonstration = make_demonstration("done"); });
    const auto at = QString("%1×%2 zoom %3, ").arg(size.width()).arg(size.height()).arg(zoom);
    for (auto* of : window->findChildren<Panel*>()) {
      show(of);
      if (!of->isVisible() || !of->empty_sentence().isEmpty()) continue;
      look_at(*of, at + of->title());
      for (auto* segments : of->findChildren<Segments*>()) {
        if (dynamic_cast<WindowChooser*>(segments) || !segments->isVisible()) continue;
        const int before = segments->current();
        for (auto* choice : segments->findChildren<QAbstractButton*>()) {
          choice->click();
          ticks(3);
          look_at(*of, at + choice->accessibleName());
        }
        segments->findChildren<QAbstractButton*>().at(std::max(before, 0))->click();
        ticks(1);
      }
    }
  }
};

TEST_F(Axes, OfEveryPanelAreWholeOnASmallProjector) {
  look_everywhere({1024, 768}, 1);
}
TEST_F(Axes, OfEveryPanelAreWholeAtTheUsualSize) {
  look_everywhere({1280, 800}, 1);
}
TEST_F(Axes, OfEveryPanelAreWholeOnALargeScreen) {
  look_everywhere({1920, 1080}, 1);
}
TEST_F(Axes, OfEveryPanelAreWholeWhereAllIsLarger) {
  look_everywhere({1920, 1080}, 1.5);
}
TEST_F(Axes, OfEveryPanelAreWholeWhereAllIsLargerAndThereIsLittleRoom) {
  look_everywhere({1280, 800}, 1.5);
}

/// A plot over time of one line between two values.
QStringList faults_of_range(double low, double high, double seconds, bool free, const QSize& size) {
  ViewState view;
  view.set_end(1000 + seconds);
  view.show(1000, 1000 + seconds);
  TimePlot plot(view, "Inter\u00ADarrival", "ms", free ? 1e-9 : high);
  if (free) plot.set_free_axis((high - low) / 2);
  plot.add_series("line", Hue::kAudio);
  plot.setAttribute(Qt::WA_DontShowOnScreen);
  plot.resize(size);
  plot.show();
  plot.set_points(0, {{1000, low}, {1000 + seconds / 2, high}, {1000 + seconds, low}});
  for (int i = 0; i < 3; ++i) {
    plot.draw({});
    QApplication::processEvents();
    plot.replot(QCustomPlot::rpImmediateRefresh);
  }
  return faults_of(plot);
}

TEST(AxesOfAnyRange, AreWholeAndTheirTicksReadDifferently) {
  for (const QSize size : {QSize(420, 90), QSize(420, 64), QSize(900, 300)})
    for (const double top : {1e-5, 0.003, 0.02, 0.7, 3.0, 47.0, 999.0, 12'345.0, 250'000.0, 3.2e7})
      for (const auto& fault : faults_of_range(0, top, 60, false, size))
        ADD_FAILURE() << "0 to " << top << ", height " << size.height() << ": " << fault.toStdString();
  for (const double base : {100.0, 1'234.0})
    for (const double span : {0.3, 20.0})
      for (const auto& fault : faults_of_range(base, base + span, 60, true, {420, 120}))
        ADD_FAILURE() << base << " and " << span << " more: " << fault.toStdString();
}

TEST(AxesOfAnyRange, OfAShortTimeReadDifferently) {
  for (const double seconds : {0.05, 0.2, 0.5, 2.0, 60.0, 3600.0})
    for (const auto& fault : faults_of_range(0, 10, seconds, false, {600, 120}))
      ADD_FAILURE() << seconds << " s: " << fault.toStdString();
}

}  // namespace
}  // namespace jitterscope::axes_test
