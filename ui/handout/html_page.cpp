#include "ui/handout/html_page.h"

#include <functional>

#include <QWidget>

#include "ui/drawings/svg_canvas.h"
#include "ui/drawings/widget_drawing.h"
#include "ui/drawings/xml_text.h"
#include "ui/theme.h"

namespace jitterscope::html {
namespace {

/// Even what slipped in could load nothing and run nothing.
constexpr auto kHead =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width\"/>\n";

struct NamedColour {
  const char* name;
  QColor (*of)(const Colours&);
};
// Of two that are the same in the theme that is painted the first one counts.
constexpr NamedColour kNamedColours[] = {
    {"panel", [](const Colours& c) { return c.panel; }},
    {"text", [](const Colours& c) { return c.text; }},
    {"muted", [](const Colours& c) { return c.muted; }},
    {"line", [](const Colours& c) { return c.line; }},
    {"raised", [](const Colours& c) { return c.raised; }},
    {"audio", [](const Colours& c) { return c[Hue::kAudio]; }},
    {"video", [](const Colours& c) { return c[Hue::kVideo]; }},
    {"network", [](const Colours& c) { return c[Hue::kNetwork]; }},
    {"system", [](const Colours& c) { return c[Hue::kSystem]; }},
    {"limit", [](const Colours& c) { return c[Hue::kLimit]; }},
    {"held", [](const Colours& c) { return c[Hue::kHeld]; }},
};

QString variable_of(const QColor& colour) {
  for (const auto& named : kNamedColours)
    if (named.of(colours()).rgb() == colour.rgb()) return QString("var(--%1)").arg(named.name);
  return colour.name();
}

QString variables(Theme theme) {
  QString words;
  for (const auto& named : kNamedColours)
    words += QString("--%1:%2;").arg(named.name, named.of(colours_of(theme)).name());
  return words;
}

/// What screen and paper have in common. `colour_words`: how a colour is written.
QString common_style(const std::function<QString(const QColor&)>& colour_words) {
  const auto& c = colours();
  return QString(
             ".facts,small,.foot,th,figcaption{color:%1}td,th{text-align:left;border-bottom:1px solid %2}"
             "th{font-weight:600}.audio{color:%3}.video{color:%4}h1,h3{margin:0}\n")
      .arg(colour_words(c.muted), colour_words(c.line), colour_words(c[Hue::kAudio]), colour_words(c[Hue::kVideo]));
}

/// Light in print, whatever the screen is.
QString screen_style() {
  const auto light = variables(Theme::kLight), dark = variables(Theme::kDark);
  return ":root{color-scheme:light dark;" + light + "}\n@media screen and (prefers-color-scheme:dark){:root{" + dark +
         "}}\n" + common_style(variable_of) + R"(
body{font:14px/1.45 'Noto Sans',sans-serif;max-width:1140px;margin:24px auto;padding:0 16px;background:var(--panel);color:var(--text)}
h1{font-size:22px}h2{font-size:16px;margin:24px 0 4px}h3{font-size:14px;margin-bottom:4px}p{margin:4px 0}small{font-size:12px}
table{border-collapse:collapse;margin:4px 0 12px;width:100%}td,th{vertical-align:top;padding:3px 16px 3px 0}
.figures{table-layout:fixed}.figures td{font-variant-numeric:tabular-nums}
.tables{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(440px,100%),1fr));gap:0 32px}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(440px,100%),1fr));gap:20px 32px;margin-top:24px}
figure{margin:0;break-inside:avoid}figcaption{font-size:12px}svg{width:100%;height:auto;display:block}
code{font-size:12px;overflow-wrap:anywhere}
.foot{margin-top:24px;border-top:1px solid var(--line);padding-top:8px;font-size:12px}
.wide{overflow-x:auto;font-size:13px}.numbers td,.numbers th{text-align:right}.numbers th{vertical-align:bottom}
.findings td:nth-child(n+3),td[class]{white-space:nowrap}
.yes{color:var(--network)}.no{color:var(--system)}.open{color:var(--muted)}
@page{margin:12mm}
@media print{body{margin:0;padding:0;max-width:none;font-size:9px}h1{font-size:18px}h2{font-size:12px;margin-top:8px}h3{font-size:10px}
small,figcaption,code,.foot{font-size:8px}td,th{padding:1px 8px 1px 0}.figures{break-inside:avoid}
.tables,.plots{grid-template-columns:1fr 1fr;gap:8px 20px}.plots,.foot{margin-top:8px}
tr{break-inside:avoid}h2{break-after:avoid}.wide{overflow:visible;font-size:8px}.numbers td,.numbers th{padding:0 4px 0 0}}
)";
}

QString element(const char* name, const QString& plain_text) {
  return QString("<%1>%2</%1>\n").arg(name, xml_text(plain_text));
}

}  // namespace

QString plain(const std::string& text) {
  return xml_text(QString::fromStdString(text));
}

QString cell(const QString& plain_text, const char* kind) {
  return QString("<%1>%2</%1>").arg(kind, xml_text(plain_text));
}

QString row(const QStringList& cells, const char* kind) {
  QString words = "<tr>";
  for (const auto& each : cells) words += cell(each, kind);
  return words + "</tr>\n";
}

QString heading(const QString& plain_text) {
  return element("h2", plain_text);
}

QString paragraph(const QString& plain_text) {
  return element("p", plain_text);
}

QString note(const QString& plain_text) {
  return "<p><small>" + xml_text(plain_text) + "</small></p>\n";
}

QString figure(QWidget& widget, const QString& title, const QString& caption, int number) {
  SvgCanvas canvas(widget.size(), QString("plot%1-clip").arg(number), variable_of);
  if (!draw_widget(widget, canvas)) return {};
  return "<figure>" + element("h3", title) + QString::fromUtf8(canvas.svg(title)) + "<figcaption>" + caption +
         "</figcaption></figure>\n";
}

QByteArray page(const QString& title, const QString& body) {
  return ("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n" + QString(kHead) +
          element("title", title) + "<style>" + screen_style() + "</style></head>\n<body>\n" + body +
          "</body></html>\n")
      .toUtf8();
}

QString paper_style(double points) {
  return common_style([](const QColor& colour) { return colour.name(); }) +
         QString(
             "h1{font-size:%1pt}h2{font-size:%2pt;margin-top:6px;margin-bottom:1px}h3{font-size:%2pt}"
             "p{margin-top:1px;margin-bottom:1px}small{font-size:%3pt}"
             "table{margin-top:4px}td,th{padding-right:8px;padding-top:1px;padding-bottom:1px}")
             .arg(points * 2)
             .arg(points * 1.25)
             .arg(points * 0.87);
}

}  // namespace jitterscope::html
