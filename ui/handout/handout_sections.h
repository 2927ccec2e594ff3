#pragma once
// The words of a hand-out as pieces of HTML that a browser and QTextDocument read alike; all text in them is escaped.
#include <QString>

#include "ui/handout/handout.h"
#include "ui/handout/handout_plots.h"

namespace jitterscope {

QString title_of(const Handout&);  // plain text
QString head_section(const Handout&);
QString verdict_section(const Handout&);
QString measured_section(const Handout&);
/// `most_changes`: of more the first ones stand there, and how many follow.
QString set_section(const Handout&, std::size_t most_changes = 100);
/// What was seen in a demonstration, and the figures of both halves; empty: there was none.
QString demonstration_section(const Handout&);
QString demonstration_table(const Handout&);
QString foot_section(const Handout&);
/// What is seen in a plot, with the key to its colours.
QString caption_of(const HandoutPlots::Plot&);

}  // namespace jitterscope
