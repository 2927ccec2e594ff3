#include <fmt/format.h>

#include "core/lab/engine/result_files.h"
#include "core/lab/engine/svg_plot.h"

namespace jitterscope {
namespace {

constexpr const char* kStyle =
    "body{font:15px/1.5 sans-serif;max-width:72em;margin:2em auto;padding:0 1em;color:#222}"
    "h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}table{border-collapse:collapse;font-size:13px}"
    "td,th{padding:.2em .6em;border-bottom:1px solid #ddd;text-align:right;vertical-align:top}"
    "td.t,th.t{text-align:left}.wide{overflow-x:auto}.yes{color:#00704f}.no{color:#b03a00}.open{color:#666}"
    "svg{max-width:100%;height:auto}";

std::string finding_row(const Finding& finding) {
  const auto reproduced = finding.reproduced();
  const char* kind = !reproduced ? "open" : *reproduced ? "yes" : "no";
  const char* mark = !reproduced ? "– not judged" : *reproduced ? "✓ reproduced" : "✗ not reproduced";
  const auto value = [](const std::optional<double>& number) { return number ? field_text(*number) : field_text({}); };
  return fmt::format(
      "<tr><td class=\"t {}\">{}</td><td class=\"t\"><b>{}</b><br>{}</td><td>{}</td><td>{}</td><td class=\"t\">{}</td>"
      "<td class=\"t\">{}</td></tr>\n",
      kind, mark, xml_text(finding.id), xml_text(finding.statement), value(finding.paper), value(finding.measured),
      xml_text(finding.unit), xml_text(finding.criterion.text()));
}

std::string html_table(const LabTable& table) {
  std::string out = fmt::format("<h2>{}</h2><div class=\"wide\"><table><tr>", xml_text(table.name));
  for (const std::string& column : table.columns) out += "<th>" + xml_text(column) + "</th>";
  out += "</tr>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (const TableField& field : row) out += "<td>" + xml_text(field_text(field)) + "</td>";
    out += "</tr>\n";
  }
  return out + "</table></div>\n";
}

template <typename Pairs, typename Text>
std::string pairs_table(const char* title, const Pairs& pairs, Text text) {
  if (pairs.empty()) return "";
  std::string out = fmt::format("<h2>{}</h2><table>", title);
  for (const auto& [name, value] : pairs)
    out +=
        fmt::format("<tr><td class=\"t\">{}</td><td class=\"t\">{}</td></tr>\n", xml_text(name), xml_text(text(value)));
  return out + "</table>\n";
}

}  // namespace

std::string report_html(const LabDefinition& lab, const LabResult& result) {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta "
      "charset=\"utf-8\"><title>{0}</title><style>{1}</style></head><body>\n"
      "<h1>{0}</h1><p>{2}, {3}, seed {4}</p>{8}\n<h2>What the paper says</h2><p>{5}</p><p>{6}</p>\n"
      "<h2>What was done</h2><p>{7}</p>\n",
      xml_text(lab.title), kStyle, xml_text(lab.name), xml_text(result.mode), result.seed, xml_text(lab.paper_says),
      xml_text(lab.paper), xml_text(lab.how),
      result.headline.empty() ? "" : "<p><b>" + xml_text(result.headline) + "</b></p>");
  out +=
      "<h2>Findings</h2><div class=\"wide\"><table><tr><th class=\"t\"></th><th "
      "class=\"t\">finding</th><th>paper</th><th>measured</th>"
      "<th class=\"t\">unit</th><th class=\"t\">criterion</th></tr>\n";
  for (const Finding& finding : result.findings) out += finding_row(finding);
  out += "</table></div>\n<h2>Curves</h2>\n";
  for (const SeriesGroup& group : series_groups(result.series)) out += svg_plot(group);
  for (const LabTable& table : result.tables) out += html_table(table);
  out += pairs_table("Parameters", result.parameters, [](const TableField& field) { return field_text(field); });
  out += pairs_table("Machine", result.machine, [](const std::string& text) { return text; });
  return out + "</body></html>\n";
}

}  // namespace jitterscope
