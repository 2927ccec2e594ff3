#include "ui/drawings/svg_canvas.h"
#include "ui/drawings/widget_drawing.h"
#include "ui/drawings/xml_text.h"
#include "ui/handout/handout.h"
#include "ui/handout/handout_plots.h"
#include "ui/handout/handout_sections.h"
#include "ui/theme.h"

namespace jitterscope {
namespace {

constexpr QSize kPlotSize{540, 300};

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

/// Light in print, whatever the screen is.
QString style() {
  const auto light = variables(Theme::kLight), dark = variables(Theme::kDark);
  return ":root{color-scheme:light dark;" + light + "}\n@media screen and (prefers-color-scheme:dark){:root{" + dark +
         "}}\n" + R"(
body{font:14px/1.45 'Noto Sans',sans-serif;max-width:1140px;margin:24px auto;padding:0 16px;background:var(--panel);color:var(--text)}
h1{font-size:22px;margin:0}h2{font-size:16px;margin:24px 0 4px}h3{font-size:14px;margin:0 0 4px}p{margin:4px 0}
.facts,small,.foot,th,figcaption{color:var(--muted)}small{font-size:12px}
table{border-collapse:collapse;margin:4px 0 12px;width:100%}
td,th{text-align:left;vertical-align:top;padding:3px 16px 3px 0;border-bottom:1px solid var(--line)}
th{font-weight:600}.figures{table-layout:fixed}.figures td{font-variant-numeric:tabular-nums}
.tables{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(440px,100%),1fr));gap:0 32px}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(440px,100%),1fr));gap:20px 32px;margin-top:24px}
figure{margin:0;break-inside:avoid}figcaption{font-size:12px}svg{width:100%;height:auto;display:block}
.audio{color:var(--audio)}.video{color:var(--video)}code{font-size:12px;overflow-wrap:anywhere}
.foot{margin-top:24px;border-top:1px solid var(--line);padding-top:8px;font-size:12px}
@page{margin:12mm}
@media print{body{margin:0;padding:0;max-width:none;font-size:9px}h1{font-size:18px}h2{font-size:12px;margin-top:8px}h3{font-size:10px}
small,figcaption,code,.foot{font-size:8px}td,th{padding:1px 8px 1px 0}.figures{break-inside:avoid}
.tables,.plots{grid-template-columns:1fr 1fr;gap:8px 20px}.plots,.foot{margin-top:8px}}
)";
}

QString figure_html(HandoutPlots::Plot& plot, int number) {
  plot.fit(kPlotSize);
  SvgCanvas canvas(kPlotSize, QString("plot%1-clip").arg(number), variable_of);
  if (!draw_widget(*plot.widget, canvas)) return {};
  return "<figure><h3>" + xml_text(plot.title) + "</h3>\n" + QString::fromUtf8(canvas.svg(plot.title)) +
         "<figcaption>" + caption_of(plot) + "</figcaption></figure>\n";
}

}  // namespace

QByteArray handout_html(const Handout& of) {
  HandoutPlots plots(of);
  QString figures, demonstration = demonstration_section(of);
  int number = 0;
  for (auto& plot : plots.all()) figures += figure_html(plot, number++);
  if (auto* plot = plots.demonstration())
    demonstration +=
        "<div class=\"tables\"><div>" + demonstration_table(of) + "</div>\n" + figure_html(*plot, number) + "</div>\n";
  for (const auto& sentence : plots.missing()) figures += "<p><small>" + xml_text(sentence) + "</small></p>\n";
  return ("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n" + QString(kHead) + "<title>" +
          xml_text(title_of(of)) + "</title>\n<style>" + style() + "</style></head>\n<body>\n" + head_section(of) +
          verdict_section(of) + "<div class=\"tables\"><div>" + measured_section(of) + "</div>\n<div>" +
          set_section(of) + "</div></div>\n" + demonstration + "<div class=\"plots\">\n" + figures + "</div>\n" +
          foot_section(of) + "</body></html>\n")
      .toUtf8();
}

}  // namespace jitterscope
