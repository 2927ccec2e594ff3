#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QPicture>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextObjectInterface>

#include "ui/drawings/widget_drawing.h"
#include "ui/handout/html_page.h"
#include "ui/handout/lab_page.h"
#include "ui/plots/lab_plot_view.h"
#include "ui/theme.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kLabDots = 96, kLabMargin_mm = 14;
constexpr double kPoints = 8;
constexpr QSize kPaperPlot{660, 300};
constexpr int kPlotObject = QTextFormat::UserObject + 1, kPlotNumber = QTextFormat::UserProperty + 1;

/// Draws the plots of a document as vectors, where its text has their places.
class PlotObjects : public QObject, public QTextObjectInterface {
  Q_OBJECT
  Q_INTERFACES(QTextObjectInterface)
 public:
  explicit PlotObjects(const std::vector<LabPlot>& plots) {
    for (const LabPlot& plot : plots) {
      LabPlotView view(plot);
      view.resize(kPaperPlot);
      draw_widget(view, drawings_.emplace_back());
    }
  }
  QSizeF intrinsicSize(QTextDocument*, int, const QTextFormat&) override { return kPaperPlot; }
  void drawObject(QPainter* painter, const QRectF& room, QTextDocument*, int, const QTextFormat& format) override {
    const auto which = static_cast<std::size_t>(format.intProperty(kPlotNumber));
    painter->save();
    painter->translate(room.topLeft());
    painter->drawPicture(0, 0, drawings_[which]);
    painter->restore();
  }

 private:
  std::vector<QPicture> drawings_;
};

}  // namespace

QByteArray lab_pdf(const LabDefinition& lab, const LabResult& result, const std::string& made) {
  const ThemeMeanwhile light(Theme::kLight);
  QByteArray bytes;
  QBuffer out(&bytes);
  out.open(QIODevice::WriteOnly);
  QPdfWriter pdf(&out);
  pdf.setResolution(kLabDots);
  pdf.setPageSize(QPageSize(QPageSize::A4));
  pdf.setPageMargins(QMarginsF(kLabMargin_mm, kLabMargin_mm, kLabMargin_mm, kLabMargin_mm));
  pdf.setTitle(text_of(lab.title));
  pdf.setCreator("Jitterscope");
  PlotObjects objects(result.plots);
  QTextDocument document;
  document.documentLayout()->setPaintDevice(&pdf);
  document.documentLayout()->registerHandler(kPlotObject, &objects);
  document.setDocumentMargin(0);
  QFont font("Noto Sans");
  font.setPointSizeF(kPoints);
  font.setHintingPreference(QFont::PreferNoHinting);
  document.setDefaultFont(font);
  document.setDefaultStyleSheet(html::paper_style(kPoints));
  document.setHtml(QString(lab_words(lab, result, made)).replace("<table", "<table width=\"100%\" cellspacing=\"0\""));
  QTextCursor cursor(&document);
  cursor.movePosition(QTextCursor::End);
  for (std::size_t i = 0; i < result.plots.size(); ++i) {
    cursor.insertBlock();
    QTextBlockFormat together;
    together.setNonBreakableLines(true);
    cursor.setBlockFormat(together);
    QTextCharFormat words;
    words.setFontWeight(QFont::Bold);
    cursor.insertText(text_of(result.plots[i].title) + QChar::LineSeparator, words);
    QTextCharFormat place;
    place.setObjectType(kPlotObject);
    place.setProperty(kPlotNumber, static_cast<int>(i));
    cursor.insertText(QString(QChar::ObjectReplacementCharacter), place);
    if (!result.plots[i].remark.empty())
      cursor.insertText(QString(QChar::LineSeparator) + text_of(result.plots[i].remark), QTextCharFormat());
  }
  document.setPageSize(QSizeF(pdf.width(), pdf.height()));
  document.print(&pdf);
  return bytes;
}

}  // namespace jitterscope

#include "lab_pdf.moc"
