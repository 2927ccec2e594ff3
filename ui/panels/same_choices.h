#pragma once
namespace jitterscope {

class Panel;

/// Chooses in `to` what is chosen in `from`, a panel of the same class over the same view: switches, fields, words
/// typed, rows and order of tables, what plots are zoomed and turned to. Both have been drawn. GUI thread.
void take_choices(Panel& to, const Panel& from);

}  // namespace jitterscope
