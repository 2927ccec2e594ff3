#pragma once
// The pages of this program as HTML that needs nothing else: their pieces, the page and its style sheet. GUI thread.
#include <string>

#include <QByteArray>
#include <QStringList>

class QWidget;

namespace jitterscope::html {

// Of plain text, which is escaped; a browser and QTextDocument read them alike.
QString plain(const std::string& text);
QString cell(const QString& plain_text, const char* kind = "td");
QString row(const QStringList& cells, const char* kind = "td");
QString heading(const QString& plain_text);
QString paragraph(const QString& plain_text);
QString note(const QString& plain_text);  // a paragraph in small letters

/// Draws the widget in its size, with a title above and `caption` (HTML) below. `number` is another one for each
/// drawing of a page. It is empty where the widget cannot be painted.
QString figure(QWidget&, const QString& title, const QString& caption, int number);

/// Makes a page in colours for light and dark screens, which is light in print.
QByteArray page(const QString& title, const QString& body);
/// The same style as far as QTextDocument knows it, in the theme's colours, for words of a size in points.
QString paper_style(double points);

}  // namespace jitterscope::html
