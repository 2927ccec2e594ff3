#pragma once
// A lab's result for people. GUI thread.
#include <string>
#include <utility>
#include <vector>

#include <QByteArray>

#include "core/lab/engine/lab.h"

namespace jitterscope {

/// Files by name: report.html, which needs nothing else (findings with their marks, plots, tables, parameters,
/// machine), and NAME.svg of each plot, in the theme's colours.
/// `made`: sentences for the foot of the page.
std::vector<std::pair<std::string, QByteArray>> lab_pages(const LabDefinition&, const LabResult&,
                                                          const std::string& made);

// The words of the page above its plots and below them, without tables, as HTML that QTextDocument reads too.
QString lab_head_words(const LabDefinition&, const LabResult&);
QString lab_foot_words(const LabResult&, const std::string& made);
/// Words and plots to print, on as many sheets of A4 as they take; in the light theme.
QByteArray lab_pdf(const LabDefinition&, const LabResult&, const std::string& made);

}  // namespace jitterscope
