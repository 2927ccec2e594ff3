#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QTextCursor>
#include <QTextDocument>

#include "ui/handout/html_page.h"
#include "ui/handout/lab_page.h"
#include "ui/handout/paper_plots.h"
#include "ui/theme.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kLabDots = 96, kLabMargin_mm = 14;
constexpr double kPoints = 8;
constexpr int kPlotObject = QTextFormat::UserObject + 1;

/// Tables as wide as the page.
QString wide(QString html) {
  return html.replace("<table", "<table width=\"100%\" cellspacing=\"0\"");
}

}  // namespace

QByteArray lab_pdf(const LabDefinition& lab, const LabResult& result, const std::string& made) {
  const ThemeMeanwhile light(Theme::kLight);
  QByteArray bytes;
  QBuffer out(&bytes);
  out.open(QIODevice::WriteOnly);
  QPdfWriter pdf(&out);
  pdf.setResolution(kLabDots);
  pdf.setPageSize(QPageSize(QPageSize::A4));
  const double margin = kLabMargin_mm, points = kPoints;  // on paper, whatever the zoom
  pdf.setPageMargins(QMarginsF(margin, margin, margin, margin));
  pdf.setTitle(text_of(lab.title));
  pdf.setCreator("Jitterscope");
  PaperPlots objects(result.plots);
  QTextDocument document;
  document.documentLayout()->setPaintDevice(&pdf);
  document.documentLayout()->registerHandler(kPlotObject, &objects);
  document.setDocumentMargin(0);
  QFont font("Noto Sans");
  font.setPointSizeF(points);
  font.setHintingPreference(QFont::PreferNoHinting);
  document.setDefaultFont(font);
  document.setDefaultStyleSheet(html::paper_style(points));
  document.setHtml(wide(lab_head_words(lab, result)));
  QTextCursor cursor(&document);
  cursor.movePosition(QTextCursor::End);
  for (std::size_t i = 0; i < result.plots.size(); ++i) {
    cursor.insertBlock(QTextBlockFormat(), QTextCharFormat());
    QTextCharFormat place;
    place.setObjectType(kPlotObject);
    place.setProperty(PaperPlots::kNumber, static_cast<int>(i));
    cursor.insertText(QString(QChar::ObjectReplacementCharacter), place);
    if (result.plots[i].remark.empty()) continue;
    cursor.insertBlock(QTextBlockFormat(), QTextCharFormat());
    cursor.insertText(text_of(result.plots[i].remark));
  }
  cursor.insertBlock(QTextBlockFormat(), QTextCharFormat());
  cursor.insertHtml(wide(lab_foot_words(result, made)));
  document.setPageSize(QSizeF(pdf.width(), pdf.height()));
  document.print(&pdf);
  return bytes;
}

}  // namespace jitterscope
