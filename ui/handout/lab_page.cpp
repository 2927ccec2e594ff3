#include "ui/handout/lab_page.h"

#include "ui/drawings/svg_canvas.h"
#include "ui/drawings/widget_drawing.h"
#include "ui/handout/html_page.h"
#include "ui/plots/lab_plot_view.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr QSize kLabPlotSize{560, 320};
constexpr std::size_t kMostRows = 200;  // of a table in the page

QString value_words(const std::optional<double>& value) {
  return text_of(field_text(table_field(value)));
}

QString interval_words(const Finding& finding) {
  if (!finding.interval) return Tr::tr("–");
  return value_words(finding.interval->first) + " … " + value_words(finding.interval->second);
}

QString finding_row(const Finding& finding) {
  const auto reproduced = finding.reproduced();
  const char* kind = !reproduced ? "open" : *reproduced ? "yes" : "no";
  const QString mark = !reproduced ? "– " : *reproduced ? "✓ " : "✗ ";
  QString words = QString("<tr><td class=\"%1\">%2</td><td><b>%3</b><br/>%4")
                      .arg(kind, mark + html::plain(verdict_words(finding)), html::plain(finding.id),
                           html::plain(finding.statement));
  for (const std::string& more : {finding.reason, evidence_words(finding)})
    if (!more.empty()) words += "<br/><small>" + html::plain(more) + "</small>";
  return words + "</td>" + html::cell(value_words(finding.paper)) + html::cell(value_words(finding.measured)) +
         html::cell(interval_words(finding)) + html::cell(text_of(finding.unit)) + "</tr>\n";
}

QString findings_table(const std::vector<Finding>& findings) {
  QString table =
      "<div class=\"wide findings\"><table>\n" +
      html::row({"", Tr::tr("finding"), Tr::tr("paper"), Tr::tr("measured"), Tr::tr("95 % interval"), Tr::tr("unit")},
                "th");
  for (const Finding& finding : findings) table += finding_row(finding);
  return table + "</table></div>\n" +
         html::note(
             Tr::tr("Verdicts allow for all findings together (Holm); each interval is of its own number alone."));
}

QString lab_table(const LabTable& table) {
  QString words = html::heading(text_of(table.name)) + "<div class=\"wide numbers\"><table>\n<tr>";
  for (const std::string& column : table.columns)  // a long name may go on in the next line
    words += html::cell(text_of(column), "th").replace('_', "_<wbr/>");
  words += "</tr>\n";
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

/// What stands above the plots.
QString head_words(const LabDefinition& lab, const LabResult& result) {
  QString body = "<h1>" + html::plain(lab.title) + "</h1>\n<p class=\"facts\">" + html::plain(lab.name) + ", " +
                 html::plain(result.mode) + Tr::tr(", seed %1").arg(result.seed) + "</p>\n";
  if (!result.headline.empty()) body += "<p><b>" + html::plain(result.headline) + "</b></p>\n";
  body += html::heading(Tr::tr("What the paper says")) + html::paragraph(text_of(lab.paper_says)) +
          html::paragraph(text_of(lab.paper)) + html::heading(Tr::tr("What was done")) +
          html::paragraph(text_of(lab.how));
  if (!lab.look_for.empty()) body += html::heading(Tr::tr("What to look for")) + html::paragraph(text_of(lab.look_for));
  return body + html::heading(Tr::tr("Findings")) + findings_table(result.findings);
}

QString foot_words(const LabResult& result, const std::string& made) {
  return pairs_table(Tr::tr("Parameters"), result.parameters) + pairs_table(Tr::tr("Machine"), result.machine) +
         "<p class=\"foot\">" + html::plain(made) + "</p>\n";
}

QByteArray page_of(const LabDefinition& lab, const LabResult& result, const QString& figures, const std::string& made) {
  QString body =
      head_words(lab, result) + html::heading(Tr::tr("Plots")) + "<div class=\"plots\">\n" + figures + "</div>\n";
  for (const LabTable& table : result.tables)
    body +=
        table.rows.size() <= kMostRows
            ? lab_table(table)
            : html::heading(text_of(table.name)) +
                  html::note(
                      Tr::tr("%1 rows: in %2.csv beside this page.").arg(table.rows.size()).arg(text_of(table.name)));
  return html::page(text_of(lab.title), body + foot_words(result, made));
}

}  // namespace

QString lab_head_words(const LabDefinition& lab, const LabResult& result) {
  return head_words(lab, result);
}

QString lab_foot_words(const LabResult& result, const std::string& made) {
  return foot_words(result, made);
}

std::vector<std::pair<std::string, QByteArray>> lab_pages(const LabDefinition& lab, const LabResult& result,
                                                          const std::string& made) {
  std::vector<std::pair<std::string, QByteArray>> files;
  QString figures;
  for (const LabPlot& plot : result.plots) {
    LabPlotView view(plot);
    view.resize(px(kLabPlotSize));
    figures += html::figure(view, text_of(plot.title), plot.remark.empty() ? QString() : html::plain(plot.remark),
                            static_cast<int>(files.size()));
    SvgCanvas canvas(view.size());
    if (draw_widget(view, canvas)) files.emplace_back(plot.name + ".svg", canvas.svg(view.accessibleName()));
  }
  files.emplace_back("report.html", page_of(lab, result, figures, made));
  return files;
}

}  // namespace jitterscope
