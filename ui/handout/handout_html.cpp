#include "ui/handout/handout.h"
#include "ui/handout/handout_plots.h"
#include "ui/handout/handout_sections.h"
#include "ui/handout/html_page.h"

namespace jitterscope {
namespace {

constexpr QSize kPlotSize{540, 300};

QString figure_of(HandoutPlots::Plot& plot, int number) {
  plot.fit(kPlotSize);
  return html::figure(*plot.widget, plot.title, caption_of(plot), number);
}

}  // namespace

QByteArray handout_html(const Handout& of) {
  HandoutPlots plots(of);
  QString figures, demonstration = demonstration_section(of);
  int number = 0;
  for (auto& plot : plots.all()) figures += figure_of(plot, number++);
  if (auto* plot = plots.demonstration())
    demonstration +=
        "<div class=\"tables\"><div>" + demonstration_table(of) + "</div>\n" + figure_of(*plot, number) + "</div>\n";
  for (const auto& sentence : plots.missing()) figures += html::note(sentence);
  return html::page(title_of(of), head_section(of) + verdict_section(of) + "<div class=\"tables\"><div>" +
                                      measured_section(of) + "</div>\n<div>" + set_section(of) + "</div></div>\n" +
                                      demonstration + "<div class=\"plots\">\n" + figures + "</div>\n" +
                                      foot_section(of));
}

}  // namespace jitterscope
