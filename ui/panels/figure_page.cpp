#include "ui/panels/figure_page.h"

#include <algorithm>
#include <cstring>

#include <qcustomplot.h>
#include <QAbstractScrollArea>
#include <QBuffer>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QPointer>
#include <QScrollBar>
#include <QVBoxLayout>

#include "ui/drawings/svg_canvas.h"
#include "ui/drawings/widget_drawing.h"
#include "ui/drawings/xml_text.h"
#include "ui/panels/panel.h"
#include "ui/panels/same_choices.h"
#include "ui/sizes.h"
#include "ui/theme.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

constexpr int kFigureDotsPerInch = 96;
constexpr int kHighestFigure = 4000, kWidestFigure = 1600, kTableStep = 16;  // px
constexpr QSize kLeastSavedFigure{640, 440};                                 // px
constexpr int kRasterScale = 3;                                              // 288 dots an inch
constexpr int kTurnsToSettle = 4;  // layouts in layouts, a plot that draws anew when it knows its size

}  // namespace

FigurePage::FigurePage(Panel* panel) : panel_(panel) {
  auto* column = new QVBoxLayout(&page_);
  set_margins(column, {0, 0, 0, 0});
  column->addWidget(panel_);
}

/// Draws twice, because the first layout tells how many ticks there is room for.
void FigurePage::draw(const QString& of, const std::shared_ptr<const CallSnapshot>& snapshot, const QSize& size) {
  panel_->become_figure(of);  // before it is styled as one
  style_window(page_);
  page_.setAttribute(Qt::WA_DontShowOnScreen);
  page_.resize(size);
  page_.show();
  for (int time = 0; time < 2; ++time) {
    panel_->draw(snapshot);
    panel_->become_figure(of);
    settle();
    if (time == 0) make_tables_whole();
    for (auto* plot : panel_->findChildren<QCustomPlot*>()) plot->replot(QCustomPlot::rpImmediateRefresh);
  }
  title_ = Tr::tr("%1: %2").arg(panel_->shown_title(), of);
  if (const auto span = panel_->span(); !span.isEmpty()) title_ += ", " + span;
}

/// Handles what layouts and plots of this page have put off; events of other widgets stay for later.
void FigurePage::settle() {
  for (int turn = 0; turn < kTurnsToSettle; ++turn) {
    QList<QPointer<QObject>> receivers{&page_};
    for (auto* each : page_.findChildren<QObject*>()) receivers << each;
    for (const auto& each : receivers)
      if (each) QCoreApplication::sendPostedEvents(each, 0);
    page_.layout()->activate();
  }
}

/// Makes the figure as large as what would have to be scrolled to.
void FigurePage::make_tables_whole() {
  const auto any_cut = [this](QScrollBar* (QAbstractScrollArea::*bar)() const) {
    return std::ranges::any_of(panel_->findChildren<QAbstractScrollArea*>(), [bar](const QAbstractScrollArea* area) {
      return area->isVisible() && (area->*bar)()->maximum() > 0;
    });
  };
  const auto fit = [&](QScrollBar* (QAbstractScrollArea::*bar)() const, bool wide, int most) {
    const auto size = [&](int length) {
      wide ? page_.resize(length, page_.height()) : page_.resize(page_.width(), length);
      settle();
    };
    int cut = wide ? page_.width() : page_.height();
    if (cut >= most || !any_cut(bar)) return;
    size(most);
    if (any_cut(bar)) return;  // there is no more room
    int whole = most;
    while (whole - cut > px(kTableStep)) {
      const int middle = (cut + whole) / 2;
      size(middle);
      (any_cut(bar) ? cut : whole) = middle;
    }
    size(whole);
  };
  fit(&QAbstractScrollArea::horizontalScrollBar, true, px(kWidestFigure));
  fit(&QAbstractScrollArea::verticalScrollBar, false, px(kHighestFigure));
}

QByteArray FigurePage::bytes(std::string_view format, const QString& made) {
  return format == "png" ? raster(made) : drawn_on_paper(format == "svg", made);
}

QByteArray FigurePage::raster(const QString& made) {
  QImage image(page_.size() * kRasterScale, QImage::Format_RGB32);
  image.setDevicePixelRatio(kRasterScale);
  constexpr double kInch_m = 0.0254;
  const int dots = static_cast<int>(kFigureDotsPerInch * kRasterScale / kInch_m);
  image.fill(colours().panel);
  if (!draw_widget(page_, image)) return {};
  image.setDotsPerMeterX(dots);
  image.setDotsPerMeterY(dots);
  image.setText("Title", title_);
  image.setText("Description", made);
  QBuffer png;
  png.open(QIODevice::WriteOnly);
  return image.save(&png, "PNG") ? png.data() : QByteArray();
}

QByteArray FigurePage::drawn_on_paper(bool as_svg, const QString& made) {
  if (as_svg) {
    SvgCanvas canvas(page_.size());
    if (!draw_widget(page_, canvas)) return {};
    QByteArray svg = canvas.svg(title_);
    constexpr const char* kAfterTitle = "</title>\n";
    if (!made.isEmpty())
      svg.insert(svg.indexOf(kAfterTitle) + static_cast<qsizetype>(strlen(kAfterTitle)),
                 ("<desc>" + xml_text(made) + "</desc>\n").toUtf8());
    return svg;
  }
  QBuffer out;
  out.open(QIODevice::WriteOnly);
  QPdfWriter pdf(&out);
  pdf.setResolution(kFigureDotsPerInch);
  pdf.setPageSize(QPageSize(QSizeF(page_.size()) * 72 / kFigureDotsPerInch, QPageSize::Point));
  pdf.setPageMargins({});
  pdf.setTitle(title_);
  pdf.setCreator(made);
  return draw_widget(page_, pdf) ? out.data() : QByteArray();
}

QByteArray figure_of_shown(const Panel& shown, std::string_view format) {
  const ThemeMeanwhile light(Theme::kLight);
  auto twin = drawn_twin(shown);
  if (!twin) return {};
  FigurePage page(twin.release());
  page.draw(shown.figure_words(), shown.snapshot(), shown.size().expandedTo(px(kLeastSavedFigure)));
  return page.bytes(format);
}

}  // namespace jitterscope
