#include <algorithm>
#include <array>
#include <memory>

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QPicture>
#include <QTextDocument>

#include "ui/drawings/widget_drawing.h"
#include "ui/drawings/xml_text.h"
#include "ui/handout/handout.h"
#include "ui/handout/handout_plots.h"
#include "ui/handout/handout_sections.h"
#include "ui/handout/html_page.h"
#include "ui/theme.h"

namespace jitterscope {
namespace {

constexpr int kDotsPerInch = 96;
constexpr double kPaperMargin = 40;                                  // px
constexpr double kPlotScale = 0.72;                                  // of what the window shows
constexpr double kLeastPlots = 190, kMostPlots = 240, kTooLow = 70;  // px on paper, of a row of plots with their words
constexpr double kCaptionSize = 6.5;                                 // pt
constexpr std::array<std::size_t, 5> kMostChanges{24, 12, 8, 5, 3};
constexpr std::array kFontSizes{7.5, 7.0, 6.5, 6.0, 5.5};  // pt

/// A piece of the page's words in a column.
class Words {
 public:
  Words(const QString& html, double width, double points, QPaintDevice& on) {
    QFont font("Noto Sans");
    font.setPointSizeF(points);
    font.setHintingPreference(QFont::PreferNoHinting);
    document_.documentLayout()->setPaintDevice(&on);
    document_.setDocumentMargin(0);
    document_.setDefaultFont(font);
    document_.setDefaultStyleSheet(html::paper_style(points));
    document_.setHtml(QString(html).replace("<table", "<table width=\"100%\" cellspacing=\"0\""));
    document_.setTextWidth(width);
  }
  double height() const { return document_.size().height(); }
  void paint(QPainter& painter, const QPointF& at) {
    painter.save();
    painter.translate(at);
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, colours().text);
    document_.documentLayout()->draw(&painter, context);
    painter.restore();
  }

 private:
  QTextDocument document_;
};

/// The words of the page in one size, and how high they are.
struct PageLayout {
  std::unique_ptr<Words> head, measured, set, demonstration, halves, foot;
  double columns_at = 0, demonstration_at = 0, halves_at = 0, plots_at = 0;  // from the top
  double plots_room = 0;
};

class Page {
 public:
  Page(const Handout& of, QPdfWriter& pdf)
      : of_(of), pdf_(pdf), plots_(of), area_(pdf.width() - 2 * kPaperMargin, pdf.height() - 2 * kPaperMargin) {}

  bool paint() {
    const PageLayout layout = choose_layout();
    QPainter painter;
    if (!painter.begin(&pdf_)) return false;
    painter.translate(kPaperMargin, kPaperMargin);
    layout.head->paint(painter, {0, 0});
    layout.measured->paint(painter, {0, layout.columns_at});
    layout.set->paint(painter, {right(), layout.columns_at});
    if (layout.demonstration) layout.demonstration->paint(painter, {0, layout.demonstration_at});
    if (auto* plot = plots_.demonstration()) {
      layout.halves->paint(painter, {0, layout.halves_at});
      paint_plot(painter, *plot, {right(), layout.halves_at}, {area_.width() - right(), layout.halves->height()});
    }
    paint_plots(painter, layout);
    layout.foot->paint(painter, {0, area_.height() - layout.foot->height()});
    return painter.end();
  }

 private:
  static double gap() { return 18; }  // px on paper
  double left_width() const { return area_.width() * 0.52; }
  double right() const { return left_width() + gap(); }
  double rows() {
    const std::size_t pairs = (plots_.all().size() + 1) / 2;
    return static_cast<double>(pairs);
  }

  PageLayout try_layout(std::size_t most_changes, double points) {
    PageLayout layout;
    const auto words = [&](const QString& html, double width) {
      return std::make_unique<Words>(html, width, points, pdf_);
    };
    QString missing;
    for (const auto& sentence : plots_.missing()) missing += html::note(sentence);
    layout.head = words(head_section(of_) + verdict_section(of_), area_.width());
    layout.measured = words(measured_section(of_) + missing, left_width());
    layout.set = words(set_section(of_, most_changes), area_.width() - right());
    layout.foot = words(foot_section(of_), area_.width());
    layout.columns_at = layout.head->height() + gap() / 2;
    layout.plots_at = layout.columns_at + std::max(layout.measured->height(), layout.set->height()) + gap();
    if (const auto section = demonstration_section(of_); !section.isEmpty()) {
      layout.demonstration = words(section, area_.width());
      layout.demonstration_at = layout.plots_at - gap() / 2;
      layout.halves_at = layout.demonstration_at + layout.demonstration->height();
      layout.plots_at = layout.halves_at + gap();
    }
    if (plots_.demonstration()) {
      layout.halves = words(demonstration_table(of_), left_width());
      layout.plots_at += layout.halves->height();
    }
    layout.plots_room = area_.height() - layout.plots_at - layout.foot->height();
    return layout;
  }

  /// The largest words, with the most changes, that leave room for the plots.
  PageLayout choose_layout() {
    PageLayout layout;
    for (const double points : kFontSizes)
      for (const std::size_t most : kMostChanges) {
        layout = try_layout(most, points);
        if (layout.plots_room >= rows() * kLeastPlots) return layout;
      }
    return layout;
  }

  void paint_plots(QPainter& painter, const PageLayout& layout) {
    if (plots_.all().empty() || layout.plots_room < rows() * kTooLow) return;
    const double width = (area_.width() - gap()) / 2, height = std::min(layout.plots_room / rows(), kMostPlots);
    for (std::size_t i = 0; i < plots_.all().size(); ++i) {
      const std::size_t row = i / 2;
      paint_plot(painter, plots_.all()[i],
                 {i % 2 == 0 ? 0 : width + gap(), layout.plots_at + static_cast<double>(row) * height},
                 {width, height - gap() / 2});
    }
  }

  /// With its words above it; smaller than on screen.
  void paint_plot(QPainter& painter, HandoutPlots::Plot& plot, const QPointF& at, const QSizeF& room) {
    Words words("<h3>" + xml_text(plot.title) + "</h3><p><small>" + caption_of(plot) + "</small></p>", room.width(),
                kCaptionSize, pdf_);
    words.paint(painter, at);
    const QSizeF left(room.width(), room.height() - words.height());
    plot.fit((left / kPlotScale).toSize());
    QPicture drawing;
    if (!draw_widget(*plot.widget, drawing)) return;
    painter.save();
    painter.translate(at + QPointF(0, words.height()));
    painter.scale(kPlotScale, kPlotScale);
    painter.drawPicture(0, 0, drawing);
    painter.restore();
  }

  const Handout& of_;
  QPdfWriter& pdf_;
  HandoutPlots plots_;
  const QSizeF area_;
};

}  // namespace

QByteArray handout_pdf(const Handout& of) {
  QByteArray bytes;
  QBuffer out(&bytes);
  out.open(QIODevice::WriteOnly);
  {
    QPdfWriter pdf(&out);
    pdf.setResolution(kDotsPerInch);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setPageMargins({});
    pdf.setTitle(title_of(of));
    pdf.setCreator("Jitterscope");
    if (!Page(of, pdf).paint()) return {};
  }
  return bytes;
}

}  // namespace jitterscope
