#include "ui/handout/lab_page.h"

#include "ui/drawings/svg_canvas.h"
#include "ui/drawings/widget_drawing.h"
#include "ui/handout/html_page.h"
#include "ui/plots/lab_plot.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr QSize kLabPlotSize{560, 320};

QString value_words(const std::optional<double>& value) {
  return text_of(field_text(table_field(value)));
}

QString finding_row(const Finding& finding) {
  const auto reproduced = finding.reproduced();
  const char* kind = !reproduced ? "open" : *reproduced ? "yes" : "no";
  const auto mark = !reproduced   ? Tr::tr("– not judged")
                    : *reproduced ? Tr::tr("✓ reproduced")
                                  : Tr::tr("✗ not reproduced");
  return QString("<tr><td class=\"%1\">%2</td><td><b>%3</b><br/>%4</td>")
             .arg(kind, mark, html::plain(finding.id), html::plain(finding.statement)) +
         html::cell(value_words(finding.paper)) + html::cell(value_words(finding.measured)) +
         html::cell(text_of(finding.unit)) + html::cell(text_of(finding.criterion.text())) + "</tr>\n";
}

QString findings_table(const std::vector<Finding>& findings) {
  QString table = "<div class=\"wide\"><table>\n" + html::row({"", Tr::tr("finding"), Tr::tr("paper"),
                                                               Tr::tr("measured"), Tr::tr("unit"), Tr::tr("criterion")},
                                                              "th");
  for (const Finding& finding : findings) table += finding_row(finding);
  return table + "</table></div>\n";
}

QString lab_table(const LabTable& table) {
  QStringList columns;
  for (const std::string& column : table.columns) columns << text_of(column);
  QString words =
      html::heading(text_of(table.name)) + "<div class=\"wide numbers\"><table>\n" + html::row(columns, "th");
  for (const auto& row : table.rows) {
    QStringList fields;
    for (const TableField& field : row) fields << text_of(field_text(field));
    words += html::row(fields);
  }
  return words + "</table></div>\n";
}

template <typename Pairs>
QString pairs_table(const QString& title, const Pairs& pairs) {
  if (pairs.empty()) return {};
  QString words = html::heading(title) + "<table>\n";
  for (const auto& [name, value] : pairs) words += html::row({text_of(name), text_of(field_text(value))});
  return words + "</table>\n";
}

QByteArray page_of(const LabDefinition& lab, const LabResult& result, const QString& figures, const std::string& made) {
  QString body = "<h1>" + html::plain(lab.title) + "</h1>\n<p class=\"facts\">" + html::plain(lab.name) + ", " +
                 html::plain(result.mode) + Tr::tr(", seed %1").arg(result.seed) + "</p>\n";
  if (!result.headline.empty()) body += "<p><b>" + html::plain(result.headline) + "</b></p>\n";
  body += html::heading(Tr::tr("What the paper says")) + html::paragraph(text_of(lab.paper_says)) +
          html::paragraph(text_of(lab.paper)) + html::heading(Tr::tr("What was done")) +
          html::paragraph(text_of(lab.how)) + html::heading(Tr::tr("Findings")) + findings_table(result.findings) +
          html::heading(Tr::tr("Curves")) + "<div class=\"plots\">\n" + figures + "</div>\n";
  for (const LabTable& table : result.tables) body += lab_table(table);
  return html::page(text_of(lab.title), body + pairs_table(Tr::tr("Parameters"), result.parameters) +
                                            pairs_table(Tr::tr("Machine"), result.machine) + "<p class=\"foot\">" +
                                            html::plain(made) + "</p>\n");
}

}  // namespace

std::vector<std::pair<std::string, QByteArray>> lab_pages(const LabDefinition& lab, const LabResult& result,
                                                          const std::string& made) {
  std::vector<std::pair<std::string, QByteArray>> files;
  QString figures;
  for (const SeriesGroup& group : series_groups(result.series)) {
    LabPlot plot(group);
    plot.resize(px(kLabPlotSize));
    figures += html::figure(plot, plot.accessibleName(), {}, static_cast<int>(files.size()));
    SvgCanvas canvas(plot.size());
    if (draw_widget(plot, canvas)) files.emplace_back(group.name + ".svg", canvas.svg(plot.accessibleName()));
  }
  files.emplace_back("report.html", page_of(lab, result, figures, made));
  return files;
}

}  // namespace jitterscope
